// Programs that report about the machine: finds those that show secrets, or use the network.
#pragma once

#include <cstddef>

#include "approval/proof/word_proof.hpp"

namespace termhost::approval {

[[nodiscard]] Objection printenv_words(Words words, const ProofContext& context, std::size_t offset);
[[nodiscard]] Objection ps_words(Words words, const ProofContext& context, std::size_t offset);
[[nodiscard]] Objection lsof_words(Words words, const ProofContext& context, std::size_t offset);
[[nodiscard]] Objection man_words(Words words, const ProofContext& context, std::size_t offset);

}  // namespace termhost::approval
