// Words that no row can describe: names that builtins set, numbers that are expressions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "approval/word_proof.hpp"

namespace termhost::approval {

/// `words[0]` is the program; word i of them is word `offset + i` of the command.
using SpecialProof = Objection (*)(Words words, const ProofContext& context, std::size_t offset);

/// nullptr: the row says all.
[[nodiscard]] SpecialProof find_special(std::string_view program);

/// Its unknown parts are digits at worst.
[[nodiscard]] inline bool is_digits(const shell::ShellWord& word) {
  return word.unknown == shell::UnknownPart::Digits || word.unknown == shell::UnknownPart::Number;
}

}  // namespace termhost::approval
