#include "host/live_output.hpp"

#include <string>
#include <utility>

#include "base/utf8.hpp"

namespace termhost::host {

void tell_live_output(Shim& shim, ExecutionRecord& record, Stream stream, std::string_view bytes) {
  if (record.tool_call.empty()) return;
  const bool errors = stream == Stream::Stderr;
  LiveStream& live = errors ? record.live_stderr : record.live_stdout;
  std::string joined;
  if (!live.partial_utf8.empty()) {
    joined = live.partial_utf8;
    joined.append(bytes);
    bytes = joined;
  }
  const bool more_to_come = !record.execution.ended();
  const std::size_t incomplete = more_to_come ? base::incomplete_utf8_suffix(bytes) : 0;
  const std::string_view whole = bytes.substr(0, bytes.size() - incomplete);
  std::string rest(bytes.substr(whole.size()));
  const terminal::OutputLog* log = errors ? record.execution.stderr_log() : &record.execution.log();
  const std::string_view rendered = log != nullptr ? log->newly_rendered() : std::string_view();
  if (!whole.empty() || !rendered.empty()) {
    shim.tool_calling({.tool_call = record.tool_call,
                       .execution = record.execution.id(),
                       .kind = errors ? ToolCallingKind::Stderr : ToolCallingKind::Stdout,
                       .chunk = whole,
                       .rendered = rendered,
                       .command = record.line(),
                       .cwd = record.asked_cwd,
                       .exit_code = {},
                       .offset = live.bytes,
                       .rendered_offset = live.rendered_bytes});
    live.bytes += whole.size();
    live.rendered_bytes += rendered.size();
  }
  live.partial_utf8 = std::move(rest);
}

void tell_last_output(Shim& shim, ExecutionRecord& record) {
  tell_live_output(shim, record, Stream::Stdout, {});
  if (record.execution.stderr_log() != nullptr) tell_live_output(shim, record, Stream::Stderr, {});
}

void tell_complete(Shim& shim, const Call& call, const ExecutionRecord* record) {
  ToolCalling event{.tool_call = call.request.tool_call,
                    .execution = call.execution,
                    .kind = ToolCallingKind::Complete,
                    .command = call.request.command,
                    .cwd = call.request.cwd};
  if (record != nullptr) event.exit_code = record->execution.completion().exit_code;
  if (record != nullptr) event.offset = record->live_stdout.bytes;
  shim.tool_calling(event);
}

}  // namespace termhost::host
