#include "host/calls/shim_executions.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace termhost::host {
namespace {

using terminal::Certainty;
using terminal::Completion;
using terminal::Evidence;
using terminal::ExecutionEvent;
using terminal::Origin;

/// Editors on a busy machine tell things late and in another order, by less than this.
constexpr base::Millis late_word{5000};

/// A start without a command: an empty Enter, or a line cancelled by Ctrl+C.
bool is_empty_line(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == line.npos || line.ends_with("^C");
}

/// A command that an environment manager runs by itself when a terminal opens.
bool is_foreign(std::string_view line, std::string_view submitted) {
  if (submitted.find(line) != submitted.npos) return false;
  constexpr std::array<std::string_view, 6> activations{"conda activate", "source /", ". /",
                                                        "conda.exe ",     "pyenv ",   "& "};
  const bool activates =
      std::any_of(activations.begin(), activations.end(), [&](std::string_view a) { return line.starts_with(a); });
  return activates && (line.find("activate") != line.npos || line.find("Activate") != line.npos);
}

std::string_view trimmed(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.substr(0, line.find_last_not_of(" \t\r\n") + 1);
}

bool is_line_of(const ExecutionRecord& record, std::string_view line) {
  const std::string_view text = trimmed(line);
  return text == trimmed(record.submission.line) || text == trimmed(record.execution.command_line());
}

std::string_view line_of_fish(const ExecutionRecord& record) {
  if (record.place.shell != shell::ShellKind::Fish) return {};
  return record.submission.line.empty() ? record.line() : record.submission.line;
}

}  // namespace

ExecutionRecord* ShimExecutions::find(std::string_view shim_id) {
  const ShimStream* stream = executions_.streams().find(shim_id);
  return stream == nullptr ? nullptr : executions_.find(stream->execution);
}

Effects ShimExecutions::bind(ExecutionRecord& record, const std::string& shim_id) {
  record.editor.id = shim_id;
  ShimStream& stream = executions_.streams().bind(shim_id, record.execution.id());
  const std::string unclaimed = std::exchange(stream.unclaimed, {});
  const auto end = std::exchange(stream.end, std::nullopt);
  Effects effects = hear(stream, unclaimed);
  if (end) append(effects, ended(*end));
  return effects;
}

Effects ShimExecutions::promised(ExecutionRecord& record, const std::string& shim_id) {
  if (record.editor.id == shim_id) record.editor.promised_id = shim_id;  // it had started already
  if (shim_id.empty() || !record.editor.id.empty()) return {};
  record.editor.promised_id = shim_id;
  const ExecutionRecord* known = find(shim_id);
  if (known != nullptr && known->execution.ended()) {  // an old name for a new command
    executions_.streams().unbind(shim_id, known->execution.id());
    known = nullptr;
  }
  // It began without a command text, and was taken for the person's.
  const bool has_started = known != nullptr && known->running() && known->execution.origin() == Origin::Person;
  if (has_started) executions_.erase(*known);
  Effects effects = bind(record, shim_id);
  if (has_started) append(effects, executions_.started(record));
  return effects;
}

Effects ShimExecutions::began(const event::ExecutionBegan& event) {
  Effects effects;
  if (terminals_.was_closed(event.terminal)) return effects;
  if (terminals_.find(event.terminal) == nullptr) effects = terminals_.opened({event.terminal, {}});
  terminal::Terminal* terminal = terminals_.find(event.terminal);
  if (terminal == nullptr) return effects;
  if (!terminal->directory.known_to_kernel()) terminal->directory.told(event.cwd);  // late too
  if (ExecutionRecord* known = find(event.shim_id)) {
    if (!known->execution.ended()) {
      if (known->editor.id != event.shim_id) {  // the promised one starts after all: what it was bound to was not it
        executions_.begin_again(*known);
        known->editor.id = event.shim_id;
      }
      append(effects, executions_.started(*known));
      return effects;
    }
    if (is_told_late(*known, event)) return effects;
    executions_.streams().unbind(event.shim_id, known->execution.id());  // an old name for a new command
  }
  ExecutionRecord* current = executions_.current(*terminal);
  const bool waiting = current != nullptr && current->awaits_start();
  if (waiting && !is_empty_line(event.command_line) && !is_foreign(event.command_line, current->submission.line)) {
    if (!current->editor.promised_id.empty())
      terminal->distrust_reports();  // the promised one stays pending in the editor
    append(effects, bind(*current, event.shim_id));
    append(effects, executions_.started(*current));
    return effects;
  }
  // One shell runs one command at a time: if another is still open there, its end was lost.
  if (current != nullptr && !waiting && !current->execution.ended()) executions_.expect_end(*current);
  ExecutionRecord& other = event.resumed && executions_.find(event.resumed->execution) == nullptr
                               ? resume(*terminal, event)
                               : executions_.announce(*terminal, Origin::Person, event.command_line);
  const base::ExecutionId id = other.execution.id();
  append(effects, bind(other, event.shim_id));
  if (ExecutionRecord* still = executions_.find(id)) append(effects, executions_.started(*still));
  return effects;
}

/// The start of one that has ended: told behind its end, or once more. Else its terminal would be busy for ever.
bool ShimExecutions::is_told_late(const ExecutionRecord& known, const event::ExecutionBegan& event) const {
  const auto ended = known.ending.at;
  if (!ended || known.execution.terminal() != event.terminal) return false;
  if (base::elapsed(*ended, context_.now()) >= late_word) return false;
  const terminal::Terminal* terminal = terminals_.find(event.terminal);
  const ExecutionRecord* next = terminal == nullptr ? nullptr : executions_.current(*terminal);
  if (next != nullptr && next->awaits_start() && is_line_of(*next, event.command_line)) return false;
  return !known.execution.started() || is_line_of(known, event.command_line);
}

/// An agent's command that has outlived the termhost that was asked to run it.
ExecutionRecord& ShimExecutions::resume(terminal::Terminal& terminal, const event::ExecutionBegan& event) {
  const Call& call = calls_.resume(event);
  terminal.learn([](terminal::Identity& known) { known.ours = true; });
  terminal.work.assign(call.request.task);
  ExecutionRecord& record = executions_.announce(terminal, Origin::Submitted, event.command_line, &call);
  record.submission.line = event.command_line;
  record.reported.in_answer(false);
  return record;
}

Effects ShimExecutions::printed(const event::ExecutionPrinted& event) {
  std::string_view bytes = event.chunk.bytes();
  ShimStream* stream = executions_.streams().arrived(event.shim_id.bytes(), bytes, event.index, event.part_bytes);
  return stream == nullptr ? Effects() : hear(*stream, bytes);
}

Effects ShimExecutions::hear(ShimStream& stream, std::string_view bytes) {
  ExecutionRecord* record = executions_.find(stream.execution);
  if (record == nullptr) return {};
  std::string behind;
  if (!stream.behind_start) bytes = behind = stream.behind_marks(bytes, line_of_fish(*record));
  Effects effects;
  if (!bytes.empty() && !record->execution.output_seen()) record = &bind_late_start(*record, effects);
  record->editor.parts_missing = stream.parts_missing;
  if (stream.start_seen) record->execution.saw_start_mark();
  if (!bytes.empty()) executions_.wrote(*record, Stream::Stdout, bytes);
  return effects;
}

/// An execution that began without a command text turns out to be real, and one of ours waits on that terminal: it is
/// that one.
ExecutionRecord& ShimExecutions::bind_late_start(ExecutionRecord& record, Effects& effects) {
  if (record.execution.origin() != Origin::Person || !is_empty_line(record.execution.command_line())) return record;
  const terminal::Terminal* terminal = terminals_.find(record.execution.terminal());
  ExecutionRecord* waiting = terminal == nullptr ? nullptr : executions_.current(*terminal);
  if (waiting == nullptr || waiting == &record || !waiting->awaits_start()) return record;
  waiting->editor.id = record.editor.id;
  executions_.streams().bind(record.editor.id, waiting->execution.id());
  executions_.erase(record);
  append(effects, executions_.started(*waiting));
  return *waiting;
}

Effects ShimExecutions::ended(const event::ExecutionEnded& event) {
  ExecutionRecord* record = find(event.shim_id);
  if (record == nullptr) {
    executions_.streams().ended_early(event);
    return {};
  }
  Effects effects;
  if (event.exit_code) record = &bind_late_start(*record, effects);
  if (ShimStream* stream = executions_.streams().find(event.shim_id)) {
    const std::string rest = stream->undecided();
    if (!rest.empty()) executions_.wrote(*record, Stream::Stdout, rest);
  }
  const terminal::Terminal* terminal = terminals_.find(record->execution.terminal());
  // Editors' integrations of PowerShell tell 1 for every failure.
  const bool stands_for_others =
      terminal != nullptr && terminal->shell() == shell::ShellKind::PowerShell && event.exit_code != 0;
  const bool named = record->editor.id == record->editor.promised_id || record->execution.origin() == Origin::Person;
  Completion completion{.exit_code = event.exit_code, .evidence = Evidence::EndEvent, .drained = event.drained};
  if (event.exit_code) completion.certainty = named && !stands_for_others ? Certainty::Certain : Certainty::Likely;
  // The editor promised another execution, and this one brought no output: it may be what a person typed at the same
  // moment, and the promised one still starts.
  const bool doubtful = !named && !record->editor.promised_id.empty() && !record->execution.output_seen();
  const bool drained = event.drained && !doubtful;
  append(effects, executions_.end(*record, drained ? ExecutionEvent::EndedDrained : ExecutionEvent::Ended, completion));
  return effects;
}

}  // namespace termhost::host
