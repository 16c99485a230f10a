#include "approval/programs/effects.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "approval/entries.hpp"
#include "approval/text.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {
namespace {

struct Effect {
  std::string_view options;  ///< beginnings, separated by blanks
  std::string_view text;
};

/// By program; in the order of the table.
using Effects = std::unordered_map<std::string_view, std::vector<Effect>>;

Effects read_effects() {
  Effects effects;
  for (const Entry& entry : read_entries("effects"))
    for (const std::string_view line : entry.lines) {
      const std::size_t colon = line.find(": ");
      for (const std::string_view name : entry.names)
        effects[name].push_back({line.substr(0, colon), line.substr(colon + 2)});
    }
  return effects;
}

std::string shown(std::string_view word) {
  std::string text;
  for (const char c : word) text += c == shell::unknown_part ? std::string("…") : std::string(1, c);
  return text;
}

std::string_view effect_of(std::string_view program, std::string_view option) {
  static const Effects effects = read_effects();
  const auto known = effects.find(program.substr(0, program.find(' ')));
  if (known == effects.end()) return {};
  std::string_view text;
  for (const Effect& effect : known->second)
    for_each_part(effect.options, ' ', [&](std::string_view beginning) {
      if (text.empty() && option.starts_with(beginning)) text = effect.text;
    });
  return text;
}

}  // namespace

std::string describe_option(std::string_view program, std::string_view option) {
  const std::string_view effect = effect_of(program, option);
  if (effect.empty()) return fmt::format("`{}` of `{}` is not known to be harmless", shown(option), shown(program));
  return fmt::format("`{} {}` {}", shown(program), shown(option), effect);
}

std::string describe_argument(std::string_view program, std::string_view option, std::string_view word) {
  const std::string_view effect = effect_of(program, option);
  if (!effect.empty())
    return fmt::format("`{} {}{}` {}", shown(program), word == option ? "" : shown(option) + ' ', shown(word), effect);
  return fmt::format("the effect of `{}` on `{}` is not known to be harmless", shown(program), shown(word));
}

std::string describe_operand(std::string_view program, std::string_view word) {
  if (listed("date hostname", program))
    return fmt::format("`{} {}` may set the clock or the name of the machine", program, shown(word));
  if (listed("uniq guniq xxd", program))
    return fmt::format("`{}` may be a file that `{}` writes", shown(word), program);
  return fmt::format("the effect of `{}` with `{}` is not known", shown(program), shown(word));
}

}  // namespace termhost::approval
