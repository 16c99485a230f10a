// Output on its way through the host: into the execution's log, and live to who waits for the call.
#include "base/utf8.hpp"
#include "host/host.hpp"

namespace termhost::host {

void Host::wrote(ExecutionRecord& record, Stream stream, std::string_view bytes) {
  if (record.execution.ended()) return;
  if (stream == Stream::Stderr) {
    record.execution.write_stderr(bytes, now());
  } else {
    record.execution.write(bytes, now());
  }
  if (record.call) emit(record, stream, bytes);
  schedule_flush();
}

/// Live output for the call. Code points that a chunk border cut wait for their other half.
void Host::emit(ExecutionRecord& record, Stream stream, std::string_view bytes) {
  const Call* call = record.call ? find_call(*record.call) : nullptr;
  if (ports_.shim == nullptr || record.tool_call.empty() || call == nullptr) return;
  std::string joined;
  LiveStream& told = stream == Stream::Stderr ? record.live_stderr : record.live_stdout;
  if (!told.partial_utf8.empty()) {
    joined = told.partial_utf8;
    joined.append(bytes);
    bytes = joined;
  }
  const bool more_to_come = !record.execution.ended();
  const std::size_t incomplete = more_to_come ? base::incomplete_utf8_suffix(bytes) : 0;
  const std::string_view whole = bytes.substr(0, bytes.size() - incomplete);
  std::string rest(bytes.substr(whole.size()));
  const terminal::OutputLog* log = stream == Stream::Stderr ? record.execution.stderr_log() : &record.execution.log();
  const std::string_view rendered = log != nullptr ? log->newly_rendered() : std::string_view();
  if (!whole.empty() || !rendered.empty()) {
    ports_.shim->tool_calling({.tool_call = record.tool_call,
                               .execution = record.execution.id(),
                               .kind = stream == Stream::Stderr ? ToolCallingKind::Stderr : ToolCallingKind::Stdout,
                               .chunk = whole,
                               .rendered = rendered,
                               .command = call->request.command,
                               .cwd = call->request.cwd,
                               .exit_code = {},
                               .offset = told.bytes,
                               .rendered_offset = told.rendered_bytes});
    told.bytes += whole.size();
    told.rendered_bytes += rendered.size();
  }
  told.partial_utf8 = std::move(rest);
}

}  // namespace termhost::host
