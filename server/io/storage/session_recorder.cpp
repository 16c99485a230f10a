#include "io/storage/session_recorder.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "rpc/transcript/transcript.hpp"

namespace termhost::io {
namespace {

base::Instant now() { return std::chrono::time_point_cast<base::Duration>(std::chrono::steady_clock::now()); }

}  // namespace

base::Expected<std::unique_ptr<SessionRecorder>, std::string> SessionRecorder::create(const std::string& path) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
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
  const std::string lines = rpc::transcript_line(time - last_) + line;
  last_ = time;
  std::string_view rest = lines;
  while (!rest.empty()) {
    const ssize_t count = ::write(file_.get(), rest.data(), rest.size());
    if (count < 0 && errno != EINTR) return;  // a full disk costs the recording, not the session
    if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace termhost::io
