#include "shell/powershell_tokens/operators.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "shell/powershell_tokens/characters.hpp"

namespace termhost::shell::powershell {
namespace {

/// These also come with c (case-sensitive) or i before the name.
constexpr std::array<std::string_view, 15> comparing{"eq",      "ne",       "gt",          "ge",    "lt",
                                                     "le",      "like",     "notlike",     "match", "notmatch",
                                                     "replace", "contains", "notcontains", "in",    "notin"};
constexpr std::array<std::string_view, 15> named{"and", "or", "xor",  "band",  "bor",    "bxor",   "is", "isnot",
                                                 "as",  "f",  "join", "split", "csplit", "isplit", "shl"};
constexpr std::array<std::string_view, 6> prefixes{"not", "bnot", "split", "csplit", "isplit", "join"};

template <class Names>
bool holds(const Names& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view row) { return equal_ignoring_case(row, name); });
}

bool is_binary_name(std::string_view name) {
  if (holds(comparing, name) || holds(named, name) || equal_ignoring_case(name, "shr")) return true;
  const bool cased =
      name.size() > 1 && (equal_ignoring_case(name.substr(0, 1), "c") || equal_ignoring_case(name.substr(0, 1), "i"));
  return cased && holds(comparing, name.substr(1));
}

/// The letters after the dash at `at`.
std::string_view name_after_dash(std::string_view text, std::uint32_t at) {
  const std::uint32_t begin = at + dash(text, at);
  std::uint32_t end = begin;
  while (base::is_letter(byte(text, end))) ++end;
  return text.substr(begin, end - begin);
}

/// A dash that is the operator minus: no name, no second dash, no `=` after it.
bool is_minus(std::string_view text, std::uint32_t at) {
  const std::uint32_t after = at + dash(text, at);
  const char next = byte(text, after);
  return next != '=' && dash(text, after) == 0 && !base::is_letter(next) && next != '_' && next != '?';
}

}  // namespace

std::uint32_t increment(std::string_view text, std::uint32_t at) {
  if (byte(text, at) == '+' && byte(text, at + 1) == '+') return 2;
  const std::uint32_t first = dash(text, at);
  const std::uint32_t second = first > 0 ? dash(text, at + first) : 0;
  return second > 0 ? first + second : 0;
}

std::uint32_t prefix_operator(std::string_view text, std::uint32_t at, bool comma) {
  const char c = byte(text, at);
  if (c == '!') return 1;
  if (c == ',') return comma ? 1 : 0;
  if (const std::uint32_t length = increment(text, at); length > 0) return length;
  if (c == '+') return byte(text, at + 1) == '=' ? 0 : 1;
  const std::uint32_t length = dash(text, at);
  if (length == 0) return 0;
  const std::string_view name = name_after_dash(text, at);
  if (holds(prefixes, name)) return length + static_cast<std::uint32_t>(name.size());
  return is_minus(text, at) ? length : 0;
}

std::uint32_t binary_operator(std::string_view text, std::uint32_t at, bool comma) {
  const char c = byte(text, at);
  const char next = byte(text, at + 1);
  switch (c) {
    case ',': return comma ? 1 : 0;
    case '.': return next == '.' ? 2 : 0;
    case '+': return next == '+' || next == '=' ? 0 : 1;
    case '*': return next == '=' || next == '>' ? 0 : 1;
    case '/':
    case '%': return next == '=' ? 0 : 1;
    case '?': return next == '?' && byte(text, at + 2) != '=' ? 2 : 0;
    default: break;
  }
  const std::uint32_t length = dash(text, at);
  if (length == 0) return 0;
  const std::string_view name = name_after_dash(text, at);
  if (is_binary_name(name)) return length + static_cast<std::uint32_t>(name.size());
  return is_minus(text, at) ? length : 0;
}

std::uint32_t assignment_operator(std::string_view text, std::uint32_t at) {
  const char c = byte(text, at);
  if (c == '=') return 1;
  if (c == '?') return byte(text, at + 1) == '?' && byte(text, at + 2) == '=' ? 3 : 0;
  const std::uint32_t length =
      std::string_view("+*/%").find(c) != std::string_view::npos && c != '\0' ? 1 : dash(text, at);
  return length > 0 && byte(text, at + length) == '=' ? length + 1 : 0;
}

}  // namespace termhost::shell::powershell
