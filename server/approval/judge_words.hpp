// What the parts of Judge share: its words, its bounds.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

inline constexpr int max_layers = 8;
inline constexpr std::string_view read_only = "built-in: only reads";
inline constexpr std::string_view effectless = "built-in: changes nothing";
inline constexpr std::string_view no_rule = "no rule allows it";

[[nodiscard]] inline std::string blocked(std::string_view what) {
  return fmt::format("an allow rule does not speak for it: {}", what);
}

/// Something else than the terminal is its input.
[[nodiscard]] inline bool is_fed(const shell::SimpleCommand& command) {
  return command.piped || command.input ||
         std::any_of(command.redirections.begin(), command.redirections.end(),
                     [](const shell::FileRedirection& r) { return r.access == shell::FileRedirection::Access::Read; });
}

}  // namespace termhost::approval
