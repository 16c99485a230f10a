// A log that an allowed command wrote becomes no code of a later one: not under another name, nor as a patch.
#pragma once

#include <cstddef>

#include "approval/word_proof.hpp"

namespace termhost::approval {

/// A word of the line is the name of a log, or may become one.
[[nodiscard]] bool names_a_log(const shell::SimpleCommands& found);
/// Of `git apply` and `git am`.
[[nodiscard]] Objection patch_words(Words words, const ProofContext& context, std::size_t offset);
/// Of `cp`, `mv`, `ln` and `git mv`.
[[nodiscard]] Objection copy_words(Words words, const ProofContext& context, std::size_t offset);

}  // namespace termhost::approval
