// A rule for an interpreter alone speaks of code of this project, or code that the line itself holds.
#pragma once

#include "approval/operands.hpp"
#include "approval/word_proof.hpp"

namespace termhost::approval {

/// Why the interpreter `words[0]` may run what is of neither kind: a script, a module's file or a preloaded one outside
/// of the workspace, what a log says.
[[nodiscard]] Objection foreign_code(Words words, const ProofContext& context);

}  // namespace termhost::approval
