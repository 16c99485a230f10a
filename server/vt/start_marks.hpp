// The marks C that lead the output of a command in an editor's terminal.
#pragma once

#include <string_view>

namespace termhost::vt {

struct StreamHead {
  std::string_view rest;   ///< what is behind the marks
  bool marked = false;     ///< there was one, at least
  bool undecided = false;  ///< `rest` may yet become one: with more of the stream ask again, from its beginning
};

/// `head`: the stream so far. Of a mark that the editor itself cut only `C` BEL may be there, at the very beginning or
/// behind another mark. `line_of_fish`: fish 4 draws the line that it runs once more before its own mark (OSC 133;C
/// with the line as `cmdline_url`), and VS Code's stream begins with that, or within the mark.
[[nodiscard]] StreamHead strip_start_marks(std::string_view head, std::string_view line_of_fish = {});

}  // namespace termhost::vt
