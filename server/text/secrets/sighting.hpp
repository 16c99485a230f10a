// What is seen of a secret at one place of a text, and what may stand before one.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/ascii.hpp"

namespace termhost::text {

/// A text that may go on behind its end.
struct Stretch {
  std::string_view text;
  bool goes_on = false;
};

struct Sighting {
  std::size_t begin = 0, end = 0;  ///< to be hidden; equal: nothing is
  bool open = false;               ///< it reaches the end of the text, and what comes behind that decides
};

/// So many bytes of a secret that is cut off there are hidden; fewer say nothing.
inline constexpr std::size_t least_of_cut = 4;

/// How far back a matcher looks from where it was called.
inline constexpr std::size_t look_behind = 80;

/// Whether a token may begin at `at`: behind no letter, digit or `_`, unless that ends an escape: \n, \u003d, %3D, a
/// colour of a terminal.
[[nodiscard]] bool begins_token(std::string_view text, std::size_t at);

/// Written to show where a secret goes: an example, a run of x, few different characters.
[[nodiscard]] bool is_placeholder(std::string_view text);

/// The same of a password, which may have any word further behind.
[[nodiscard]] bool begins_as_placeholder(std::string_view text);

}  // namespace termhost::text
