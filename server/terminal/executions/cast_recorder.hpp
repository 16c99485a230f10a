// recordRaw: the bytes of an execution as they came, with their times, as an asciicast v2 file that `asciinema play`
// takes (https://docs.asciinema.org/manual/asciicast/v2/).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "terminal/executions/artifact_spool.hpp"

namespace termhost::terminal {

class CastRecorder {
 public:
  CastRecorder(ArtifactStore* store, base::TaskId task, base::ExecutionId id, int columns, int rows);

  /// JSON carries text: ill-formed bytes are recorded as U+FFFD, code points cut by chunks are put together.
  void output(std::string_view bytes, base::Instant now);
  void resize(int columns, int rows, base::Instant now);
  void flush();
  void settle() { spool_.settle(); }
  void close(base::Instant now);

  [[nodiscard]] bool created() const { return spool_.created(); }
  [[nodiscard]] const std::string& problem() const { return spool_.problem(); }

 private:
  void start(base::Instant now);
  void event(char code, std::string_view data, base::Instant now);

  ArtifactSpool spool_;
  int columns_;
  int rows_;
  std::optional<base::Instant> started_;
  std::string unfinished_;  ///< the start of a code point
};

/// `text` in double quotes, escaped as JSON.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace termhost::terminal
