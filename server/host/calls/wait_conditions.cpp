#include "host/calls/wait_conditions.hpp"

#include <algorithm>
#include <tuple>

#include "host/calls/results.hpp"
#include "shell/launch/line_keys.hpp"

namespace termhost::host {
namespace {

constexpr base::Millis first_look{100};
constexpr base::Millis slowest_look{1000}, shortest_look{10};
/// A program that asks has said so by then; one that was given something has taken it.
constexpr base::Millis settled_after{100};
/// A shell at its prompt reads too. An editor that can't be asked tells the end of its command so late at times; one
/// that can is believed if it is not busy: it answers so soon.
constexpr base::Millis editors_delay{1000}, prompt_answer{300};
/// The line editor of a prompt reads keys, as `read -n` does. Output and end of a command may be on their way through
/// other processes of the editor, which its word does not know of.
constexpr base::Millis keys_delay{3000};
/// A look at a large tree costs more: looks shall not take a thousandth of a processor, or a hundredth where an agent
/// named what it waits for. The first ones may, since most programs that ask do so soon; and no look is later than
/// `slowest_look`.
constexpr int cost_factor = 1000, named_cost_factor = 100;
constexpr base::Duration head_start = std::chrono::milliseconds(30);
/// An agent answers most questions by itself; the user is told of what it has left for so long. No agent may type a
/// secret: the user is told of that at once.
constexpr base::Millis agents_turn{10'000};

base::Millis quiet_for(const ExecutionRecord& record, base::Instant now) {
  base::Millis quiet = record.execution.duration(now);
  for (const auto& last : {record.execution.last_output(), record.input.last()})
    if (last) quiet = std::min(quiet, base::elapsed(*last, now));
  return quiet;
}

/// It reads each line that is written from now on, and at each look what was not told before.
void attach(ExecutionRecord& record, const std::shared_ptr<tool::OutputPattern>& pattern) {
  const auto known = [&](const auto& other) { return other.lock() == pattern; };
  if (std::any_of(record.patterns.begin(), record.patterns.end(), known)) return;
  record.patterns.push_back(pattern);
}

void see_lines(ExecutionRecord& record) {
  record.execution.log().see_lines(!record.patterns.empty());
  if (terminal::OutputLog* errors = record.execution.stderr_log()) errors->see_lines(!record.patterns.empty());
}

bool shows(ExecutionRecord& record, tool::OutputPattern& pattern) {
  terminal::OutputLog& log = record.execution.log();
  pattern.read(log.unread_text());
  pattern.read(log.alternate_screen_text());
  if (terminal::OutputLog* errors = record.execution.stderr_log()) pattern.read(errors->unread_text());
  return pattern.found();
}

template <class Member>
bool any_names(const std::vector<tool::Until>& awaited, Member member) {
  return std::any_of(awaited.begin(), awaited.end(), [&](const tool::Until& until) { return bool(until.*member); });
}

/// A wait that an answer has told of ends no other waiting: a program may read beside its work for as long as it runs.
/// It is another wait once something was typed, somebody else reads, or a line stands there unended, as questions do.
bool is_news(const ExecutionRecord& record) {
  const auto& told = record.input.told();
  if (!told || told->reader != record.input.seen()->reader) return true;
  if (record.input.last() && *record.input.last() >= told->at) return true;
  const auto& printed = record.execution.last_output();
  if (!printed || *printed < told->at) return false;
  const text::ScreenView view = record.execution.log().view();
  return view.alternate || view.cursor_column > 0;
}

}  // namespace

void WaitConditions::watch(const base::ExecutionId& execution) {
  ExecutionRecord* record = executions_.find(execution);
  const std::vector<tool::Until> awaited = replies_.awaited(execution);
  if (record == nullptr || record->execution.ended() || (awaited.empty() && !tells_user(*record))) return;
  std::erase_if(record->patterns, [](const auto& pattern) { return pattern.expired(); });
  for (const tool::Until& until : awaited)
    if (until.pattern) attach(*record, until.pattern);
  see_lines(*record);
  const auto [entry, is_new] = watched_.try_emplace(execution);
  Watched& watched = entry->second;
  if (is_new) watched.since = context_.now();
  watched.next = first_look;
  look_after(execution, watched, first_look);
}

void WaitConditions::look_after(const base::ExecutionId& execution, Watched& watched, base::Millis delay) const {
  context_.cancel(watched.timer);
  watched.timer = context_.after(delay, event::WaitLookDue{execution});
}

Effects WaitConditions::look(const base::ExecutionId& execution) {
  ExecutionRecord* record = executions_.find(execution);
  const auto watched = watched_.find(execution);
  if (watched == watched_.end()) return {};
  const std::vector<tool::Until> awaited = replies_.awaited(execution);
  const bool tells = record != nullptr && tells_user(*record);
  if (record == nullptr || record->execution.ended() || (awaited.empty() && !tells)) {
    watched_.erase(watched);
    return {};
  }
  const base::Duration before = context_.scheduler.processor_time();
  const bool end_is_told = record->execution.state() == terminal::ExecutionState::Draining;
  const bool looks_for_input = !end_is_told && (tells || any_names(awaited, &tool::Until::input));
  const bool waits = looks_for_input && awaits_input(*record, watched->second);
  Effects effects;
  if (!awaited.empty())
    effects = replies_.meet(execution, check(*record, watched->second, awaited, waits && is_news(*record)));
  if (tells) tell_user(*record, watched->second, waits);
  if (tells && awaited.empty()) look_for_ports(*record, watched->second);
  watched->second.used += context_.scheduler.processor_time() - before;
  look_again(*record, watched->second, awaited);
  return effects;
}

/// The user knows the commands that are the user's own.
bool WaitConditions::tells_user(const ExecutionRecord& record) const {
  return context_.shim.capabilities().status && record.execution.origin() == terminal::Origin::Submitted;
}

void WaitConditions::tell_user(ExecutionRecord& record, Watched& watched, bool waits_for_input) const {
  if (!waits_for_input) {
    watched.input.reset();
  } else if (!watched.input) {
    watched.input = awaited_input_of(record, *watched.reader);
    watched.input_since = context_.now();
  }
  const bool secret = watched.input && watched.input->kind == tool::InputKind::Secret;
  const bool due = watched.input && (secret || base::elapsed(watched.input_since, context_.now()) >= agents_turn);
  if (due == record.input.awaited_of_user().has_value()) return;
  record.input.show_user(due ? watched.input : std::nullopt);
  if (const terminal::Terminal* t = terminals_.find(record.execution.terminal())) executions_.report_status(*t);
  reveal_.awaits_user(record);
}

/// Until something listens: the answers to calls see what comes later.
void WaitConditions::look_for_ports(ExecutionRecord& record, Watched& watched) const {
  if (!has_own_network(record) || !record.unreached.empty()) return;
  const base::Millis quiet = quiet_for(record, context_.now());
  if (!watched.in_background.look_is_due(quiet, context_.now())) return;
  const auto found = executions_.look_at_processes(record, true);
  if (!found) return;
  std::ignore = watched.in_background.see(*found, quiet, context_.now());
  tell_unreached(record, found->listening, terminals_, executions_);
}

Replies::Check WaitConditions::check(ExecutionRecord& record, Watched& watched, const std::vector<tool::Until>& awaited,
                                     bool waits_for_input) {
  const base::Millis quiet = quiet_for(record, context_.now());
  const bool at_servers =
      any_names(awaited, &tool::Until::serving) && watched.server.look_is_due(quiet, context_.now());
  const auto processes = executions_.look_at_processes(record, any_names(awaited, &tool::Until::port) || at_servers);
  const std::vector<int> ports = processes ? processes->listening : std::vector<int>();
  const auto serves = at_servers && processes ? watched.server.see(*processes, quiet, context_.now()) : std::nullopt;
  const bool secret = waits_for_input && awaited_input_of(record, *watched.reader).kind == tool::InputKind::Secret;
  return [&record, ports, serves, input = waits_for_input, secret,
          quiet](const tool::Until& until) -> std::optional<tool::Met> {
    if (until.pattern && shows(record, *until.pattern)) return tool::Met{.line = until.pattern->line()};
    if (until.port && std::binary_search(ports.begin(), ports.end(), *until.port)) return tool::Met{.port = until.port};
    if (until.quiet && quiet >= *until.quiet) return tool::Met{.quiet = quiet};
    if (until.serving && serves) return tool::Met{.port = serves};
    const bool patient_enough = secret || quiet >= until.input_patience;
    return until.input && input && patient_enough ? std::optional(tool::Met{}) : std::nullopt;
  };
}

/// The pause that keeps the cost of the looks so far at a small part (1/`factor`) of the time since the first look.
base::Millis WaitConditions::rest_after(const Watched& watched, int factor) const {
  const base::Duration earned = (watched.used - head_start) * factor;
  return std::chrono::duration_cast<base::Millis>(earned - (context_.now() - watched.since));
}

/// Less and less often, but where an agent waits for what can come at any moment.
void WaitConditions::look_again(const ExecutionRecord& record, Watched& watched,
                                const std::vector<tool::Until>& awaited) const {
  const bool named = any_names(awaited, &tool::Until::pattern) || any_names(awaited, &tool::Until::port);
  const bool looks_closely = watched.reader && (!awaited.empty() || !watched.input);
  watched.next = looks_closely ? settled_after
                 : named       ? first_look
                               : std::min(watched.next + watched.next / 4, slowest_look);
  base::Millis delay =
      std::clamp(rest_after(watched, named ? named_cost_factor : cost_factor), watched.next, slowest_look);
  const base::Millis quiet = quiet_for(record, context_.now());
  for (const tool::Until& until : awaited)
    if (until.quiet) delay = std::min(delay, std::max(*until.quiet - quiet, shortest_look));
  if (const auto due = watched.server.next_look(quiet)) delay = std::min(delay, std::max(*due, shortest_look));
  look_after(record.execution.id(), watched, delay);
}

/// Seen twice by the same, with nothing typed or printed between; for longer where the shell itself may be at its
/// prompt.
bool WaitConditions::awaits_input(ExecutionRecord& record, Watched& watched) {
  terminal::Terminal* t = terminals_.find(record.execution.terminal());
  if (t == nullptr || quiet_for(record, context_.now()) < settled_after) {
    watched.reader.reset();
    watched.editor = {};
    return false;
  }
  auto reader = terminals_.input_reader(*t);
  const bool again = reader && reader == watched.reader;
  if (!again) {
    watched.reader_since = context_.now();
    watched.editor = {};
  }
  watched.reader = std::move(reader);
  const bool may_be_at_prompt = again && watched.reader->is_shell && t->identity().source != terminal::Source::Owned;
  if (!again || (may_be_at_prompt && !editor_knows_no_end(record, *t, watched))) return false;
  if (asks_editor(*t, record, *watched.reader)) return false;
  record.input.saw(*watched.reader, context_.now());
  return true;
}

/// The shell was seen to read, and the editor had its say since: it did not tell that the command has ended.
bool WaitConditions::editor_knows_no_end(const ExecutionRecord& record, const terminal::Terminal& t, Watched& watched) {
  if (!watched.reader->whole_lines && base::elapsed(watched.reader_since, context_.now()) < keys_delay) return false;
  if (!context_.shim.capabilities().sync) return base::elapsed(watched.reader_since, context_.now()) >= editors_delay;
  if (!watched.editor.asked) {
    watched.editor = {.asked = context_.now(), .number = ++last_question_};
    context_.shim.sync(t.id(), [&post = context_.post, id = record.execution.id(), number = last_question_] {
      post(event::EditorSynced{id, number});
    });
  }
  return watched.editor.had_its_say;
}

void WaitConditions::synced(const event::EditorSynced& event) {
  const auto found = watched_.find(event.execution);
  if (found == watched_.end() || found->second.editor.number != event.number) return;
  EditorsSay& editor = found->second.editor;
  editor.had_its_say = base::elapsed(*editor.asked, context_.now()) <= prompt_answer;
  if (!editor.had_its_say) editor = {};  // it was busy, and may have more to tell: it is asked again
}

/// A line editor that reads while a command runs may be a prompt's whose marks the command has taken away: our keys say
/// so, and tell the end. A shell that reads a key for its command has no line editor on.
bool WaitConditions::asks_editor(terminal::Terminal& t, ExecutionRecord& record,
                                 const terminal::InputReader& reader) const {
  const bool edits =
      reader.is_shell && !reader.replaced && !reader.whole_lines && record.execution.log().key_modes().bracketed_paste;
  if (!t.line.has_keys() || !edits || record.input.line_editor_was_asked()) return false;
  record.input.ask_line_editor(context_.now());
  t.line.typed();
  terminals_.driver(t).type(t, shell::ask_key);
  return true;
}

}  // namespace termhost::host
