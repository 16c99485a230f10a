// Programs that take settings from files of the folder they run in, such as npm from `.npmrc`. If a clone has none of
// these files, such a program only reads.
#pragma once

#include "approval/known.hpp"
#include "approval/paths.hpp"

namespace termhost::approval {

/// The row of `known` names files, and none of them lies where it runs, beside an operand, or in a folder of the
/// workspace above. False for a program that heeds none: then this is not the reason why it may run.
[[nodiscard]] bool reads_where_it_heeds_nothing(const Known& known, Words words, const ReadablePlaces& places);

/// `npm -v`, `npm run`: asked for nothing but its version or its choices, where none of the files is that it heeds.
[[nodiscard]] bool tells_where_it_heeds_nothing(Words words, const ReadablePlaces& places);

}  // namespace termhost::approval
