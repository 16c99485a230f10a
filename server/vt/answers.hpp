// Input that no key sends: a terminal gives it by itself, as the answer to a query of a program or of the shell's line
// editor, or to tell that it has or loses the focus. Sources: xterm's control sequences, ECMA-48.
#pragma once

#include <string_view>

namespace termhost::vt {

/// The input is such answers and nothing else. F3 with a modifier reads as the position of the cursor, as it does for
/// every program.
[[nodiscard]] bool are_answers(std::string_view input);

}  // namespace termhost::vt
