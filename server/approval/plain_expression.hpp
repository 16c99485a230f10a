// Code of Python and JavaScript that only computes: `python3 -c 'print(2**32)'`, `node -p process.version`.
#pragma once

#include "approval/known.hpp"

namespace termhost::approval {

/// The command is an interpreter that is given such code and nothing else.
[[nodiscard]] bool only_computes(Words words);

}  // namespace termhost::approval
