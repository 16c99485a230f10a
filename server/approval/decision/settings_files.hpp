// Programs that take settings from files of the folder they run in, such as npm from `.npmrc`. If a clone has none of
// these files, such a program only reads.
#pragma once

#include "approval/places/paths.hpp"
#include "approval/programs/program_match.hpp"

namespace termhost::approval {

/// The row of `match` names settings files, and none of them is in the folder it runs in, next to an operand, or in a
/// folder of the workspace above. False for a program without such files: then this is not the reason why it may run.
[[nodiscard]] bool only_reads_without_settings(const ProgramMatch& match, Words words, const ReadablePlaces& places);

/// `npm -v`, `npm run`: asks only for its version or its choices, and none of its settings files is there.
[[nodiscard]] bool describes_itself_without_settings(Words words, const ReadablePlaces& places);

}  // namespace termhost::approval
