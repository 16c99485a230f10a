// Programs that tell of the machine: what of it is a secret, and which of them ask the network.
#pragma once

#include <cstddef>

#include "approval/word_proof.hpp"

namespace termhost::approval {

[[nodiscard]] Objection printenv_words(Words words, const ProofContext& context, std::size_t offset);
[[nodiscard]] Objection ps_words(Words words, const ProofContext& context, std::size_t offset);
[[nodiscard]] Objection lsof_words(Words words, const ProofContext& context, std::size_t offset);
[[nodiscard]] Objection man_words(Words words, const ProofContext& context, std::size_t offset);

}  // namespace termhost::approval
