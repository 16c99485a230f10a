// A log that an allowed command wrote must not become code of a later one, by a copy or as a patch.
#pragma once

#include <cstddef>

#include "approval/proof/word_proof.hpp"

namespace termhost::approval {

/// A word of the line is the name of a log, or may become one.
[[nodiscard]] bool names_a_log(const shell::SimpleCommands& found);
/// Checks the words of `git apply` and `git am`.
[[nodiscard]] Objection patch_words(Words words, const ProofContext& context, std::size_t offset);
/// Checks the words of `cp`, `mv`, `ln` and `git mv`.
[[nodiscard]] Objection copy_words(Words words, const ProofContext& context, std::size_t offset);

}  // namespace termhost::approval
