// The marks C at the start of a command's output in an editor's terminal.
#pragma once

#include <string_view>

namespace termhost::vt {

struct StreamHead {
  std::string_view rest;   ///< the stream after the marks
  bool marked = false;     ///< there was one, at least
  bool undecided = false;  ///< `rest` may yet become one: with more of the stream ask again, from its beginning
};

/// Removes the marks from `head`, the stream so far. The editor may have cut a mark itself, so that only `C` BEL is
/// left at the beginning or after another mark. `line_of_fish`: fish 4 draws its line once more before its own mark
/// (OSC 133;C with the line as `cmdline_url`), and VS Code's stream begins with that drawing, or within the mark.
[[nodiscard]] StreamHead strip_start_marks(std::string_view head, std::string_view line_of_fish = {});

}  // namespace termhost::vt
