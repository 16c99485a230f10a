// The story that a shell with integration tells in its bytes: owned terminals, and an editor's terminals of source
// "bytes".
#include <algorithm>
#include <utility>

#include "host/host.hpp"

namespace termhost::host {
namespace {

using terminal::Certainty;
using terminal::Evidence;
using terminal::ExecutionEvent;
using terminal::ExecutionState;
using terminal::Integration;
using terminal::Origin;
using terminal::ShellEventKind;
using terminal::Source;

constexpr std::string_view exit_notice = "exit\r\n";  // what an interactive bash says when it is told to exit

}  // namespace

bool Host::is_running(const ExecutionRecord* record) const {
  return record != nullptr && record->execution.state() == ExecutionState::Running;
}

void Host::consume(terminal::Terminal& t, std::string_view bytes) {
  const base::TerminalId id = t.id;
  while (const auto event = t.stream->next(bytes)) {
    shell_said(t, *event);
    if (registry_.find(id) == nullptr) return;
  }
}

void Host::shell_said(terminal::Terminal& t, const terminal::ShellEvent& event) {
  switch (event.kind) {
    case ShellEventKind::Output: return shell_printed(t, event.data);
    case ShellEventKind::CommandLine: t.reported_line = event.text; return;
    case ShellEventKind::Started: return shell_started(t);
    case ShellEventKind::Ended: return shell_ended(t, event.exit_code);
    case ShellEventKind::PromptStart:
      if (ExecutionRecord* current = record_of(t.current); is_running(current)) {
        end(*current, ExecutionEvent::PromptShown, {.evidence = Evidence::NextPrompt});
      }
      return;
    case ShellEventKind::PromptReady: return shell_ready(t);
    case ShellEventKind::Directory: t.cwd = event.text; return;
    case ShellEventKind::Exiting: t.behind_exit.emplace(); return;
  }
}

void Host::shell_printed(terminal::Terminal& t, std::string_view bytes) {
  std::string held;
  if (t.behind_exit) {
    held = std::move(*t.behind_exit) + std::string(bytes);
    t.behind_exit.reset();
    if (held.size() < exit_notice.size() && exit_notice.starts_with(held)) {
      t.behind_exit = std::move(held);
      return;
    }
    bytes = held;
    if (bytes.starts_with(exit_notice)) bytes.remove_prefix(exit_notice.size());
  }
  if (ExecutionRecord* current = record_of(t.current); is_running(current))
    return wrote(*current, Stream::Stdout, bytes);
  TerminalScreen& screen = screens_.at(t.id);
  screen.renderer.write(bytes, screen.discarded);
  screen.discarded.clear();
}

void Host::shell_started(terminal::Terminal& t) {
  ExecutionRecord* current = record_of(t.current);
  if (current == nullptr || current->execution.ended()) {
    current = &announce(t, Origin::Person, std::exchange(t.reported_line, {}), nullptr);
  }
  if (current->execution.state() != ExecutionState::Announced) return;  // one C per line of a paste: the first counts
  current->execution.saw_start_mark();
  started(*current);
}

void Host::shell_ended(terminal::Terminal& t, std::optional<int> exit_code) {
  ExecutionRecord* current = record_of(t.current);
  if (current == nullptr) {
    t.line_of_person = false;  // what they had typed was entered or given up
    return;
  }
  // Prompts that carry D are drawn again while the line is still read (mksh); such shells announce every command.
  if (!is_running(current) && !t.start_mark.empty()) return;
  // A bare D is an empty line, a cancelled one, or a comment: it counts with the prompt that follows it. With a code it
  // ends what was submitted, though its start was lost.
  if (!is_running(current) && !exit_code) {
    current->bare_end_seen = !current->submitted.empty();
    return;
  }
  const bool zero_or_one = t.shell == shell::ShellKind::PowerShell;
  const Certainty certainty = !exit_code                       ? Certainty::Unknown
                              : t.nonce.empty() || zero_or_one ? Certainty::Likely
                                                               : Certainty::Certain;
  if (t.source == Source::Owned) current->holders = new_holders(t);
  // Prompt hooks have the terminal open too: who really holds it shows when the prompt is there.
  end(*current, current->holders.empty() ? ExecutionEvent::EndedDrained : ExecutionEvent::Ended,
      {.exit_code = exit_code, .evidence = Evidence::EndMark, .certainty = certainty});
}

void Host::shell_ready(terminal::Terminal& t) {
  if (t.source == Source::Bytes && t.integration == Integration::None)
    t.integration = t.nonce.empty() ? Integration::Basic : Integration::Rich;
  ExecutionRecord* current = record_of(t.current);
  if (current != nullptr && current->execution.state() == ExecutionState::Draining) return settle_holders(*current);
  if (current != nullptr && current->bare_end_seen && !is_running(current)) {
    return end(*current, ExecutionEvent::EndedDrained, {.evidence = Evidence::EndMark});
  }
  const bool was_ready = t.ready;
  terminal_ready(t);
  if (was_ready && t.idle()) wake_waiting();
}

/// Who holds the output open, but for those that earlier commands have left behind.
std::vector<Holder> Host::new_holders(const terminal::Terminal& t) const {
  std::vector<Holder> holders = ports_.owned->holders(t.id);
  std::erase_if(holders, [&](const Holder& h) {
    return std::find(t.left_behind.begin(), t.left_behind.end(), h) != t.left_behind.end();
  });
  return holders;
}

/// Of those who had the terminal open at the end, the ones that still have it are the holders.
void Host::settle_holders(ExecutionRecord& record) {
  const std::vector<Holder> now_open = ports_.owned->holders(record.execution.terminal());
  std::erase_if(record.holders,
                [&](const Holder& h) { return std::find(now_open.begin(), now_open.end(), h) == now_open.end(); });
  end(record, ExecutionEvent::Drained, {});
}

}  // namespace termhost::host
