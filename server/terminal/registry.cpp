#include "terminal/registry.hpp"

#include <algorithm>

namespace termhost::terminal {
namespace {

/// One of ours that still counts against the pool. An idle one that the person typed into has become the person's.
bool in_pool(const Terminal& t) {
  const bool taken_over = t.typed_since_end && t.idle();
  return t.ours && !t.closed && !t.poisoned && !taken_over && t.runs_shell();
}

bool usable(const Terminal& t, const TerminalWish& wish) {
  const bool right_shell = wish.shell == shell::ShellKind::Unknown || t.shell == wish.shell;
  const bool right_source = !wish.source || t.source == *wish.source;
  return in_pool(t) && t.idle() && t.ready && right_shell && right_source && t.env == wish.env;
}

}  // namespace

bool same_directory(std::string_view a, std::string_view b) {
  const auto trimmed = [](std::string_view path) {
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    return path;
  };
  return trimmed(a) == trimmed(b);
}

Terminal& Registry::add(Terminal terminal) {
  const base::TerminalId id = terminal.id;
  return terminals_.insert_or_assign(id, std::move(terminal)).first->second;
}

Terminal* Registry::find(const base::TerminalId& id) {
  const auto found = terminals_.find(id);
  return found == terminals_.end() ? nullptr : &found->second;
}

const Terminal* Registry::find(const base::TerminalId& id) const {
  const auto found = terminals_.find(id);
  return found == terminals_.end() ? nullptr : &found->second;
}

void Registry::remove(const base::TerminalId& id) { terminals_.erase(id); }

Choice Registry::choose(const TerminalWish& wish, std::size_t being_created) const {
  const auto rank = [&](const Terminal& t) {
    const bool here = same_directory(t.cwd, wish.cwd), mine = t.task == wish.task;
    return here ? (mine ? 0 : 1) : (mine ? 2 : 3);
  };
  const Terminal* best = nullptr;
  std::size_t pooled = being_created;
  for (const auto& [id, t] : terminals_) {
    if (in_pool(t)) ++pooled;
    if (!usable(t, wish)) continue;
    if (best == nullptr || rank(t) < rank(*best)) best = &t;
  }
  if (best != nullptr && !wish.fresh) {
    return {rank(*best) <= 1 ? ChoiceKind::Reuse : ChoiceKind::ReuseAfterCd, best->id};
  }
  return {pooled < max_terminals_ ? ChoiceKind::Create : ChoiceKind::Wait, {}};
}

std::optional<base::TerminalId> Registry::expendable(const TerminalWish& wish) const {
  const Terminal* oldest = nullptr;
  for (const auto& [id, t] : terminals_) {
    if (!in_pool(t) || !t.idle() || !t.ready || (usable(t, wish) && !wish.fresh)) continue;
    if (oldest == nullptr || t.idle_since < oldest->idle_since) oldest = &t;
  }
  return oldest == nullptr ? std::nullopt : std::optional(oldest->id);
}

void Registry::release(const base::TaskId& task) {
  for (auto& [id, t] : terminals_) {
    if (t.task == task) t.task = {};
  }
}

}  // namespace termhost::terminal
