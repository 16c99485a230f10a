#include "host/executions/shell_events.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace termhost::host {
namespace {

using terminal::Certainty;
using terminal::Evidence;
using terminal::ExecutionEvent;
using terminal::ExecutionState;
using terminal::Integration;
using terminal::Origin;
using terminal::ShellEventKind;
using terminal::Terminal;

constexpr std::string_view exit_notice = "exit\r\n";  // what an interactive bash says when it is told to exit

constexpr base::Millis foreground_look_interval{50};
/// The longest output of a program that a prompt starts. A program that prints more between the end of a command and
/// the prompt is the command itself.
constexpr std::size_t most_deferred_output = 64 * 1024;

bool ends_command(ShellEventKind kind) {
  return kind == ShellEventKind::Ended || kind == ShellEventKind::PromptStart || kind == ShellEventKind::PromptReady;
}

std::string_view without_blanks(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \n"), line.size());
  return line.substr(begin, line.find_last_not_of(" \n") + 1 - begin);
}

/// Nobody says so of a line that is in no history.
bool is_another_line(std::string_view told, std::string_view submitted) {
  return !told.empty() && !submitted.empty() && without_blanks(told) != without_blanks(submitted);
}

/// "1 0"
std::vector<int> codes_in(std::string_view text) {
  std::vector<int> codes;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    int code = 0;
    if (std::from_chars(word.data(), word.data() + word.size(), code).ec != std::errc{}) return {};
    codes.push_back(code);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return codes;
}

std::string with_returns(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return text;
}

/// A terminal writes each line end as CR LF, unless it was left without that translation.
bool begins_untranslated(std::string_view output) {
  const std::size_t end = output.find('\n');
  return end != output.npos && end > 0 && output[end - 1] != '\r';
}

bool is_running(const ExecutionRecord* record) { return record != nullptr && record->running(); }

}  // namespace

Effects ShellEvents::consume(const base::TerminalId& id, const Chunk& chunk) {
  Terminal* t = terminals_.find(id);
  if (t == nullptr || !t->has_stream()) return {};
  std::string_view rest = chunk.bytes();
  while (const auto event = t->stream()->next(rest)) {
    Effects effects = said(*t, *event);
    if (effects.empty()) continue;
    effects.push_back(effect::Consume{id, chunk.from(rest)});
    return effects;
  }
  query_answers_.answer(*t);
  return {};
}

Effects ShellEvents::owned_printed(const event::OwnedPrinted& event) {
  Terminal* t = terminals_.find(event.terminal);
  if (t == nullptr) return {};
  if (!t->has_stream()) {
    if (ExecutionRecord* record = executions_.current(*t))
      executions_.wrote(*record, event.stream, event.chunk.bytes());
    query_answers_.answer(*t);
    return {};
  }
  if (context_.shim.capabilities().owned) context_.shim.owned_printed(t->id(), event.chunk.bytes());
  return consume(t->id(), event.chunk);
}

Effects ShellEvents::said(Terminal& t, const terminal::ShellEvent& event) {
  if (event.kind == ShellEventKind::Ended) reject_deferred(t);  // a command has one end: the others were a program's
  if (is_doubtful(t, event.kind)) {
    Story& story = stories_[t.id()];
    story.deferred_marks.push_back(event);
    if (!story.look_is_due) look_soon(t.id(), false);
    return {};
  }
  const bool settles = ends_command(event.kind) || event.kind == ShellEventKind::Started;
  if (!settles || stories_[t.id()].deferred_marks.empty()) return take(t, event);
  Effects effects = accept_deferred(t.id());
  effects.push_back(effect::HandleShellEvent{t.id(), event});
  return effects;
}

/// The shell has the terminal when it says that a command has ended. If a program has it, that program has printed the
/// mark, or is one of the prompt's and gone in a moment.
bool ShellEvents::is_doubtful(const Terminal& t, ShellEventKind kind) {
  return ends_command(kind) && is_running(executions_.current(t)) && !terminals_.driver(t).shell_in_foreground(t);
}

void ShellEvents::look_soon(const base::TerminalId& terminal, bool shell_was_there) {
  stories_[terminal].look_is_due = true;
  context_.after(foreground_look_interval, event::ForegroundLookDue{terminal, shell_was_there});
}

/// A deferred end is accepted once the shell was there twice in a row: between the two its own mark would have come.
Effects ShellEvents::look_at_foreground(const event::ForegroundLookDue& event) {
  Terminal* t = terminals_.find(event.terminal);
  if (t == nullptr) return {};
  const bool shell_is_there = terminals_.driver(*t).shell_in_foreground(*t);
  Story& story = stories_[t->id()];
  if (!story.deferred_marks.empty() && !(shell_is_there && event.shell_was_there)) {
    look_soon(t->id(), shell_is_there);
    return {};
  }
  story.look_is_due = false;
  return accept_deferred(t->id());
}

/// In their order.
Effects ShellEvents::accept_deferred(const base::TerminalId& terminal) {
  Effects effects;
  for (terminal::ShellEvent& event : std::exchange(stories_[terminal].deferred_marks, {}))
    effects.push_back(effect::HandleShellEvent{terminal, std::move(event)});
  return effects;
}

/// The beginning of what might have become a notice of the shell's is output after all.
void ShellEvents::write_held(const base::TerminalId& terminal, ExecutionRecord& record) {
  const std::string held = stories_[terminal].job_notices.take_held();
  if (!held.empty()) executions_.wrote(record, Stream::Stdout, held);
}

void ShellEvents::forget(const base::TerminalId& terminal) {
  stories_.erase(terminal);
  query_answers_.forget(terminal);
}

Effects ShellEvents::take(const effect::HandleShellEvent& effect) {
  Terminal* t = terminals_.find(effect.terminal);
  return t == nullptr ? Effects() : take(*t, effect.event);
}

Effects ShellEvents::take(Terminal& t, const terminal::ShellEvent& event) {
  Story& story = stories_[t.id()];
  switch (event.kind) {
    case ShellEventKind::Output: printed(t, event.data.empty() ? event.text : event.data); return {};
    case ShellEventKind::CommandLine: story.reported_line = event.text; return {};
    case ShellEventKind::Started: return started(t);
    case ShellEventKind::Stages: story.reported_stages = codes_in(event.text); return {};
    case ShellEventKind::Ended: return ended(t, event.exit_code);
    case ShellEventKind::PromptStart: return prompt_shown(t);
    case ShellEventKind::PromptReady: return prompt_ready(t);
    case ShellEventKind::Directory:
      t.directory.reported(event.text);
      story.behind_command = !t.identity().start_mark.empty() && is_running(executions_.current(t));
      return {};
    case ShellEventKind::State: {
      const std::string old = t.state_files.told(event.text);
      if (!old.empty()) context_.shell_files.remove_private_file(t.identity().private_file(old));
      return {};
    }
    case ShellEventKind::Editor: return {effect::EditorSaid{t.id(), event.text}};
    case ShellEventKind::Continuation: return {effect::LineUnfinished{t.id()}};
    case ShellEventKind::ReadOnly:
      if (t.ready()) return {};
      return {effect::StartFailed{
          t.id(), fmt::format("the startup files of '{}' make {} read-only", t.identity().shell_path, event.text)}};
    case ShellEventKind::Exiting: story.pending_exit_notice.emplace(); return {};
  }
  return {};
}

void ShellEvents::printed(Terminal& t, std::string_view bytes) {
  Story& story = stories_[t.id()];
  std::string held;
  if (story.pending_exit_notice) {
    held = std::move(*story.pending_exit_notice) + std::string(bytes);
    story.pending_exit_notice.reset();
    if (held.size() < exit_notice.size() && exit_notice.starts_with(held)) {
      story.pending_exit_notice = std::move(held);
      return;
    }
    bytes = held;
    if (bytes.starts_with(exit_notice)) bytes.remove_prefix(exit_notice.size());
  }
  if (!story.deferred_marks.empty()) return defer_output(t, bytes);
  ExecutionRecord* current = executions_.current(t);
  if (!is_running(current) || story.behind_command) return terminals_.print_outside_commands(t, bytes);
  // A look at a fast command comes when the line editor of the next prompt hides the modes again; its output shows
  // them.
  if (t.line.has_keys() && !t.line.modes_repaired() && !current->execution.output_seen() && begins_untranslated(bytes))
    t.line.repaired_modes(terminals_.driver(t).repair_output_modes(t) || terminals_.driver(t).shell_in_foreground(t));
  std::string translated;  // the command may have printed before the terminal was set right
  if (t.line.modes_repaired()) bytes = translated = with_returns(bytes);
  if (story.job_notices.none()) return executions_.wrote(*current, Stream::Stdout, bytes);
  executions_.wrote(*current, Stream::Stdout, story.job_notices.without_notices(bytes, current->line()));
}

/// The output behind a deferred end is the prompt's, or the program's that printed it.
void ShellEvents::defer_output(Terminal& t, std::string_view bytes) {
  std::vector<terminal::ShellEvent>& marks = stories_[t.id()].deferred_marks;
  if (marks.back().kind != ShellEventKind::Output) marks.push_back({ShellEventKind::Output, {}, {}, {}});
  marks.back().text += bytes;
  if (marks.back().text.size() > most_deferred_output) reject_deferred(t);
}

void ShellEvents::reject_deferred(Terminal& t) {
  for (const terminal::ShellEvent& event : std::exchange(stories_[t.id()].deferred_marks, {}))
    if (event.kind == ShellEventKind::Output) printed(t, event.text);
}

Effects ShellEvents::started(Terminal& t) {
  Story& story = stories_[t.id()];
  ExecutionRecord* current = executions_.current(t);
  if (current == nullptr || current->execution.ended())
    current = &executions_.announce(t, Origin::Person, std::exchange(story.reported_line, {}));
  if (current->execution.state() != ExecutionState::Announced) return {};  // of a paste of lines the first C counts
  const std::string line = std::exchange(story.reported_line, {});
  if (t.line.has_keys() && is_another_line(line, current->submission.line)) current->submission.other_line = line;
  current->execution.saw_start_mark();
  current->submission.with_shell = true;
  story.behind_command = false;
  story.job_notices.command_started(current->line());
  query_answers_.forget(t.id());
  t.line.begun();
  t.line.repaired_modes(terminals_.driver(t).repair_output_modes(t));
  return executions_.started(*current);
}

Effects ShellEvents::ended(Terminal& t, std::optional<int> exit_code) {
  Story& story = stories_[t.id()];
  std::vector<int> stages = std::exchange(story.reported_stages, {});
  t.line.ended();
  ExecutionRecord* current = executions_.current(t);
  if (current == nullptr) {
    t.line.users_line_ended();
    return {};
  }
  // Prompts that carry D are drawn again while the line is still read (mksh); such shells announce every command.
  if (!current->running() && !t.identity().start_mark.empty()) return {};
  // It is the end of what came before: the line in hand is not the shell's yet. Or it stands in a prompt that is drawn
  // again: our hooks tell the directory first.
  if (!current->running() &&
      (!current->submission.with_shell || (t.line.has_keys() && !t.directory.reported_since_line())))
    return {};
  // A bare D is an empty line, a cancelled one, or a comment: it counts with the prompt that follows it. With a code it
  // ends what was submitted, though its start was lost.
  if (!current->running() && !exit_code) {
    current->ending.bare_end_seen = current->submitted();
    return {};
  }
  // A line editor that is up already hides how the command left them; they show when it takes the next line.
  if (terminals_.driver(t).repair_output_modes(t)) t.line.repaired_modes(true);
  current->ending.modes_repaired = t.line.modes_repaired();
  // Text that was typed into the command and is still unread is not for the shell.
  query_answers_.forget(t.id());
  if (t.line.touched() && !t.line.typed_ahead()) terminals_.driver(t).drop_unread_input(t);
  const bool proven = !t.identity().nonce.empty() && !is_doubtful(t, ShellEventKind::Ended);
  const Certainty certainty = !exit_code ? Certainty::Unknown : proven ? Certainty::Certain : Certainty::Likely;
  write_held(t.id(), *current);
  story.job_notices.command_ended();
  story.behind_command = false;
  current->ending.holders = t.work.new_among(terminals_.driver(t).holders(t));
  // Prompt hooks have the terminal open too: who really holds it shows when the prompt is there.
  const bool leaves = executions_.leaves_processes(*current) || !current->ending.holders.empty();
  const ExecutionEvent how = leaves ? ExecutionEvent::Ended : ExecutionEvent::EndedDrained;
  return executions_.end(
      *current, how,
      {.exit_code = exit_code, .evidence = Evidence::EndMark, .certainty = certainty, .stages = std::move(stages)});
}

/// A shell that asks for the next line has no command any more.
Effects ShellEvents::prompt_shown(Terminal& t) {
  ExecutionRecord* current = executions_.current(t);
  if (!is_running(current)) return {};
  write_held(t.id(), *current);
  return executions_.end(*current, ExecutionEvent::PromptShown, {.evidence = Evidence::NextPrompt});
}

Effects ShellEvents::prompt_ready(Terminal& t) {
  t.learn([](terminal::Identity& known) {
    if (known.integration == Integration::None)
      known.integration = known.nonce.empty() ? Integration::Basic : Integration::Rich;
  });
  Effects effects = prompt_shown(t);  // where a Ctrl+C met the shell before its D and A
  ExecutionRecord* current = executions_.current(t);
  if (current != nullptr && current->execution.state() == ExecutionState::Draining)
    append(effects, executions_.settle_holders(*current));
  else if (current != nullptr && current->ending.bare_end_seen && !current->running())
    append(effects, executions_.end(*current, ExecutionEvent::EndedDrained, {.evidence = Evidence::EndMark}));
  else if (t.ready() && t.idle())
    effects.push_back(effect::WakeWaiting{});
  effects.push_back(effect::PromptShown{t.id()});
  return effects;
}

Effects ShellEvents::closed(const event::TerminalClosed& event) {
  Terminal* t = terminals_.find(event.terminal);
  if (t == nullptr) {
    terminals_.remove(event.terminal);
    return {};
  }
  if (terminals_.driver(*t).run_by_us()) {  // the person closed our view of it
    terminals_.give_up(t->id());
    return {};
  }
  t->close();
  // A code is the shell's own only where the shell ended by itself: what a closed terminal sends is nobody's.
  const bool by_itself = event.reason == "process" || event.reason.empty();
  const std::optional<int> exit_code = by_itself ? event.exit_code : std::nullopt;
  Effects effects = executions_.end_all(*t, exit_code ? ExecutionEvent::ProcessExited : ExecutionEvent::TerminalClosed,
                                        {.exit_code = exit_code,
                                         .evidence = Evidence::TerminalClosed,
                                         .certainty = exit_code ? Certainty::Likely : Certainty::Unknown});
  const std::string reason = event.reason.empty() ? "" : fmt::format(" ({})", event.reason);
  effects.push_back(effect::RefuseTerminal{t->id(), fmt::format("its terminal was closed{}", reason)});
  effects.push_back(effect::Remove{t->id()});
  return effects;
}

Effects ShellEvents::owned_exited(const event::OwnedExited& event) {
  Terminal* t = terminals_.find(event.terminal);
  if (t == nullptr) return {};
  reject_deferred(*t);
  const bool was_closed = !t->close();
  if (ExecutionRecord* record = executions_.current(*t)) {
    write_held(t->id(), *record);
    if (const auto& held = stories_[t->id()].pending_exit_notice) executions_.wrote(*record, Stream::Stdout, *held);
    record->ending.holders = event.holders;
    if (!terminals_.driver(*t).takes_lines()) record->ending.process = event.status;
    if (event.status.guard_killed)
      record->ending.lost_because =
          "the process that watches its terminal was killed, and the command was ended with it";
  }
  // A shell whose terminal was closed says how it ended itself, not how the command did.
  const bool known = !was_closed && (event.status.code || event.status.signal);
  Effects effects = executions_.end_all(*t, known ? ExecutionEvent::ProcessExited : ExecutionEvent::TerminalClosed,
                                        {.exit_code = known ? event.status.code : std::nullopt,
                                         .signal = known ? event.status.signal : std::nullopt,
                                         .evidence = known ? Evidence::Wait : Evidence::TerminalClosed,
                                         .certainty = known ? Certainty::Certain : Certainty::Unknown});
  if (known && t->starting())
    effects.push_back(
        effect::StartFailed{t->id(), fmt::format("'{}' ended before its first prompt", t->identity().shell_path)});
  effects.push_back(effect::RefuseTerminal{
      t->id(), fmt::format("the shell '{}' ended before the command was sent", t->identity().shell_path)});
  effects.push_back(effect::Remove{t->id()});
  return effects;
}

Effects ShellEvents::owned_obstructed(const event::OwnedObstructed& event) {
  Terminal* t = terminals_.find(event.terminal);
  if (t == nullptr || t->ready() || t->closed()) return {};
  return {effect::StartFailed{
      t->id(), fmt::format("the startup files of '{}' {}", t->identity().shell_path, to_string(event.obstacle))}};
}

}  // namespace termhost::host
