// Code in languages other than a shell's, in the words and the input of their interpreters: `vim -c`, `gdb -ex`, `ed
// <<<`. No parser here reads it, so a denied command may be hidden in it if there is a deny list.
#pragma once

#include <cstddef>
#include <vector>

#include "approval/nested/unwrap.hpp"
#include "approval/programs/wrapper_table.hpp"

namespace termhost::approval {

/// `row` must be a language's; `first`: the word after the program and its subcommand.
void read_language(const CommandView& command, const Wrapper& row, std::size_t first,
                   std::vector<NestedCommand>& found);

}  // namespace termhost::approval
