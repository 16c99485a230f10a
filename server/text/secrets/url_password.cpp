#include "text/secrets/url_password.hpp"

#include <algorithm>
#include <array>

#include "text/secrets/secret_values.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t longest = 1024;      ///< of user and password
constexpr std::size_t shortest_word = 16;  ///< that is a token and no user's name

/// Passwords in URLs of documents and tests, which are not secret.
constexpr auto ordinary = std::to_array<std::string_view>({
    "password", "passwd",        "pass",    "pwd",      "pw",         "secret",       "token",    "user",       "admin",
    "root",     "test",          "guest",   "postgres", "mysql",      "redis",        "rabbitmq", "mongo",      "foo",
    "bar",      "x-oauth-basic", "hunter2", "p@ssw0rd", "mypassword", "yourpassword", "dbpass",   "dbpassword",
});

bool is_ordinary(std::string_view password, std::string_view user) {
  const std::string lower = base::lowered(password);
  if (password == user || password.empty() || password.find_first_of("$*{}[]") == 0) return true;
  if (std::find(ordinary.begin(), ordinary.end(), lower) != ordinary.end()) return true;
  return password.find_first_not_of(password.front()) == npos ||
         (password.size() >= shortest_secret && is_placeholder(password));
}

/// user:password
Sighting password_in(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t colon = text.substr(0, end).find(':', begin);
  if (colon != npos) {
    const std::string_view user = text.substr(begin, colon - begin);
    const std::string_view password = text.substr(colon + 1, end - colon - 1);
    return is_ordinary(password, user) ? Sighting{} : Sighting{colon + 1, end};
  }
  const std::string_view word = text.substr(begin, end - begin);
  return word.size() >= shortest_word && looks_random(word) && !is_placeholder(word) ? Sighting{begin, end}
                                                                                     : Sighting{};
}

/// True for a text that may follow a host name: "3000", "3000."
bool is_port(std::string_view text) {
  constexpr std::size_t longest_port = 5;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  return digits <= longest_port && std::none_of(text.begin() + static_cast<std::ptrdiff_t>(digits), text.end(),
                                                [](char c) { return base::is_letter_or_digit(c); });
}

/// user:passw, of which the rest is cut off: what can still be a password is one.
Sighting password_begun_in(std::string_view text, std::size_t begin) {
  const std::size_t colon = text.find(':', begin);
  if (colon == npos || text[begin] == '[' || text.size() - colon <= least_of_cut) return {};
  return is_port(text.substr(colon + 1)) ? Sighting{} : password_in(text, begin, text.size());
}

}  // namespace

Sighting match_url_password(const Stretch& in, std::size_t at) {
  constexpr std::string_view ends = " \t\r\n/?#\"'<>`\\|()";
  if (at == 0 || !base::is_letter_or_digit(in.text[at - 1])) return {};
  const std::size_t begin = at + 3;
  const std::string_view text = in.text.substr(0, begin + longest);
  const std::size_t end = std::min(text.find_first_of(ends, begin), text.size());
  const std::size_t at_sign = text.substr(begin, end - begin).rfind('@');
  const std::size_t host = begin + at_sign;
  const bool has_user = at_sign != npos && at_sign > 0;
  const bool at_end = end == in.text.size(), open = at_end && in.goes_on;
  if (!has_user) return open || !at_end ? Sighting{begin, begin, open} : password_begun_in(in.text, begin);
  const bool has_host = host + 1 < end || at_end;
  Sighting found = has_host ? password_in(text, begin, host) : Sighting{};
  found.open = open;
  return found;
}

}  // namespace termhost::text
