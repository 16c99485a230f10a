// What the settings (names, defaults and ranges: protocol/settings.hpp) mean to the core, in its units.
#pragma once

#include <cstddef>

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

/// How long a shell may take to report the start of what was typed.
[[nodiscard]] inline base::Millis start_patience(const Settings& settings) {
  return integration_timeout(settings) + command_delay(settings) + base::Millis{1000};
}

/// How much output goes to the model at once.
[[nodiscard]] inline std::size_t preview_bytes(const Settings& settings) {
  switch (settings.output_preview_size) {
    case protocol::PreviewSize::Small: return 2048;
    case protocol::PreviewSize::Medium: return 4096;
    case protocol::PreviewSize::Large: return 8192;
  }
  return 4096;
}

}  // namespace termhost::host
