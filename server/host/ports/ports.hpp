// The ports of the host to the operating system, all of them.
#pragma once

#include "host/ports/owned_terminals.hpp"
#include "host/ports/processes.hpp"
#include "host/ports/scheduler.hpp"
#include "host/ports/shell_files.hpp"

namespace termhost::host {

/// The system behind a host; null ports stand for a host that has none of its own.
struct SystemPorts {
  OwnedTerminals* terminals = nullptr;
  ShellFiles* shell_files = nullptr;
  Processes* processes = nullptr;
};

}  // namespace termhost::host
