#include "io/process/sandbox_trial.hpp"

#include <fmt/format.h>

#include "io/sandbox/machine.hpp"

namespace termhost::io {

using host::OpenError;
using host::OpenErrorCode;

base::Expected<void, OpenError> confine(SpawnRequest& request, const sandbox::Sandbox& sandbox) {
  if (!sandbox.is_on()) return {};
  const auto plan = plan_here(sandbox, request.private_folder);
  if (!plan)
    return base::unexpected(
        OpenError{OpenErrorCode::SpawnFailed, fmt::format("no sandbox, so nothing was started: {}", plan.error())});
  request.confinement = sandbox::to_texts(*plan);
  request.environment["TERMHOST_SANDBOX"] = sandbox::to_string(sandbox.level);
  if (sandbox.level == sandbox::Level::ReadOnly) request.environment["TMPDIR"] = "/dev/shm";  // its own
  return {};
}

sandbox::Enforcement try_sandbox(const sandbox::Sandbox& sandbox, const std::string& guard_program) {
  sandbox::Enforcement means = kernel_means();
  if (!means.problem.empty()) return means;
  SpawnRequest request;
  request.guard_program = guard_program;
  request.kind = ChildKind::Pipes;
  request.cwd = "/";
  request.argv = {"/bin/sh", "-c", ":"};
  auto spawned = confine(request, sandbox).and_then([&] { return spawn_guarded(request); });
  if (spawned)
    wait_for_end(*spawned);
  else
    means.problem = to_string(spawned.error());
  return means;
}

}  // namespace termhost::io
