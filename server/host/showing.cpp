// Brings the terminal of a command before the person's eyes, as the setting `showTerminal` wishes: once per command.
#include "host/host.hpp"

namespace termhost::host {
namespace {

constexpr base::Millis look_interval{1000};
constexpr base::Millis quiet_before_question{3000};  // a program that asks has said so by then, and waits
constexpr base::Millis long_run{10'000};

}  // namespace

void Host::watch_for_showing(const ExecutionRecord& record) {
  const bool can_show = ports_.shim != nullptr && ports_.shim->capabilities().show;
  const bool of_agent = record.execution.origin() == terminal::Origin::Submitted;
  if (settings_.show_terminal == ShowTerminal::Never || !can_show || !of_agent) return;
  ports_.scheduler->after(look_interval, [this, id = record.execution.id()] {
    const ExecutionRecord* running = record_of(id);
    if (running == nullptr || running->execution.ended()) return;
    if (!deserves_a_look(*running)) return watch_for_showing(*running);
    ports_.shim->show(running->execution.terminal());
  });
}

bool Host::deserves_a_look(const ExecutionRecord& record) const {
  if (settings_.show_terminal == ShowTerminal::WhenLong && record.execution.duration(now()) >= long_run) return true;
  const std::optional<base::Instant> last = record.execution.last_output();
  const base::Millis quiet = last ? base::elapsed(*last, now()) : record.execution.duration(now());
  const terminal::Terminal* t = registry_.find(record.execution.terminal());
  return quiet >= quiet_before_question && t != nullptr && awaits_input(*t);
}

}  // namespace termhost::host
