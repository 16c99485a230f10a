#include "approval/secrets.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// What tokens of well-known services begin with, and how many letters follow at least.
struct Token {
  std::string_view start;
  std::size_t letters;
};

constexpr std::array tokens{
    Token{"AKIA", 16},  Token{"ASIA", 16},        Token{"ghp_", 30},    Token{"gho_", 30}, Token{"ghs_", 30},
    Token{"ghu_", 30},  Token{"github_pat_", 30}, Token{"glpat-", 20},  Token{"sk-", 20},  Token{"sk_live_", 16},
    Token{"xoxb-", 20}, Token{"xoxp-", 20},       Token{"AIza", 30},    Token{"npm_", 30}, Token{"pypi-", 30},
    Token{"hf_", 30},   Token{"eyJ", 40},         Token{"dop_v1_", 40}, Token{"SG.", 30},
};

/// Names that a secret is given to: `password=…`, `Authorization: Bearer …`; each ends in `=` or a blank.
constexpr std::array<std::string_view, 12> token_names{
    "password=", "passwd=",     "secret=", "token=",       "api_key=",    "apikey=",
    "api-key=",  "access_key=", "bearer ", "private_key=", "auth_token=", "pass="};

bool is_token_char(char c) { return is_name_char(c) || c == '-' || c == '.' || c == '/' || c == '+'; }

std::size_t run_length(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_token_char) - text.begin());
}

/// Most lines hold no word that is long enough.
bool holds_long_run(std::string_view text) {
  constexpr auto size_of = [](const Token& token) { return token.start.size() + token.letters; };
  constexpr std::size_t shortest = size_of(*std::ranges::min_element(tokens, {}, size_of));
  for (std::size_t run = 0; const char c : text) {
    run = is_token_char(c) ? run + 1 : 0;
    if (run == shortest) return true;
  }
  return false;
}

bool holds_token(std::string_view text) {
  return holds_long_run(text) && std::any_of(tokens.begin(), tokens.end(), [&](const Token& token) {
           for (std::size_t at = 0; (at = text.find(token.start, at)) != std::string_view::npos; ++at) {
             const bool starts = at == 0 || !is_name_char(text[at - 1]);
             if (starts && run_length(text.substr(at + token.start.size())) >= token.letters) return true;
           }
           return false;
         });
}

/// `scheme://user:password@host`
bool holds_login(std::string_view text) {
  for (std::size_t at = 0; (at = text.find("://", at)) != std::string_view::npos; at += 3) {
    const std::string_view rest = text.substr(at + 3);
    const std::string_view host = rest.substr(0, rest.find_first_of("/ \t\n'\"?#"));
    const std::size_t colon = host.find(':');
    if (colon != std::string_view::npos && host.find('@', colon + 2) != std::string_view::npos &&
        host[colon + 1] != '$')
      return true;
  }
  return false;
}

}  // namespace

bool names_secret_variable(std::string_view name) {
  constexpr std::array<std::string_view, 16> parts{
      "WEBHOOK", "SESSION",    "MONGO", "REDIS_URL", "TOKEN", "SECRET", "PASS",         "_KEY",
      "APIKEY",  "CREDENTIAL", "AUTH",  "PRIVATE",   "_PWD",  "_DSN",   "DATABASE_URL", "COOKIE"};
  const std::string_view last = name.substr(name.rfind('_') + 1);  // all of it where there is none
  if (listed("PAT SK KEY URI JWT", last) || listed("history historywords", name)) return true;
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

bool shows_secret_variable(std::string_view command, shell::ShellKind shell) {
  if (shell == shell::ShellKind::PowerShell && lower(command).find("startinfo") != std::string::npos) return true;
  for (std::size_t at = 0; (at = command.find("$$", at)) != std::string_view::npos; ++at)  // fish: the one that x names
    if (at + 2 < command.size() && is_name_start(command[at + 2])) return true;
  for (std::size_t at = 0; (at = command.find('$', at)) != std::string_view::npos;) {
    at = std::min(command.find_first_not_of("${(#!^=~@", at), command.size());
    std::string_view rest = command.substr(at);
    if (lower(rest.substr(0, 4)) == "env:") rest.remove_prefix(4);  // PowerShell
    const auto* end = std::find_if_not(rest.begin(), rest.end(), is_name_char);
    if (names_secret_variable(rest.substr(0, static_cast<std::size_t>(end - rest.begin())))) return true;
  }
  return false;
}

bool holds_secret(std::string_view text) {
  if (text.find("PRIVATE KEY-----") != std::string_view::npos || holds_token(text) || holds_login(text)) return true;
  const std::string small = lower(text);
  for (std::size_t end = 0; (end = small.find_first_of("= ", end)) != std::string::npos;) {
    const std::string_view before = std::string_view(small).substr(0, ++end);
    if (std::ranges::none_of(token_names, [&](std::string_view name) { return before.ends_with(name); })) continue;
    const std::size_t value = small.find_first_not_of("'\"", end);
    if (value != std::string::npos && small[value] != '$' && run_length(std::string_view(small).substr(value)) >= 4)
      return true;
  }
  return false;
}

}  // namespace termhost::approval
