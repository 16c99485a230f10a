#include "secrets/file_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/ascii.hpp"
#include "base/word_list.hpp"
#include "secrets/copied_names.hpp"
#include "secrets/file_kinds.hpp"
#include "secrets/name_pattern.hpp"

namespace termhost::secrets {
namespace {

using base::for_each_part;
using base::listed;

/// Beside what the other tables say; some without the dot, or with what takes its place (`_netrc`, `dot_netrc`).
constexpr std::string_view whole_names =
    ".env .envrc .dev.vars .flaskenv env.local env.production env.staging _env dot_env env.bak env.old env.backup "
    "env.orig env.save "
    // logins of programs
    ".netrc _netrc dot_netrc netrc .authinfo .npmrc npmrc dot_npmrc .vsts-npmrc .pypirc pypirc .git-credentials "
    "git-credentials .pgpass pgpass pgpass.conf .pg_service.conf .my.cnf .mylogin.cnf "
    ".yarnrc.yml .dockercfg dockercfg .config.json .htpasswd htpasswd .htdigest .databrickscfg .databricks.cfg "
    ".s3cfg s3cfg .boto .s3backer_passwd .passwd-s3fs passwd-s3fs .ossutilconfig .clasprc.json .sentryclirc "
    "sentry.properties "
    ".condarc .gemrc .travisrc .gist .gist-vim .bigqueryrc .kaggle kaggle.json .tower_cli.cfg .cloudflared .flyrc "
    ".surgerc .terraformrc terraform.rc .ftpconfig .remote-sync.json .sftp.json sftp.json sftp-config.json "
    "accounts.xml filezilla.xml sitemanager.xml recentservers.xml winscp.ini ws_ftp.ini mobaxterm.ini "
    "dbeaver-data-sources.xml "
    "pip.conf pip.ini airflow.cfg hex.config rclone.conf .rclone.conf .muttrc .mailrc .msmtprc .fetchmailrc "
    ".getmailrc .offlineimaprc .mbsyncrc .ircservers .k5login .rhosts .shosts hosts.equiv .restic-password "
    ".aws .azure .docker .gcloud .gnupg .kube .password-store .ssh .auth .chef .purple .bluemix .ibmcloud .aliyun "
    ".heroku .sops .vault keychain keychains "
    // keys and those of hosts
    "id_rsa id_dsa id_ecdsa id_ed25519 id_xmss id_ed25519_sk id_ecdsa_sk ssh_host_rsa_key ssh_host_dsa_key "
    "ssh_host_ecdsa_key ssh_host_ed25519_key deploy_key deploy-key server_key server-key client_key client-key "
    "google_compute_engine authorized_keys authorized_keys2 known_hosts "
    ".vault-token .vault_pass .vault-pass vault_pass vault-pass ansible_vault_pass ansible-vault-pass "
    ".ansible_vault_pass .vault_password vault.yml vault.yaml vault-pass.txt "
    "master.key credentials.yml.enc secring.gpg privkey wallet.dat .age .gpg "
    "cert9.db key3.db key4.db logins.json signons.sqlite cookies.sqlite "
    // accounts of services
    "service-account.json service_account.json serviceaccountkey.json serviceaccount.json "
    "application_default_credentials.json google-services.json googleservice-info.plist legacy_credentials "
    "local.settings.json settings.local.json appsettings.local.json appsettings.production.json "
    "appsettings.staging.json connectionstrings.config key.properties keystore.properties signing.properties "
    "local.properties .runtimeconfig.json claude_desktop_config.json cline_mcp_settings.json mcp_settings.json "
    "profiles.yml initialadminpassword hudson.util.secret secret_key_base galaxy_token token.pickle "
    // clusters and machines
    "terraform.tfvars kubeconfig kubeconfig.yaml kubeconfig.yml kube.config k3s.yaml admin.conf kubelet.conf "
    "talosconfig rke.yaml shadow shadow- gshadow gshadow- sudoers sudoers.d opasswd "
    "wireguard.conf wpa_supplicant.conf hostapd.conf chap-secrets pap-secrets openvpn-auth unattend.xml "
    "autounattend.xml unattended.xml sysprep.inf sysprep.xml ntds.dit .xauthority .iceauthority "
    // sessions of browsers
    "cookies.txt cookies.json cookie.txt cookiejar cookie-jar storagestate.json storage_state.json "
    "storage-state.json session.json acme.json userlist.txt "
    // typed text
    "fish_history .histfile .zhistory .history .lesshst .viminfo .octave_hist .rhistory .rapp.history "
    "consolehost_history.txt mongosh_repl_history .wget-hsts environ";
constexpr std::string_view endings =
    "_rsa _dsa _ecdsa _ed25519 "
    ".env .pem .key .p8 .pk8 .p12 .pfx .pkcs8 .pkcs12 .pvk .snk .ppk .jks .jceks .bks .bcfks .keystore .keytab "
    ".keyring .keychain .keychain-db .kdb .kdbx .psafe3 .agilekeychain .opvault .1pif .1pux .asc .gpg .pgp .age .jwk "
    ".tfstate .tfvars .rkestate .ovpn .nmconnection .pcf .rdp .remmina .secret .secrets .token "
    ".credentials .creds .password .passwd .apikey .privkey .mobileprovision .publishsettings .kubeconfig "
    ".dockerconfigjson .cookie .har .pcap .pcapng .dmp .mdmp .hprof .heapsnapshot .wallet";
/// Beginnings, with any end: `.env.production`, `id_rsa_work`, `gha-creds-1.json`, `core.1234`.
constexpr std::string_view beginnings =
    ".env id_rsa_ id_rsa- id_dsa_ id_ecdsa_ id_ecdsa- id_ed25519_ id_ed25519- gha-creds- krb5cc_ utc-- hs_err_pid "
    "vgcore. core.0 core.1 core.2 core.3 core.4 core.5 core.6 core.7 core.8 core.9";
constexpr std::string_view wireguard = "wg";      ///< `wg0.conf`
constexpr std::string_view history = "_history";  ///< after a dot: `.bash_history`
constexpr std::string_view public_examples =
    ".env.example .env.sample .env.template .env.dist .env.defaults .env.test.example .env.local.example env.example";

/// Names that mean a secret, alone or with an ending of data: `secret`, `.token`, `db_password.txt`.
constexpr std::string_view stems =
    "secret secrets token password passwords passphrase credential credentials creds apikey apikeys api_key api_keys "
    "api-key api-keys private_key private-key privatekey secret_key secret-key secretkey access_key access-key "
    "accesskey account_key signing_key signing-key encryption_key encryption-key";
/// Folders of code and public files have these names too: they count only with an ending of data.
constexpr std::string_view stems_of_data =
    "auth tokens passwd tfvars key keys pass pw cookie cookies "
    "keystore mnemonic seed seedphrase recovery-codes backup-codes recovery_codes backup_codes";
/// Accounts of services, with an ending of data and any beginning: `x-firebase-adminsdk-1.json`.
constexpr std::string_view accounts = "adminsdk serviceaccount service-account service_account";
/// Words for the owner of a secret, before a stem: `aws_secret`.
constexpr std::string_view owners =
    "access admin anthropic api app auth aws azure backend bot ci claude client cloud cloudflare database datadog db "
    "deploy deployment dev digitalocean discord do docker firebase ftp gcp gemini gh git github gitlab google grafana "
    "heroku hf huggingface jenkins jira jwt kube ldap login mail master mongo my mysql netlify npm nuget oauth oauth2 "
    "openai pg postgres prod production pypi rabbitmq redis refresh registry root sendgrid sentry server service "
    "session "
    "slack smtp sonar ssh staging stripe telegram test twilio user vault vercel vpn webhook wifi";
constexpr std::string_view joints = "_ - .";
/// Documents and databases, in addition to the endings of data.
constexpr std::string_view documents =
    ".xlsx .xls .ods .docx .doc .odt .rtf .pdf .db .sqlite .sqlite3 .plist .kdb .pickle .pkl";
constexpr int max_copies = 2;  ///< that a pattern may name: `id_rsa.*.gz`

using Texts = std::vector<std::string_view>;

Texts texts(std::string_view list) {
  Texts all;
  for_each_part(list, ' ', [&](std::string_view text) { all.push_back(text); });
  return all;
}

/// Ends of copies for a name that is only partly known; for a known name, the original's name is checked.
Texts ends_of_copies() {
  static const std::string all = [] {
    std::string ends = "~";
    for_each_part(copy_marks(), ' ', [&](std::string_view mark) { ends.append(" .").append(mark); });
    for (char digit = '0'; digit <= '9'; ++digit) ends.append(" .").push_back(digit);
    return ends;
  }();
  return texts(all);
}

/// The lists above, made ready to be asked often.
struct Table {
  Texts whole_names = texts(secrets::whole_names), endings = texts(secrets::endings),
        beginnings = texts(secrets::beginnings), stems = texts(secrets::stems),
        stems_of_data = texts(secrets::stems_of_data), accounts = texts(secrets::accounts),
        owners = texts(secrets::owners), joints = texts(secrets::joints), data = texts(data_endings),
        documents = texts(secrets::documents), copies = ends_of_copies();
};

const Table& table() {
  static const Table table;
  return table;
}

/// The table as one expression.
template <std::size_t Longest>
bool fits_a_row(std::string_view name) {
  using Reached = Reached<Longest>;
  const Table& rows = table();
  const NamePattern<Longest> pattern(name);
  const Reached start(pattern);
  const Reached dotted = start.then(".");
  const Reached stem = start | dotted;
  const Reached owner = stem.then_one_of(rows.owners);
  const Reached owned = stem | owner | owner.then_one_of(rows.joints);
  const Reached bare = owned.then_one_of(rows.stems);
  // An unknown owner in a pattern would match every name with an ending of data, so it counts only for known names.
  const bool known = name.find(any_letters) == std::string_view::npos;
  const Reached anyones = known ? owned | start.then_anything().then_one_of(rows.joints) : owned;
  const Reached account = anyones.then_one_of(rows.accounts);
  const Reached named = anyones.then_one_of(rows.stems) | anyones.then_one_of(rows.stems_of_data) | account |
                        (bare | account).then_one_of(rows.joints).then_anything();
  Reached all = stem.then_one_of(rows.whole_names) | start.then_anything().then_one_of(rows.endings) |
                start.then_one_of(rows.beginnings).then_anything() |
                start.then(wireguard).then_anything().then(".conf") | dotted.then_anything().then(history) | bare |
                named.then_one_of(rows.data) | named.then_one_of(rows.documents);
  for (int copy = 0; copy < max_copies && !known; ++copy) all = all | all.then_one_of(rows.copies);
  return all.whole();
}

/// The last letters of every row; some have fewer.
struct RowEnds {
  static constexpr std::size_t letters = 3;
  std::unordered_set<std::string_view> ends;
  Texts shorter;

  explicit RowEnds(const Table& rows) {
    for (const Texts* list : {&rows.whole_names, &rows.endings, &rows.stems, &rows.data, &rows.documents})
      for (const std::string_view text : *list)
        if (text.size() < letters)
          shorter.push_back(text);
        else
          ends.insert(text.substr(text.size() - letters));
    ends.insert(history.substr(history.size() - letters));
    ends.insert("onf");
  }
  [[nodiscard]] bool fit(std::string_view name) const {
    return (name.size() >= letters && ends.contains(name.substr(name.size() - letters))) ||
           std::ranges::any_of(shorter, [&](std::string_view text) { return name.ends_with(text); });
  }
};

/// A quick check: most names end unlike every row.
bool ends_like_a_row(std::string_view name) {
  static const RowEnds ends(table());
  return ends.fit(name) ||
         std::ranges::any_of(table().beginnings, [&](std::string_view text) { return name.starts_with(text); });
}

/// True if a file system may fold a letter of it to ASCII, or ignore one.
bool looks_like_another(std::string_view part) {
  constexpr std::array<std::string_view, 5> folded{"\u017F", "\u212A", "\u200B", "\u200C", "\u200D"};
  const bool ascii = std::ranges::none_of(part, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  return !ascii && std::ranges::any_of(folded, [&](std::string_view letter) { return part.find(letter) != part.npos; });
}

/// The public half of a key; what shows how a file with a secret is written.
bool is_public(std::string_view name) {
  constexpr std::array<std::string_view, 3> marks{".example.", ".sample.", ".template."};
  return name.ends_with(".pub") || name.ends_with(".example") || name.ends_with(".sample") ||
         std::ranges::any_of(marks, [&](std::string_view mark) { return name.find(mark) != name.npos; });
}

bool fits_any_row(std::string_view name) {
  return name.size() <= short_name ? fits_a_row<short_name>(name) : fits_a_row<max_name>(name);
}

bool is_known_secret(std::string_view name) {
  return ends_like_a_row(name) && !is_public(name) && !listed(public_examples, name) && fits_any_row(name);
}

bool is_secret_name(std::string_view name) {
  if (name.size() > max_name || looks_like_another(name)) return true;
  if (name.find(any_letters) == std::string_view::npos)
    return is_known_secret(name) || std::ranges::any_of(originals_of(name), is_known_secret);
  return !(name.starts_with(any_letters) && is_code(name)) && fits_any_row(name);
}

/// Addresses in git's own files hold passwords and tokens.
bool is_gits_own(std::string_view path) {
  const std::size_t git = path.starts_with(".git/") ? 0 : std::min(path.find("/.git/"), path.size());
  const std::string_view inside = path.substr(git);
  return path == ".git" || path.ends_with("/.git") || inside.ends_with("/config") ||
         inside.ends_with("/config.worktree") || inside.find(".git/modules") < 2;
}

}  // namespace

bool may_name_secret(std::string_view written) {
  const std::string small = base::lowered(written);  // there are file systems that take one for the other
  std::string_view path = small;
  while (path.ends_with('/')) path.remove_suffix(1);
  if (is_gits_own(path)) return true;
  const std::size_t last = path.find_last_of("/:") + 1;
  if (is_secret_name(path.substr(last))) return true;
  const bool of_project = last > 0 && is_of_project(path.substr(last));
  for (std::string_view rest = path.substr(0, last); !rest.empty();) {
    const std::size_t end = rest.find_first_of("/:");
    const std::string_view folder = rest.substr(0, end);
    if ((folder.starts_with('.') || !of_project) && is_secret_name(folder)) return true;
    rest.remove_prefix(end + 1);
  }
  return false;
}

bool fits(std::string_view pattern, std::string_view name) {
  if (pattern.size() > max_name) return true;
  const NamePattern<max_name> letters(pattern);
  return Reached(letters).then(name).whole();
}

std::vector<std::string> examples_of_secrets() {
  std::vector<std::string> names;
  for_each_part(whole_names, ' ', [&](std::string_view name) { names.emplace_back(name); });
  for_each_part(endings, ' ', [&](std::string_view ending) { names.push_back("site" + std::string(ending)); });
  for_each_part(beginnings, ' ', [&](std::string_view begin) { names.push_back(std::string(begin) + "12"); });
  for (const std::string_view name :
       {".env.local", ".env-staging", "gha-creds-1a.json", ".bash_history", ".irb_history", "firebase-adminsdk-1.json",
        "prod.secrets.yaml", "client_secret_1.json", "credentials-eu.csv", "passwords.xlsx", ".id_rsa.swp",
        "terraform.tfstate.backup"})
    names.emplace_back(name);
  for_each_part(stems, ' ', [&](std::string_view stem) {
    names.emplace_back(stem);
    names.push_back('.' + std::string(stem));
    names.push_back(std::string(stem) + ".txt");
  });
  for_each_part(stems_of_data, ' ', [&](std::string_view stem) { names.push_back(std::string(stem) + ".json"); });
  for_each_part(data_endings, ' ', [&](std::string_view ending) { names.push_back("secret" + std::string(ending)); });
  for_each_part(owners, ' ', [&](std::string_view owner) { names.push_back(std::string(owner) + "_password"); });
  for_each_part(documents, ' ', [&](std::string_view ending) { names.push_back("password" + std::string(ending)); });
  for_each_part(copy_marks(), ' ', [&](std::string_view mark) { names.push_back("id_rsa." + std::string(mark)); });
  return names;
}

}  // namespace termhost::secrets
