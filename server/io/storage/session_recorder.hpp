// Writes a session to a file as a transcript (rpc/transcript/transcript.hpp), line by line, with the time that passed
// between.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/expected.hpp"
#include "io/file_descriptor.hpp"
#include "rpc/connection/connection.hpp"
#include "rpc/message.hpp"

namespace termhost::io {

class SessionRecorder {
 public:
  /// Creates the file anew, for the person alone: it holds commands and what they printed. The error is one sentence.
  [[nodiscard]] static base::Expected<std::unique_ptr<SessionRecorder>, std::string> create(const std::string& path);

  void message(rpc::Way way, std::string_view text);
  void os(std::string_view kind, const rpc::OrderedJson& value);

 private:
  explicit SessionRecorder(FileDescriptor file);
  void write(const std::string& line);

  FileDescriptor file_;
  base::Instant last_;
};

}  // namespace termhost::io
