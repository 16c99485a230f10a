// Programs that no table knows: any of their words may be a command to them.
#pragma once

#include "approval/places/paths.hpp"
#include "approval/programs/program_match.hpp"
#include "approval/rules/rules.hpp"

namespace termhost::approval {

/// The tables know the program, and each word is harmless in its place: none of them is a command.
[[nodiscard]] bool is_known_plain(Words words, shell::ShellKind shell, const ReadablePlaces& places);

/// A rule that a part of the words after the first one spells, as a word, after an `=` or inside a text: `--hook='rm
/// x'`. nullptr: there is none.
[[nodiscard]] const Rule* mentioned_rule(Words words, const RuleIndex& rules, LetterCase letters);

}  // namespace termhost::approval
