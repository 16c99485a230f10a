// A rule for an interpreter alone speaks of code of this project, or code that the line itself holds.
#pragma once

#include "approval/proof/operands.hpp"
#include "approval/proof/word_proof.hpp"

namespace termhost::approval {

/// The reason why the interpreter `words[0]` may run other code: a script, a module's file or a preloaded one outside
/// of the workspace, or the text of a log.
[[nodiscard]] Objection foreign_code(Words words, const ProofContext& context);

}  // namespace termhost::approval
