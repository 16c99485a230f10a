#include "io/terminals/confined_start.hpp"

#include <array>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "io/sandbox/confinement.hpp"
#include "io/sandbox/machine_posix.hpp"
#include "sandbox/moved_caches.hpp"
#include "sandbox/reach.hpp"

namespace termhost::io {
namespace {

using host::OpenError;
using host::OpenErrorCode;
using sandbox::Enforcement;

void set_variables(shell::Environment& environment, const sandbox::Sandbox& sandbox, const sandbox::Plan& plan) {
  environment.try_emplace("HUSKY", "0");  // else `npm install` fails, where hooks of git can't be written
  environment["TERMHOST_SANDBOX"] = sandbox::to_string(sandbox.level);
  if (plan.only_reads) {
    const std::string folder = plan.has_view ? std::string(sandbox::memory_folder) : plan.scratch;
    environment["TMPDIR"] = folder;
    environment["TMPPREFIX"] = folder + "/zsh";  // of zsh's here-documents
  }
  for (const auto& [name, value] : sandbox::moved_caches(plan, cache_place)) environment.insert_or_assign(name, value);
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) names.push_back(entry.path().filename());
  return names;
}

Enforcement try_one(const sandbox::Sandbox& sandbox, const std::string& guard_program, bool has_view) {
  Enforcement means = kernel_means(sandbox.level, has_view);
  if (!means.problem.empty()) return means;
  SpawnRequest request;
  request.guard_program = guard_program;
  request.kind = ChildKind::Pipes;
  request.cwd = "/";
  request.argv = {"/bin/sh", "-c", ":"};
  auto spawned = confine(request, sandbox, means).and_then([&] { return spawn_guarded(request); });
  if (spawned)
    wait_for_end(*spawned);
  else
    means.problem = to_string(spawned.error());
  if (request.plan)
    for (const sandbox::Place& place : request.plan->places)
      if (hides(access_to(*request.plan, place.path))) means.hidden.push_back(place.path);
  if (request.plan) means.missing = missing_trees(*request.plan, names_in);
  return means;
}

}  // namespace

base::Expected<void, OpenError> confine(SpawnRequest& request, const sandbox::Sandbox& sandbox,
                                        const Enforcement& means) {
  if (!sandbox.is_on()) return {};
  if (!means.problem.empty()) return base::unexpected(OpenError{OpenErrorCode::NotConfined, means.problem});
  const auto here = PlanHere::make(sandbox, {request.private_folder, request.scratch_folder}, means.has_view);
  if (!here) return base::unexpected(OpenError{OpenErrorCode::NotConfined, here.error()});
  request.plan = here->plan();
  set_variables(request.environment, sandbox, *request.plan);
  return {};
}

Enforcement try_sandbox(const sandbox::Sandbox& sandbox, const std::string& guard_program) {
  Enforcement whole = try_one(sandbox, guard_program, true);
  if (whole.problem.empty()) return whole;
  Enforcement alone = try_one(sandbox, guard_program, false);
  alone.why_no_view = whole.problem;
  if (!alone.problem.empty() && alone.problem != whole.problem)
    alone.problem = fmt::format("{}; without namespaces: {}", whole.problem, alone.problem);
  return alone;
}

}  // namespace termhost::io
