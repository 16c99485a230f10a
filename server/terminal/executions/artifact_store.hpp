// Port: where the whole rendered output of an execution is kept. Implemented by io; a fake serves the tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "base/ids.hpp"

namespace termhost::terminal {

enum class StoreErrorCode { NotFound, NotAllowed, DiskFull, ReadOnly, Vanished, BadRange, TooLarge, Io };

struct StoreError {
  StoreErrorCode code = StoreErrorCode::Io;
  std::string context;  ///< one sentence: what, where
};

[[nodiscard]] std::string to_string(const StoreError& error);

/// A kind of file that an execution leaves in the storage folder.
enum class ArtifactKind {
  Rendered,   ///< cmd-<executionId>.txt: the rendered output
  Recording,  ///< cmd-<executionId>.cast: the bytes as they came, as an asciicast v2 file
};

/// Appends to one artifact. Destroying it closes the file; what was appended before stays readable.
class ArtifactWriter {
 public:
  using Result = base::Expected<void, StoreError>;

  virtual ~ArtifactWriter() = default;
  /// Takes all of `text` or fails; after a failure the artifact ends where it ended and further calls fail the same
  /// way. What was appended and settled is visible to readers and safe from our own death (not from the machine's).
  /// Callers bring large pieces.
  [[nodiscard]] virtual Result append(std::string text) = 0;
  /// Puts `text` behind what was appended, for readers of a running execution: the screen that is not final yet. The
  /// next call but settle() takes its place.
  [[nodiscard]] virtual Result show_provisional(std::string text) = 0;
  /// Waits until everything is in the file, where the calls before return earlier; says whether it is.
  [[nodiscard]] virtual Result settle() { return {}; }
};

class ArtifactStore {
 public:
  virtual ~ArtifactStore() = default;
  /// A number that no execution in this storage folder has had: decimal digits, rising, also between processes that
  /// share it.
  [[nodiscard]] virtual base::ExecutionId next_execution_id() = 0;
  /// Creates the file in the task's folder, which must not have it yet.
  [[nodiscard]] virtual base::Expected<std::unique_ptr<ArtifactWriter>, StoreError> create(const base::TaskId& task,
                                                                                           const base::ExecutionId& id,
                                                                                           ArtifactKind kind) = 0;
  /// All that this execution has printed comes once more: removes what it has left.
  virtual void begin_again(const base::TaskId& /*task*/, const base::ExecutionId& /*id*/) {}
  /// Removes what the task has left.
  virtual void end_task(const base::TaskId& task) = 0;
  /// The conversation went back: removes what the task has left, except of the executions named.
  virtual void keep_only(const base::TaskId& task, const std::vector<base::ExecutionId>& kept) = 0;
  /// Removes what no termhost that runs claims and nobody has changed for a week. At start, and once a day.
  virtual void remove_abandoned() = 0;
};

/// "cmd-<executionId>.txt", and .cast for recordings.
[[nodiscard]] std::string artifact_id(const base::ExecutionId& id, ArtifactKind kind = ArtifactKind::Rendered);

}  // namespace termhost::terminal
