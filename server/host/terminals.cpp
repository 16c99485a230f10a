// What a shim or the operating system says of a terminal.
#include <utility>

#include <fmt/format.h>

#include "host/host.hpp"
#include "shell/syntax/shell_names.hpp"

namespace termhost::host {
namespace {

using terminal::Certainty;
using terminal::Completion;
using terminal::Evidence;
using terminal::ExecutionEvent;
using terminal::Integration;
using terminal::Source;

constexpr std::size_t early_bytes = 64 * 1024;

/// Editors tell the name of what runs in a terminal, which need not be its shell: other programs teach nothing, nor
/// does an `sh` where the shell is known, as in `sh -c …`.
void learn_shell(terminal::Terminal& t, const std::string& name) {
  if (!shell::is_shell_name(name)) return;
  const shell::ShellKind kind = shell::shell_kind_of(name);
  if (kind == shell::ShellKind::Dash && t.shell != shell::ShellKind::Unknown) return;
  t.shell = kind;
}

bool ours_to_run(Source source) { return source == Source::Owned || source == Source::Pipes; }

}  // namespace

void Host::terminal_opened(const base::TerminalId& id, const TerminalFacts& facts) {
  terminal::Terminal* known = registry_.find(id);
  if (known != nullptr && ours_to_run(known->source)) return;
  if (known == nullptr) {
    if (registry_.all().size() >= max_open_terminals) return;
    terminal::Terminal fresh;
    fresh.id = id;
    fresh.source = ports_.shim != nullptr ? ports_.shim->capabilities().source : Source::Events;
    known = &registry_.add(std::move(fresh));
  }
  terminal::Terminal& t = *known;
  if (!facts.name.empty()) t.name = facts.name;
  if (facts.pid) t.pid = facts.pid;
  if (!facts.cwd.empty()) t.cwd = facts.cwd;
  if (facts.source) t.source = *facts.source;
  if (facts.columns && facts.rows) terminal_resized(id, *facts.columns, *facts.rows);
  if (!facts.shell_path.empty()) t.shell_path = facts.shell_path;
  learn_shell(t, facts.shell_path);
  learn_shell(t, facts.shell);
  const bool odd_shell = t.shell == shell::ShellKind::Unknown && shell::is_shell_name(facts.shell);

  const auto request = creating_.find(facts.request_id);
  const std::optional<Creation> creation = request == creating_.end() ? std::nullopt : std::optional(request->second);
  Call* const call = creation ? find_call(creation->call) : nullptr;
  if (creation) {
    creating_.erase(request);
    t.ours = true;
    t.asked_shell = creation->shell;
    if (call != nullptr) call->terminal = id;
    t.awaited = call != nullptr;
    if (const auto launch = launched_.find(facts.request_id); launch != launched_.end()) {
      t.nonce = launch->second.nonce;
      t.start_mark = launch->second.start_mark;
      t.envelope_path = launch->second.envelope_path;
      if (t.shell == shell::ShellKind::Unknown && !launch->second.argv.empty())
        t.shell = shell::shell_kind_of(launch->second.argv.front());
      launched_.erase(launch);
    } else if (t.shell == shell::ShellKind::Unknown && !odd_shell) {
      t.shell = default_shell();
    }
  }
  if (t.source == Source::Bytes && !t.stream) {
    t.stream.emplace(t.nonce.empty() ? terminal::BoundaryArbiter::bytes() : terminal::BoundaryArbiter::owned(t.nonce));
    screens_.insert_or_assign(id, TerminalScreen{text::Renderer({.columns = t.columns, .rows = t.rows}), {}});
  }
  if (facts.integration) integration_changed(id, *facts.integration, {}, {});
  if (call != nullptr && call->acquisition == Acquisition::AwaitingOpen) return take_plain(*call, t);
  const auto early = early_bytes_.extract(id);
  if (!early.empty()) terminal_wrote(id, early.mapped());
  if (creation && call == nullptr && (t.source == Source::Events || t.source == Source::Bytes)) (void)give_up(t);
}

void Host::integration_changed(const base::TerminalId& id, Integration integration, const std::string& cwd,
                               const std::string& shell) {
  if (registry_.find(id) == nullptr) terminal_opened(id, {});
  terminal::Terminal* t = registry_.find(id);
  if (t == nullptr || ours_to_run(t->source)) return;
  if (integration != Integration::None) t->integration = integration;
  if (!cwd.empty()) t->cwd = cwd;
  learn_shell(*t, shell);
  if (t->source == Source::Events && integration != Integration::None) terminal_ready(*t);
}

void Host::terminal_resized(const base::TerminalId& id, int columns, int rows) {
  terminal::Terminal* t = registry_.find(id);
  if (t == nullptr || columns < 1 || rows < 1) return;
  t->columns = columns;
  t->rows = rows;
  if (t->source == Source::Owned) ports_.owned->resize(id, columns, rows);
  if (const auto screen = screens_.find(id); screen != screens_.end()) screen->second.renderer.resize(columns, rows);
  if (ExecutionRecord* record = record_of(t->current)) record->execution.log().resize(columns, rows);
}

void Host::terminal_wrote(const base::TerminalId& id, std::string_view bytes) {
  terminal::Terminal* t = registry_.find(id);
  if (t != nullptr && t->source == Source::Bytes && t->stream) return consume(*t, bytes);
  if (t != nullptr || early_bytes_.size() > max_open_terminals) return;
  std::string& kept = early_bytes_[id];  // it is printed to before it is told of
  kept.append(bytes.substr(0, early_bytes - std::min(early_bytes, kept.size())));
}

void Host::terminal_interacted(const base::TerminalId& id) {
  terminal::Terminal* t = registry_.find(id);
  if (t == nullptr) return;
  if (t->current.empty()) t->line_of_person = true;
  if (!t->current.empty() && !t->typed_ahead) t->typed_ahead = !awaits_input(*t);
}

/// Whether what runs there waits for input, as far as the system tells.
bool Host::awaits_input(const terminal::Terminal& t) const {
  if (!t.pid || ports_.owned == nullptr) return false;
  const auto view = ports_.owned->look_at_shell(*t.pid);
  return view && (view->program_awaits_input || view->shell_awaits_input);
}

void Host::terminal_input(const base::TerminalId& id, std::string_view bytes) {
  terminal::Terminal* t = registry_.find(id);
  if (t == nullptr || t->source != Source::Owned) return;
  terminal_interacted(id);
  ports_.owned->write(id, bytes);
}

void Host::terminal_closed(const base::TerminalId& id, std::optional<int> exit_code, const std::string& reason) {
  terminal::Terminal* t = registry_.find(id);
  if (t == nullptr) return;
  if (t->source == Source::Owned) {  // the person closed our view of it
    t->closed = true;
    ports_.owned->close(id);
    return;
  }
  t->closed = true;
  // A code is the shell's own only where the shell ended by itself: what a closed terminal sends is nobody's.
  if (reason != "process" && !reason.empty()) exit_code.reset();
  const Completion completion{.exit_code = exit_code,
                              .evidence = Evidence::TerminalClosed,
                              .certainty = exit_code ? Certainty::Likely : Certainty::Unknown};
  close_executions(*t, exit_code ? ExecutionEvent::ProcessExited : ExecutionEvent::TerminalClosed, completion);
  for (auto& [call_id, call] : calls_) {
    if (call.terminal != id || call.machine.state() != tool::RunState::AwaitingTerminal) continue;
    fail_to_start(call, fmt::format("its terminal was closed{}", reason.empty() ? "" : fmt::format(" ({})", reason)));
    break;
  }
  screens_.erase(id);
  registry_.remove(id);
  wake_waiting();
}

void Host::owned_wrote(const base::TerminalId& id, Stream stream, std::string_view bytes, base::Instant) {
  terminal::Terminal* t = registry_.find(id);
  if (t == nullptr) return;
  if (t->source == Source::Pipes) {
    if (ExecutionRecord* record = record_of(t->current)) wrote(*record, stream, bytes);
    if (ExecutionRecord* record = record_of(t->current))
      ports_.owned->write(id, record->execution.log().take_replies());
    return;
  }
  const bool shown = ports_.shim != nullptr && ports_.shim->capabilities().owned;
  if (shown) ports_.shim->owned_printed(id, bytes);
  consume(*t, bytes);
  t = registry_.find(id);
  if (t != nullptr && !shown) answer_queries(*t);
}

/// Programs that ask the terminal something wait for its answer; nobody else would give it.
void Host::answer_queries(terminal::Terminal& t) {
  if (t.closed) return;
  std::string replies = screens_.at(t.id).renderer.take_replies();
  if (ExecutionRecord* record = record_of(t.current)) replies += record->execution.log().take_replies();
  if (!replies.empty()) ports_.owned->write(t.id, replies);
}

void Host::owned_exited(const base::TerminalId& id, ExitStatus status, std::vector<Holder> holders, base::Instant) {
  terminal::Terminal* t = registry_.find(id);
  if (t == nullptr || closing_) return;
  const bool was_closed = std::exchange(t->closed, true);
  if (ExecutionRecord* record = record_of(t->current)) {
    if (t->behind_exit) wrote(*record, Stream::Stdout, *t->behind_exit);
    record->holders = std::move(holders);
    if (status.guard_killed)
      record->lost_because = "the process that watches over its terminal was killed, and what ran there was ended";
  }
  // A shell whose terminal was closed says how it ended itself, not how the command did.
  const bool known = !was_closed && (status.code || status.signal);
  close_executions(*t, known ? ExecutionEvent::ProcessExited : ExecutionEvent::TerminalClosed,
                   {.exit_code = known ? status.code : std::nullopt,
                    .signal = known ? status.signal : std::nullopt,
                    .evidence = known ? Evidence::Wait : Evidence::TerminalClosed,
                    .certainty = known ? Certainty::Certain : Certainty::Unknown});
  for (auto& [call_id, call] : calls_) {
    if (call.terminal != id || call.machine.state() != tool::RunState::AwaitingTerminal) continue;
    fail_to_start(call, fmt::format("the shell '{}' ended before its first prompt", t->shell_path));
    break;
  }
  screens_.erase(id);
  registry_.remove(id);
  if (ports_.shim != nullptr && ports_.shim->capabilities().owned) ports_.shim->dispose(id);
  wake_waiting();
}

/// No mark will ever come from what is there instead of the shell: better said now than after two minutes.
void Host::owned_obstructed(const base::TerminalId& id, const StartObstacle& obstacle, base::Instant) {
  const terminal::Terminal* t = registry_.find(id);
  if (t == nullptr || t->ready || obstacle.kind != StartObstacleKind::Replaced) return;
  for (auto& [call_id, call] : calls_) {
    if (call.terminal != id || call.machine.state() != tool::RunState::AwaitingTerminal) continue;
    fail_to_start(
        call,
        fmt::format("the startup files of '{}' put {} in its place; let them do that only where $TERMHOST is not set",
                    t->shell_path, obstacle.program.empty() ? "another program" : "'" + obstacle.program + "'"));
    break;
  }
  ports_.owned->close(id);
}

void Host::idle(terminal::Terminal& t) {
  if (t.poisoned && t.source == Source::Owned) return ports_.owned->close(t.id);  // nobody would use it again
  t.idle_since = now();
  t.pending_input.clear();
  if (std::exchange(t.typed_ahead, false)) t.line_of_person = true;
  report_status(t);
  wake_waiting();
}

void Host::report_status(const terminal::Terminal& t) {
  if (ports_.shim == nullptr) return;
  TerminalStatus status{
      .terminal = t.id, .busy = !t.current.empty(), .command = {}, .execution = t.current, .tool_call = {}};
  if (const ExecutionRecord* record = record_of(t.current)) {
    status.command = record->line();
    status.tool_call = record->tool_call;
  }
  ports_.shim->status_changed(status);
}

}  // namespace termhost::host
