// Input that a terminal sends by itself, without a key: the answer to a query of a program or of the shell's line
// editor, or a report that the focus has changed. Sources: xterm's control sequences, ECMA-48.
#pragma once

#include <string_view>

namespace termhost::vt {

/// True if `input` has only such answers. F3 with a modifier counts as a report of the cursor's position, because the
/// two have the same bytes.
[[nodiscard]] bool are_answers(std::string_view input);

}  // namespace termhost::vt
