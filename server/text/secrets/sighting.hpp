// A secret, or a part of it, seen at one place of a text; and the text that may be before a secret.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/ascii.hpp"

namespace termhost::text {

/// A text that may continue after its end.
struct Stretch {
  std::string_view text;
  bool goes_on = false;
};

struct Sighting {
  std::size_t begin = 0, end = 0;  ///< to be hidden; equal: nothing is
  bool open = false;               ///< it reaches the end of the text, and the next bytes decide
};

/// So many bytes of a secret that is cut off there are hidden; fewer say nothing.
inline constexpr std::size_t least_of_cut = 4;

/// The distance that a matcher looks back from its place.
inline constexpr std::size_t look_behind = 80;

/// True if a token may begin at `at`: not after a letter, a digit or `_`, unless that ends an escape: \n, \u003d, %3D,
/// a colour of a terminal.
[[nodiscard]] bool begins_token(std::string_view text, std::size_t at);

/// Written to show where a secret goes: an example, a run of x, few different characters.
[[nodiscard]] bool is_placeholder(std::string_view text);

/// Like is_placeholder, for a password: any word may follow the placeholder.
[[nodiscard]] bool begins_as_placeholder(std::string_view text);

}  // namespace termhost::text
