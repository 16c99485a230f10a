#include "host/terminals/spare_shells.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "host/state/places.hpp"

namespace termhost::host {
namespace {

using terminal::Terminal;

/// An answer and what follows it come first.
constexpr base::Millis idle_pause{100};

/// Ready, or about to be, for a command that names no shell and no variables.
bool is_free(const Terminal& t, const sandbox::Sandbox& place) {
  return t.identity().sandbox == place && t.identity().asked_shell.empty() && t.identity().env.empty() && t.idle() &&
         !t.used_up() && !t.reports_untrusted() && t.runs_shell();
}

}  // namespace

bool SpareShells::are_wanted() const {
  return context_.can_own && context_.settings().warm_shells > 0 &&
         context_.settings().sandbox.level == protocol::SandboxLevel::Auto && !context_.configuration.auto_approves();
}

void SpareShells::expect() {
  if (are_wanted() && !std::exchange(expected_, true)) context_.after(idle_pause, event::SpareShellsDue{});
}

void SpareShells::start_missing() {
  expected_ = false;
  if (!are_wanted()) return;
  std::array<sandbox::Sandbox, 2> places{context_.configuration.sandbox(), context_.configuration.sandbox()};
  places.front().only_reads = true;  // most commands of an agent
  std::vector<base::TerminalId> outdated;
  for (const auto& [id, t] : terminals_.registry().all())
    if (t.identity().spare && std::find(places.begin(), places.end(), t.identity().sandbox) == places.end())
      outdated.push_back(id);
  for (const base::TerminalId& id : outdated) (void)terminals_.give_up(id);
  if (!for_trial(context_.owned.enforcement(places.back()), context_.settings().sandbox).problem.empty()) return;
  for (const sandbox::Sandbox& place : places) start_missing_at(place);
}

void SpareShells::start_missing_at(const sandbox::Sandbox& place) {
  const auto& all = terminals_.registry().all();
  auto free = std::count_if(all.begin(), all.end(), [&](const auto& entry) { return is_free(entry.second, place); });
  WantedTerminal wanted;
  wanted.cwd = context_.configuration.environment().cwd;
  wanted.shell_path = context_.configuration.shell_path({});
  wanted.sandbox = place;
  wanted.spare = true;
  if (shell::shell_kind_of(wanted.shell_path) == shell::ShellKind::Unknown) return;
  for (; free < context_.settings().warm_shells; ++free)
    if (!terminals_.create_spare(wanted)) return;
}

bool SpareShells::retire_if_outdated(const base::TerminalId& id) {
  const Terminal& t = *terminals_.find(id);
  if (t.identity().sandbox.level != sandbox::Level::Trial || !context_.owned.is_outdated(id, t.identity().sandbox))
    return false;
  terminals_.retire(id);
  return true;
}

std::optional<base::TerminalId> SpareShells::starting_for(const terminal::TerminalWish& wish,
                                                          const std::set<base::TerminalId>& awaited) const {
  if (!wish.shell.empty() || !wish.env.empty()) return std::nullopt;
  for (const auto& [id, t] : terminals_.registry().all())
    if (t.identity().spare && t.starting() && is_free(t, wish.sandbox) && !awaited.contains(id)) return id;
  return std::nullopt;
}

void SpareShells::take(Terminal& terminal) {
  if (!terminal.identity().spare) return;
  terminal.learn([](terminal::Identity& known) { known.spare = false; });
  terminals_.driver(terminal).show(terminal);
}

}  // namespace termhost::host
