#include "terminal/shells/registry.hpp"

#include <algorithm>

namespace termhost::terminal {
namespace {

bool is_of_trial(const sandbox::Sandbox& sandbox) { return sandbox.level == sandbox::Level::Trial; }

/// One of ours that still counts against the pool. An idle one that the person typed into has become the person's.
bool in_pool(const Terminal& t) {
  const bool taken_over = t.idle() && t.line.is_users();
  return t.identity().ours && !t.closed() && !taken_over && t.runs_shell();
}

bool has_shell(const Terminal& t, const std::string& wanted) {
  if (t.identity().asked_shell == wanted || t.identity().shell_path == wanted) return true;
  if (wanted.empty()) return false;
  const shell::ShellKind kind = shell::shell_kind_of(wanted);
  const bool this_very_one = wanted.find('/') != std::string::npos && !t.identity().shell_path.empty();
  return kind != shell::ShellKind::Unknown && t.shell() == kind && !this_very_one;
}

/// Only a shell whose words we know, and that says how the `cd` ended, can be sent elsewhere first.
bool can_change_directory(const Terminal& t) {
  return t.shell() != shell::ShellKind::Unknown && t.identity().integration != Integration::None;
}

bool fits(const Terminal& t, const TerminalWish& wish) {
  const bool right_source = !wish.source || t.identity().source == *wish.source;
  const bool can_be_there = same_directory(t.cwd(), wish.cwd) || (!wish.required_cwd && can_change_directory(t));
  const bool made_for_it = t.identity().env == wish.env && t.identity().sandbox == wish.sandbox;
  return in_pool(t) && t.idle() && right_source && can_be_there && has_shell(t, wish.shell) && made_for_it;
}

bool usable(const Terminal& t, const TerminalWish& wish) {
  return t.ready() && !t.reports_untrusted() && !t.used_up() && fits(t, wish);
}

/// Sooner given up: what can't be used any more, then what was idle for longest.
bool sooner_given_up(const Terminal& a, const Terminal& b) {
  const auto useless = [](const Terminal& t) { return t.reports_untrusted() || t.used_up(); };
  return useless(a) != useless(b) ? useless(a) : a.work.idle_since() < b.work.idle_since();
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
  const base::TerminalId id = terminal.id();
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
    const bool here = same_directory(t.cwd(), wish.cwd), mine = t.work.task() == wish.task;
    if (t.id() == wish.last && mine) return 0;
    return here ? (mine ? 1 : 2) : (mine ? 3 : 4);
  };
  const Terminal* best = nullptr;
  std::size_t pooled = being_created;
  bool one_rests = false;
  for (const auto& [id, t] : terminals_) {
    if (in_pool(t) && is_of_trial(t.identity().sandbox) == is_of_trial(wish.sandbox)) ++pooled;
    if (t.resting() && fits(t, wish)) one_rests = true;
    if (!usable(t, wish)) continue;
    if (best == nullptr || rank(t) < rank(*best)) best = &t;
  }
  if (best != nullptr)
    return {same_directory(best->cwd(), wish.cwd) ? ChoiceKind::Reuse : ChoiceKind::ReuseAfterCd, best->id()};
  if (one_rests) return {ChoiceKind::Rest, {}};
  if (pooled >= max_terminals_) return {ChoiceKind::Wait, {}};
  return {ChoiceKind::Create, {}};
}

std::optional<base::TerminalId> Registry::expendable(const TerminalWish& wish,
                                                     const std::set<base::TerminalId>& awaited) const {
  const Terminal* best = nullptr;
  for (const auto& [id, t] : terminals_) {
    const bool same_pool = is_of_trial(t.identity().sandbox) == is_of_trial(wish.sandbox);
    if (!same_pool || !in_pool(t) || !t.idle() ||
        (!t.ready() && !t.reports_untrusted() && (awaited.contains(id) || t.resting())) || usable(t, wish))
      continue;
    if (best == nullptr || sooner_given_up(t, *best)) best = &t;
  }
  return best == nullptr ? std::nullopt : std::optional(best->id());
}

void Registry::release(const base::TaskId& task) {
  for (auto& [id, t] : terminals_) {
    if (t.work.task() == task) t.work.assign({});
  }
}

}  // namespace termhost::terminal
