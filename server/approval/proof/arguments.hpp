// Arguments of options: checks that an argument has the kind that the table's row requires.
#pragma once

#include <string_view>

#include "approval/programs/program_table.hpp"

namespace termhost::approval {

/// An option's argument, in a word of its own or attached to the option.
struct Argument {
  std::string_view text;
  bool known = true;
  bool number = false;
  bool splits = false;
};

[[nodiscard]] bool fits(ArgumentKind kind, const Argument& argument);

/// True if the word `text` after an option is harmless both as the option's argument and as an option of its own,
/// because another version of the program, or a sibling, may take no argument there. A word after `--` is not an
/// option, unless the program passes it on. `reading`: no rule allows the command.
[[nodiscard]] bool is_harmless_flag(const Program& program, std::string_view text, bool reading);

/// True if `part` is one of the path's components.
[[nodiscard]] bool has_part(std::string_view path, std::string_view part);

}  // namespace termhost::approval
