// The settings that the core acts on, with the design's defaults (design section 6). Durations in milliseconds unless
// the name says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.hpp"

namespace termhost::host {

enum class Fallback { Owned, Plain };
/// When the terminal of an agent's command is brought before the person's eyes.
enum class ShowTerminal { Never, WhenWaiting, WhenLong };

enum class TerminalsPreference { Auto, Mirrored, Owned };

struct Settings {
  base::Millis shell_integration_timeout{10'000};
  std::size_t max_terminals = 5;
  std::size_t output_preview_bytes = 4096;
  bool compress_progress_bar = true;
  base::Millis command_delay{0};
  bool powershell_counter = false;
  bool zsh_clear_eol_mark = true;
  bool zsh_oh_my = false;
  bool zsh_p10k = false;
  bool zdotdir = false;
  base::Millis command_execution_timeout{0};  ///< 0: off
  std::vector<std::string> command_timeout_allowlist;
  std::vector<std::string> allowed_commands;
  std::vector<std::string> denied_commands;
  std::vector<std::string> asked_commands;
  std::vector<std::string> secret_files;
  bool builtin_rules = true;  ///< what is proven to only read runs without a rule
  bool auto_approve = false;
  std::string policy_problem;  ///< not empty: a list of rules could not be read; then everything asks
  Fallback fallback = Fallback::Owned;
  TerminalsPreference terminals = TerminalsPreference::Auto;
  ShowTerminal show_terminal = ShowTerminal::Never;
  bool record_raw = false;
  std::uint64_t artifact_max_bytes = std::uint64_t{1} << 30;
  std::uint64_t storage_max_bytes = std::uint64_t{5} << 30;
  std::uint64_t storage_min_free_bytes = std::uint64_t{1} << 30;
  int owned_columns = 160;
  int owned_rows = 48;
};

/// How long a shell may take to report the start of what was typed.
[[nodiscard]] inline base::Millis start_patience(const Settings& settings) {
  return settings.shell_integration_timeout + settings.command_delay + base::Millis{1000};
}

}  // namespace termhost::host
