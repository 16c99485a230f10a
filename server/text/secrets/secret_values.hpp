// Which variables of an environment hold a secret: by what their names say and what their values look like.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::text {

inline constexpr std::size_t shortest_secret = 8;        ///< bytes of a value
inline constexpr std::size_t shortest_named_secret = 4;  ///< where the person says that it is one

struct NamedValue {
  std::string name, value;
  friend bool operator==(const NamedValue&, const NamedValue&) = default;
};

/// Whether what is set to a name that says so is one: no number, path, placeholder, switch, nor a few plain words.
[[nodiscard]] bool may_be_secret(std::string_view value);

/// Letters and digits as nobody would write them. `shortest`: bytes; what has fewer than 16 must be one word and change
/// between them more often.
[[nodiscard]] bool looks_random(std::string_view word, std::size_t shortest = 16);

using Variables = std::map<std::string, std::string>;

/// Of a name that says password words that are joined are one too. `also`: names that the person calls secret.
[[nodiscard]] std::vector<NamedValue> secret_values(const Variables& variables, const std::vector<std::string>& also);

}  // namespace termhost::text
