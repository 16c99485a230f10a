#include "io/storage/session_recorder.hpp"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "io/handle.hpp"
#include "io/storage/os_file.hpp"
#include "rpc/transcript/transcript.hpp"

namespace termhost::io {
namespace {

base::Instant now() { return std::chrono::time_point_cast<base::Duration>(std::chrono::steady_clock::now()); }

}  // namespace

base::Expected<std::unique_ptr<SessionRecorder>, std::string> SessionRecorder::create(const std::string& path) {
  FileDescriptor file = open_emptied(path);
  if (!file) return base::unexpected(fmt::format("'{}' can't be written: {}", path, std::strerror(errno)));
  return std::unique_ptr<SessionRecorder>(new SessionRecorder(std::move(file)));
}

SessionRecorder::SessionRecorder(FileDescriptor file) : file_(std::move(file)), last_(now()) {}

void SessionRecorder::message(rpc::Way way, std::string_view text) { write(rpc::transcript_line(way, text)); }

void SessionRecorder::os(std::string_view kind, const rpc::OrderedJson& value) {
  write(rpc::transcript_line(kind, value));
}

void SessionRecorder::write(const std::string& line) {
  const base::Instant time = now();
  // A full disk costs the recording, not the session.
  static_cast<void>(write_whole(file_.get(), rpc::transcript_line(time - last_) + line));
  last_ = time;
}

}  // namespace termhost::io
