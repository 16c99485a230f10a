#include "host/watching.hpp"

#include <algorithm>

namespace termhost::host {
namespace {

constexpr base::Millis first_look{100};
constexpr base::Millis slowest_look{1000};
/// A program that asks has said so by then; one that was given something has taken it.
constexpr base::Millis settled{100};
/// A look at a large tree takes long: it shall not take a thousandth of a processor.
constexpr int cost_factor = 1000;

base::Millis quiet_for(const ExecutionRecord& record, base::Instant now) {
  base::Millis quiet = record.execution.duration(now);
  for (const auto& last : {record.execution.last_output(), record.last_input})
    if (last) quiet = std::min(quiet, base::elapsed(*last, now));
  return quiet;
}

}  // namespace

void Watching::watch(const base::ExecutionId& execution) {
  const ExecutionRecord* record = executions_.find(execution);
  if (record == nullptr || record->execution.ended() || !answers_.is_awaited(execution)) return;
  if (!watched_.try_emplace(execution, Watched{.reader = {}, .next = first_look}).second) return;
  look_later(execution, first_look);
}

void Watching::look_later(const base::ExecutionId& execution, base::Millis delay) const {
  (void)around_.after(delay, event::WaitLookDue{execution});
}

Effects Watching::look(const base::ExecutionId& execution) {
  ExecutionRecord* record = executions_.find(execution);
  const auto watched = watched_.find(execution);
  if (watched == watched_.end()) return {};
  if (record == nullptr || record->execution.ended() || !answers_.is_awaited(execution)) {
    watched_.erase(watched);
    return {};
  }
  const base::Instant began = around_.now();
  Effects effects;
  if (awaits_input(*record, watched->second)) effects = answers_.met(execution, {.input = true});
  const base::Millis cost = base::elapsed(began, around_.now());
  base::Millis& next = watched->second.next;
  next = watched->second.reader ? settled : std::min(next + next / 4, slowest_look);
  look_later(execution, std::max(next, cost * cost_factor));
  return effects;
}

/// Seen twice by the same, with nothing typed or printed between.
bool Watching::awaits_input(ExecutionRecord& record, Watched& watched) const {
  const terminal::Terminal* t = terminals_.find(record.execution.terminal());
  if (t == nullptr || quiet_for(record, around_.now()) < settled) {
    watched.reader.reset();
    return false;
  }
  auto reader = terminals_.input_reader(*t);
  const bool again = reader && reader == watched.reader;
  watched.reader = std::move(reader);
  if (again) record.seen_reader = {*watched.reader, around_.now()};
  return again;
}

}  // namespace termhost::host
