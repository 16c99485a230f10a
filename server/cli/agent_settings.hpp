// What the agent front ends set differently from an editor's termhost.
#pragma once

#include "host/settings.hpp"

namespace termhost::cli {

inline constexpr std::size_t agent_terminals = 16;    ///< nobody has to look at them: more than an editor shows
inline constexpr base::Millis janitor_delay{10'000};  ///< not while the other side starts

[[nodiscard]] inline host::Settings agent_settings() {
  host::Settings settings;
  settings.max_terminals = agent_terminals;
  return settings;
}

}  // namespace termhost::cli
