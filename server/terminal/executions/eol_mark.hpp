// zsh ends the output of each command with a mark that makes a missing newline visible: bold, inverse `%` (or `#` for
// root), reset, blanks to the right edge, and `CR SP CR`. In VS Code's terminals it is inside the stream
// of the command's output; it is no output.
#pragma once

#include <string>
#include <string_view>

namespace termhost::terminal {

/// Holds back what may be the mark at the end of `held + bytes`; returns what surely is output. `held` is the filter's
/// whole state: drop it at the end of the stream if is_eol_mark(held), else it is output.
[[nodiscard]] std::string_view filter_eol_mark(std::string& held, std::string_view bytes, std::string& scratch);

[[nodiscard]] bool is_eol_mark(std::string_view text);

}  // namespace termhost::terminal
