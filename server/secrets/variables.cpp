#include "secrets/variables.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/ascii.hpp"
#include "base/word_list.hpp"

namespace termhost::secrets {
namespace {

using base::listed;
using Words = std::vector<std::string_view>;

/// A word of a name that says password, or the end of one; and the last word of a name.
constexpr std::string_view password_ends = "password passwords passwd passwrd passphrase passcode";
constexpr std::string_view password_last_words = "pass pwd pw";
/// Words at the end of the names of other secrets.
constexpr std::string_view secret_ends =
    "token secret secrets apikey accesskey secretkey privatekey credential credentials";
constexpr std::string_view secret_last_words = "auth jwt pat cookie cred hmac sessionid sessid phpsessid sasurl";
/// The last two words of one.
constexpr std::string_view secret_last_pairs = "slack_hook discord_hook teams_hook mattermost_hook service_role";
/// Before `key`.
constexpr std::string_view kinds_of_key =
    "api access secret private encryption signing master session deploy auth service account webhook hmac jwt storage "
    "license admin root app";
/// Words that are joined with the next one: `DBPASS`, `SSHKEY`. `COMPASS` and `MONKEY` have no such beginning.
constexpr std::string_view owners_of_pass =
    "db database pg pgsql postgres mysql mariadb mongo redis rabbit rabbitmq amqp ldap smtp mail imap ftp sftp ssh "
    "sudo "
    "root admin user login master main keystore truststore store key cert ssl vault ansible backup proxy http wifi vpn "
    "app api service svc my dev prod basic auth jwt gpg signing zip archive";
constexpr std::string_view owners_of_key =
    "priv ssh gpg pgp rsa dsa ecdsa aes enc crypt tls ssl client server bot stripe openai anthropic";
/// The last word of a name that is about a secret and holds none.
constexpr std::string_view harmless_ends =
    "file files path dir directory folder name names id ids url uri host port type kind mode ttl expiry expires "
    "timeout length size limit count max min sock socket pid helper command cmd prompt store backend region endpoint "
    "issuer audience version provider algorithm profile user enabled disabled required alias format header source "
    "askpass email";
constexpr std::string_view harmless_names = "pwd oldpwd xauthority";

/// A word of a name whose value may be a secret, or have one in it: logins in addresses, what a session is known by.
constexpr std::string_view may_hold_words =
    "tokens key keys pass pwd creds auth oauth authorization cookie cookies private session webhook dsn mongo conn "
    "connstr connection pat sk jwt signature salt otp totp pin mnemonic seed bearer";
/// The last word of a name that is an address, and the words before it that say whose: `DATABASE_URL`.
constexpr std::string_view addresses = "url uri";
constexpr std::string_view services_with_login =
    "sas database db redis mongo mongodb postgres postgresql pg mysql mariadb amqp rabbitmq cloudamqp broker celery "
    "elasticsearch es clickhouse jdbc sqlalchemy sentry cloudinary proxy index registry repository smtp mail mailer "
    "nats kafka couchdb cassandra neo4j ldap ftp git";
constexpr std::string_view may_hold_names =
    "stripe history historywords http_proxy https_proxy all_proxy ftp_proxy goproxy";

constexpr std::array<std::string_view, 10> ends_of_assigned{
    "TOKEN=", "SECRET=", "PASSWORD=", "PASSWD=", "PASSPHRASE=", "APIKEY=", "_KEY=", "CREDENTIALS=", "_PWD=", "_PASS="};

/// `TOKEN2` is a second one.
std::string_view without_number(std::string_view word) {
  while (word.size() > 1 && base::is_digit(word.back())) word.remove_suffix(1);
  return word;
}

Words words_of(std::string_view name) {
  Words words;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find_first_of("_-."), name.size());
    const std::string_view word = without_number(name.substr(0, end));
    if (!word.empty() && !base::is_digit(word.front())) words.push_back(word);
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return words;
}

bool any_ends(const Words& words, std::string_view ends) {
  bool found = false;
  base::for_each_part(ends, ' ', [&](std::string_view end) {
    found = found || std::ranges::any_of(words, [&](std::string_view word) { return word.ends_with(end); });
  });
  return found;
}

bool any_of(const Words& words, std::string_view list) {
  return std::ranges::any_of(words, [&](std::string_view word) { return listed(list, word); });
}

/// `PGPASS`
bool is_written_together(std::string_view word, std::string_view ends, std::string_view owners) {
  bool found = false;
  base::for_each_part(ends, ' ', [&](std::string_view end) {
    found = found || (word.ends_with(end) && listed(owners, word.substr(0, word.size() - end.size())));
  });
  return found;
}

bool ends_with_pair(const Words& words) {
  if (words.size() < 2) return false;
  return listed(secret_last_pairs, std::string(words[words.size() - 2]) + '_' + std::string(words.back()));
}

VariableKind kind_of_value(const Words& words) {
  if (listed(harmless_ends, words.back())) return VariableKind::Plain;
  if (any_ends(words, password_ends) || listed(password_last_words, words.back()) ||
      is_written_together(words.back(), password_last_words, owners_of_pass))
    return VariableKind::Password;
  const bool key = words.size() > 1 && words.back() == "key" && listed(kinds_of_key, words[words.size() - 2]);
  const bool joined =
      is_written_together(words.back(), "key", owners_of_key) || is_written_together(words.back(), "key", kinds_of_key);
  const bool secret =
      key || joined || any_ends(words, secret_ends) || listed(secret_last_words, words.back()) || ends_with_pair(words);
  return secret ? VariableKind::Secret : VariableKind::Plain;
}

bool may_hold(const Words& words) {
  const bool address = listed(addresses, words.back());
  return any_ends(words, password_ends) || any_ends(words, secret_ends) || any_of(words, may_hold_words) ||
         (address && (words.size() == 1 || any_of(words, services_with_login)));
}

}  // namespace

std::span<const std::string_view> assignment_ends() { return ends_of_assigned; }

VariableKind variable_kind(std::string_view name) {
  const std::string small = base::lowered(name);
  if (listed(harmless_names, small)) return VariableKind::Plain;
  if (listed(may_hold_names, small)) return VariableKind::MayHold;
  const Words words = words_of(small);
  if (words.empty()) return VariableKind::Plain;
  const VariableKind kind = kind_of_value(words);
  return kind == VariableKind::Plain && may_hold(words) ? VariableKind::MayHold : kind;
}

}  // namespace termhost::secrets
