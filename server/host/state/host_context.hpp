// The base of every room of the host: the ports, none of them null, and the configuration. Replies and clocks come back
// as events.
#pragma once

#include <functional>
#include <optional>

#include "host/ports/ports.hpp"
#include "host/ports/shim.hpp"
#include "host/state/configuration.hpp"
#include "host/state/event.hpp"
#include "terminal/executions/artifact_store.hpp"

namespace termhost::host {

/// Calls the function when what agents and editors were told so far, and in the present event, is with them. Empty:
/// they have it at once.
using WhenTold = std::function<void(std::function<void()>)>;

struct HostContext {
  OwnedTerminals& owned;
  ShellFiles& shell_files;
  Processes& processes;
  Shim& shim;
  Scheduler& scheduler;
  Configuration& configuration;
  terminal::ArtifactStore* artifacts = nullptr;  ///< null: results are cut, nothing is kept
  bool can_own = true;                           ///< there is an operating system behind the first three
  std::function<void(Event)> post;
  WhenTold when_told{};

  [[nodiscard]] base::Instant now() const { return scheduler.now(); }
  [[nodiscard]] const Settings& settings() const { return configuration.settings(); }
  Scheduler::TimerId after(base::Millis delay, Event event) const;
  void cancel(std::optional<Scheduler::TimerId>& timer) const {
    if (timer) scheduler.cancel(*timer);
    timer.reset();
  }
};

}  // namespace termhost::host
