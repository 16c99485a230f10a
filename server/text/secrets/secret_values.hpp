// Variables of an environment that hold a secret, by their names and by the look of their values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::text {

inline constexpr std::size_t shortest_secret = 8;        ///< bytes of a value
inline constexpr std::size_t shortest_named_secret = 4;  ///< if the user calls it a secret

struct NamedValue {
  std::string name, value;
  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

/// True if the value of a variable with a secret's name is one. Numbers, paths, placeholders, switches and a few plain
/// words are not.
[[nodiscard]] bool may_be_secret(std::string_view value);

/// True for letters and digits that nobody would write as a word. `shortest`: in bytes. A text of fewer than 16 bytes
/// must be one word and change between letters and digits more often.
[[nodiscard]] bool looks_random(std::string_view word, std::size_t shortest = 16);

using Variables = std::map<std::string, std::string>;

/// If the name means a password, words that are joined are a secret too. `also`: names that the user calls secret.
[[nodiscard]] std::vector<NamedValue> secret_values(const Variables& variables, const std::vector<std::string>& also);

}  // namespace termhost::text
