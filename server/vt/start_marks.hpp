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
/// behind another mark.
[[nodiscard]] StreamHead strip_start_marks(std::string_view head);

}  // namespace termhost::vt
