#include "host/executions/live_output.hpp"

#include <utility>

#include "base/utf8.hpp"
#include "text/visible.hpp"

namespace termhost::host {
namespace {

/// Memory that only a large chunk needs is not kept for small ones.
void take_front(std::string& text, std::size_t bytes) {
  text.erase(0, bytes);
  if (text.empty() && text.capacity() > 4 * live_bytes) text = {};
}

void tell(Shim& shim, ExecutionRecord& record, Stream stream, base::Instant now) {
  LiveStream& live = record.live.of(stream);
  const bool more_to_come = !record.execution.ended();
  const std::size_t incomplete = more_to_come ? base::incomplete_utf8_suffix(live.bytes.waiting) : 0;
  const std::string_view whole(live.bytes.waiting.data(), live.bytes.waiting.size() - incomplete);
  const bool news = std::exchange(live.news, false);
  if (whole.empty() && live.rendered.waiting.empty() && !news) return;
  shim.tool_calling({.tool_call = record.tool_call,
                     .execution = record.execution.id(),
                     .kind = stream == Stream::Stderr ? ToolCallingKind::Stderr : ToolCallingKind::Stdout,
                     .chunk = whole,
                     .rendered = live.rendered.waiting,
                     .command = record.line(),
                     .cwd = record.place.asked_cwd,
                     .exit_code = {},
                     .offset = live.bytes.told(),
                     .rendered_offset = live.rendered.told()});
  take_front(live.bytes.waiting, whole.size());
  take_front(live.rendered.waiting, live.rendered.waiting.size());
  live.last_told = now;
}

/// Of a trial: the changes in its copy. A path may be long, and have any character.
std::string changes_in_words(const ExecutionRecord& record) {
  constexpr std::size_t longest = 1000;
  const sandbox::Sandbox& place = record.place.sandbox;
  if (place.level != sandbox::Level::Trial || place.only_reads || !record.execution.ended()) return {};
  return text::visible_line(sandbox::summary(record.changes, record.place.cwd), longest);
}

}  // namespace

bool tell_live_output(Shim& shim, ExecutionRecord& record, Stream stream, std::string_view bytes, base::Instant now) {
  if (record.tool_call.empty()) return true;
  LiveStream& live = record.live.of(stream);
  const LiveWish wish = shim.live_wish(record.tool_call);
  const terminal::OutputLog* log = stream == Stream::Stderr ? record.execution.stderr_log() : &record.execution.log();
  live.bytes.add(bytes, wish.bytes);
  live.rendered.add(log != nullptr ? log->newly_rendered() : std::string_view(), wish.rendered);
  live.news = live.news || (wish.news && !bytes.empty());
  const bool paused = !live.last_told || base::elapsed(*live.last_told, now) >= live_interval;
  if (!paused && std::max(live.bytes.waiting.size(), live.rendered.waiting.size()) < live_bytes) return false;
  tell(shim, record, stream, now);
  return true;
}

void tell_waiting_output(Shim& shim, ExecutionRecord& record, base::Instant now) {
  tell(shim, record, Stream::Stdout, now);
  tell(shim, record, Stream::Stderr, now);
}

void tell_last_output(Shim& shim, ExecutionRecord& record, base::Instant now) {
  (void)tell_live_output(shim, record, Stream::Stdout, {}, now);
  if (record.execution.stderr_log() != nullptr) (void)tell_live_output(shim, record, Stream::Stderr, {}, now);
  tell_waiting_output(shim, record, now);
}

void tell_complete(Shim& shim, const Call& call, ExecutionRecord* record, const tool::CommandResult* never_ran,
                   base::Instant now) {
  ToolCalling event{.tool_call = call.request.tool_call,
                    .execution = call.execution,
                    .kind = ToolCallingKind::Complete,
                    .command = call.request.command,
                    .cwd = call.request.cwd};
  if (record != nullptr) {
    tell_waiting_output(shim, *record, now);
    event.exit_code = record->execution.completion().exit_code;
    event.offset = record->live.output.bytes.told();
    event.tried = changes_in_words(*record);
    record->live.output = record->live.errors = {};
  }
  if (never_ran != nullptr) {
    event.never_ran = never_ran->status;
    event.reason = never_ran->reason;
  }
  shim.tool_calling(event);
}

}  // namespace termhost::host
