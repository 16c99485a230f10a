// Arguments of options: whether one is what its row says that it must be.
#pragma once

#include <string_view>

#include "approval/program_table.hpp"

namespace termhost::approval {

/// An option's argument, in its own word or behind the option.
struct Argument {
  std::string_view text;
  bool known = true;
  bool number = false;
  bool splits = false;
};

[[nodiscard]] bool fits(ArgumentKind kind, const Argument& argument);

/// What follows an option is its argument, unless another version or a sibling of the program takes none there; what
/// follows `--` no option, unless it is passed on. Harmless in both readings? `reading`: without a rule.
[[nodiscard]] bool is_harmless_flag(const Program& program, std::string_view text, bool reading);

/// Is `part` one of the path's components?
[[nodiscard]] bool has_part(std::string_view path, std::string_view part);

}  // namespace termhost::approval
