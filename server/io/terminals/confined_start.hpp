// The start of a process in a sandbox, and the worth of a sandbox on this machine: one is tried.
#pragma once

#include <string>

#include "host/ports/open_error.hpp"
#include "host/ports/ports.hpp"
#include "io/guard/spawn_posix.hpp"
#include "io/process/own_process.hpp"
#include "sandbox/sandbox.hpp"

namespace termhost::io {

/// Has what `request` starts confined, where a sandbox is on, as `means` allow.
[[nodiscard]] base::Expected<void, host::OpenError> confine(SpawnRequest& request, const sandbox::Sandbox& sandbox,
                                                            const sandbox::Enforcement& means);

/// Starts a process in such a sandbox and waits for it: some 10 ms, twice where no namespaces can be made.
[[nodiscard]] sandbox::Enforcement try_sandbox(const sandbox::Sandbox& sandbox,
                                               const std::string& guard_program = own_program());

}  // namespace termhost::io
