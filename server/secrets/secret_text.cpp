#include "secrets/secret_text.hpp"

#include <algorithm>
#include <string>

#include "base/ascii.hpp"
#include "secrets/token_shapes.hpp"
#include "secrets/variables.hpp"

namespace termhost::secrets {
namespace {

constexpr TokenShape web_token{"web token", "eyJ", Alphabet::Token68, 40, 65000, "RFC 7519"};

/// A quick check: most lines have no word that is long enough.
bool holds_long_run(std::string_view text) {
  static const std::size_t shortest = [] {
    std::size_t least = web_token.prefix.size() + web_token.least;
    for (const TokenShape& shape : token_shapes()) least = std::min(least, shape.prefix.size() + shape.least);
    return least;
  }();
  for (std::size_t run = 0; const char c : text) {
    run = is_in(Alphabet::Token68, c) ? run + 1 : 0;
    if (run == shortest) return true;
  }
  return false;
}

bool holds(std::string_view text, const TokenShape& shape) {
  for (std::size_t at = 0; (at = text.find(shape.prefix, at)) != std::string_view::npos; ++at) {
    if (at > 0 && base::is_name_char(text[at - 1])) continue;
    const std::size_t body = at + shape.prefix.size();
    const std::size_t length = run_end(text, body, shape.body) - body;
    const bool whole = length >= shape.least && length <= shape.most;
    if (whole && text.substr(body, length).find(shape.within) != std::string_view::npos) return true;
  }
  return false;
}

bool holds_token(std::string_view text) {
  return holds_long_run(text) &&
         (holds(text, web_token) || std::ranges::any_of(token_shapes(), [&](const auto& s) { return holds(text, s); }));
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

/// `at`: the place where the value would begin, after quotes.
bool holds_value(std::string_view text, std::size_t at) {
  constexpr std::size_t shortest = 4;
  const std::size_t value = text.find_first_not_of("'\"", at);
  return value != std::string_view::npos && text[value] != '$' &&
         run_end(text, value, Alphabet::Token68) - value >= shortest;
}

/// `password=…`, `api-key=…`
bool holds_named_value(std::string_view text) {
  const auto in_name = [](char c) { return base::is_name_char(c) || c == '-' || c == '.'; };
  for (std::size_t at = 0; (at = text.find('=', at)) != std::string_view::npos; ++at) {
    std::size_t name = at;
    while (name > 0 && in_name(text[name - 1])) --name;
    if (says_secret(text.substr(name, at - name)) && holds_value(text, at + 1)) return true;
  }
  return false;
}

/// `Authorization: Bearer …`
bool holds_bearer(std::string_view text) {
  constexpr std::string_view bearer = "bearer ";
  const std::string small = base::lowered(text);
  for (std::size_t at = 0; (at = small.find(bearer, at)) != std::string::npos;)
    if (holds_value(text, at += bearer.size())) return true;
  return false;
}

}  // namespace

bool holds_secret(std::string_view text) {
  return text.find("PRIVATE KEY-----") != std::string_view::npos || holds_token(text) || holds_login(text) ||
         holds_named_value(text) || holds_bearer(text);
}

}  // namespace termhost::secrets
