// Shapes of tokens that name their service: two tables, with the source document in each row. A shape is listed only if
// no other text looks like it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "secrets/alphabet.hpp"

namespace termhost::secrets {

/// A token that begins with a prefix. The character before it is not a letter, digit or `_`, unless that ends an escape
/// such as \n or %3D. The character after it is not of its alphabet.
struct TokenShape {
  std::string_view name;  ///< as it is shown
  std::string_view prefix;
  Alphabet body;
  std::uint16_t least, most;  ///< characters after the prefix; longer texts are not tokens
  std::string_view source;
  std::string_view within = {};  ///< a text that the body must contain
  bool in_base64 = false;        ///< a short prefix, which base64 may have by chance: not within it
};
[[nodiscard]] std::span<const TokenShape> token_shapes();

/// A value that looks like a hash, so only its name marks it: `name = "value"`, `"name": "value"`.
struct NamedShape {
  std::string_view name;
  std::string_view key;  ///< lower case; found in any
  Alphabet body;
  std::uint16_t least, most;
  std::string_view source;
};
[[nodiscard]] std::span<const NamedShape> named_shapes();

}  // namespace termhost::secrets
