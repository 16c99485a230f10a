// Words that no row can describe: names that builtins set, numbers that are expressions.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "approval/proof/word_proof.hpp"

namespace termhost::approval {

/// `words[0]` is the program; word i of them is word `offset + i` of the command.
using WordCheck = Objection (*)(Words words, const ProofContext& context, std::size_t offset);

/// nullptr: the row says all.
[[nodiscard]] WordCheck find_word_check(std::string_view program);

/// True if its unknown parts can only be digits.
[[nodiscard]] inline bool is_digits(const shell::ShellWord& word) {
  return word.unknown == shell::UnknownPart::Digits || word.unknown == shell::UnknownPart::Number;
}

}  // namespace termhost::approval
