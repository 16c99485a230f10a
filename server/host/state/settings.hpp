// The settings (names, defaults and ranges: protocol/settings.hpp) in the units of the core.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/clock.hpp"
#include "protocol/settings.hpp"

namespace termhost::host {

using protocol::Fallback;
using protocol::Settings;
using protocol::ShowTerminal;
using protocol::TerminalsPreference;

[[nodiscard]] inline base::Millis command_delay(const Settings& settings) {
  return base::Millis(settings.command_delay);
}

[[nodiscard]] inline base::Millis integration_timeout(const Settings& settings) {
  return base::Millis(settings.shell_integration_timeout);
}

/// The longest time for a shell to report the start of a typed command.
[[nodiscard]] inline base::Millis start_patience(const Settings& settings) {
  return integration_timeout(settings) + command_delay(settings) + base::Millis{1000};
}

/// After which a call without a timeout is answered, whatever its command does; nothing: when that has ended.
/// `otherwise`: where the settings do not say.
[[nodiscard]] inline std::optional<base::Millis> call_patience(const Settings& settings,
                                                               std::optional<base::Millis> otherwise = {}) {
  if (settings.call_patience < 0) return otherwise;
  return settings.call_patience == 0 ? std::nullopt
                                     : std::optional<base::Millis>(std::chrono::seconds(settings.call_patience));
}

/// The size of the output that goes to the model at once.
[[nodiscard]] inline std::size_t preview_bytes(const Settings& settings) {
  switch (settings.output_preview_size) {
    case protocol::PreviewSize::Small: return 2048;
    case protocol::PreviewSize::Medium: return 4096;
    case protocol::PreviewSize::Large: return 8192;
  }
  return 4096;
}

/// Those that decide what may run: where one can't be read, every command needs approval.
inline constexpr std::array<std::string_view, 6> rule_settings{"allowedCommands", "deniedCommands", "askedCommands",
                                                               "secretFiles",     "builtinRules",   "sandbox"};

/// The one that a path such as "settings.deniedCommands[0]" leads to; empty: none of them.
[[nodiscard]] inline std::string_view rules_named_in(std::string_view path) {
  const auto* named = std::find_if(rule_settings.begin(), rule_settings.end(),
                                   [&](std::string_view name) { return path.find(name) != path.npos; });
  return named == rule_settings.end() ? std::string_view() : *named;
}

}  // namespace termhost::host
