#include "text/secrets/secret_values.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "secrets/variables.hpp"
#include "text/secrets/sighting.hpp"

namespace termhost::text {
namespace {

bool is_path(std::string_view value) {
  const bool begins = value.starts_with('/') || value.starts_with("./") || value.starts_with("../") ||
                      value.starts_with('~') || value.substr(1).starts_with(":\\");
  if (!begins) return false;
  const std::size_t name = value.find_first_not_of("/.~");  // base64 may begin with a slash
  return name == std::string_view::npos || !looks_random(value.substr(name));
}

std::size_t count_humps(std::string_view value) {
  std::size_t humps = 0;
  for (std::size_t i = 1; i < value.size(); ++i)
    humps +=
        base::is_letter(value[i]) && value[i] >= 'A' && value[i] <= 'Z' && value[i - 1] >= 'a' && value[i - 1] <= 'z';
  return humps;
}

/// Words of letters and joints, such as `osxkeychain` or `use-the-keyring`: output may have them for other reasons.
bool is_plain(std::string_view value, std::string_view joints) {
  constexpr std::size_t longest = 20, most_humps = 2;
  const bool plain = std::all_of(value.begin(), value.end(), [&](char c) {
    return base::is_letter(c) || joints.find(c) != std::string_view::npos;
  });
  return plain && value.size() < longest && count_humps(value) <= most_humps;
}

bool is_words(std::string_view value) { return is_plain(value, "-_. ,:/"); }
bool is_word(std::string_view value) { return is_plain(value, ""); }

bool is_number(std::string_view value) {
  return value.find_first_not_of("0123456789.,:/+- TZ") == std::string_view::npos;
}

std::string_view trimmed(std::string_view value) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = value.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return value.substr(begin, value.find_last_not_of(blanks) + 1 - begin);
}

/// False for a URL as well: secrets in URLs have shapes of their own.
bool has_form_of_secret(std::string_view value) {
  return value.size() >= shortest_secret && !is_number(value) && !is_path(value) &&
         value.find("://") == std::string_view::npos;
}

/// People choose words, and join them.
bool may_be_password(std::string_view value) {
  return has_form_of_secret(value) && !is_word(value) && !begins_as_placeholder(value);
}

bool holds_secret(std::string_view name, std::string_view value) {
  using secrets::VariableKind;
  const VariableKind kind = secrets::variable_kind(name);
  if (kind == VariableKind::Password) return may_be_password(value);
  return kind == VariableKind::Secret && may_be_secret(value);
}

}  // namespace

bool may_be_secret(std::string_view value) {
  return has_form_of_secret(value) && !is_words(value) && !is_placeholder(value);
}

bool looks_random(std::string_view word, std::size_t shortest) {
  constexpr std::size_t long_word = 16, changes_divisor = 6, of_short = 4;
  bool lower = false, upper = false, digit = false;
  std::size_t changes = 0;
  char before = 0;
  for (const char c : word) {
    lower |= c >= 'a' && c <= 'z';
    upper |= c >= 'A' && c <= 'Z';
    digit |= base::is_digit(c);
    changes += before != 0 && base::is_digit(c) != base::is_digit(before);
    before = c;
  }
  if (word.size() < shortest || !digit) return false;
  if (word.size() < long_word) return changes >= word.size() / of_short && word.find(' ') == std::string_view::npos;
  return (lower && upper) || changes >= word.size() / changes_divisor;
}

std::vector<NamedValue> secret_values(const Variables& variables, const std::vector<std::string>& also) {
  constexpr std::size_t most = 256;
  std::vector<NamedValue> found;
  for (const auto& [name, given] : variables) {
    const std::string_view value = trimmed(given);
    const bool named = std::find(also.begin(), also.end(), name) != also.end();
    const bool secret = named ? value.size() >= shortest_named_secret : holds_secret(name, value);
    if (secret && found.size() < most) found.push_back({name, std::string(value)});
  }
  return found;
}

}  // namespace termhost::text
