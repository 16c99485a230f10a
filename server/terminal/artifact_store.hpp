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

/// What an execution leaves in the storage folder.
enum class ArtifactKind {
  Rendered,   ///< cmd-<executionId>.txt: the rendered output
  Recording,  ///< cmd-<executionId>.cast: the bytes as they came, as an asciicast v2 file
};

/// Appends to one artifact. Destroying it closes the file; what was appended before stays readable.
class ArtifactWriter {
 public:
  virtual ~ArtifactWriter() = default;
  /// Takes all of `text` or fails; after a failure the artifact ends where it ended and further calls fail the same
  /// way. What was appended is visible to readers at once and safe from our own death (not from the machine's), so
  /// callers bring large pieces.
  [[nodiscard]] virtual base::Expected<void, StoreError> append(std::string_view text) = 0;
  /// Puts `text` behind what was appended, for readers of a running execution: the screen that is not final yet. The
  /// next call of any kind takes its place.
  [[nodiscard]] virtual base::Expected<void, StoreError> show_provisional(std::string_view text) = 0;
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
