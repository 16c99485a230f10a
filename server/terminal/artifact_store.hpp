// Port: where the whole rendered output of an execution is kept. Implemented by io; a fake serves the tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "base/ids.hpp"

namespace termhost::terminal {

enum class StoreErrorCode { NotFound, NotAllowed, DiskFull, ReadOnly, Vanished, BadRange, TooLarge, Io };

struct StoreError {
  StoreErrorCode code = StoreErrorCode::Io;
  std::string context;  ///< one sentence: what, where
};

[[nodiscard]] std::string to_string(const StoreError& error);

/// Appends to one artifact. Destroying it closes the file; what was appended before stays readable.
class ArtifactWriter {
 public:
  virtual ~ArtifactWriter() = default;
  /// Takes all of `text` or fails; after a failure the artifact ends where it ended and further calls fail the same
  /// way.
  [[nodiscard]] virtual base::Expected<void, StoreError> append(std::string_view text) = 0;
  /// Makes what was appended visible to readers and safe from our own death (not from the machine's).
  [[nodiscard]] virtual base::Expected<void, StoreError> flush() = 0;
};

class ArtifactStore {
 public:
  virtual ~ArtifactStore() = default;
  /// A number that no execution in this storage folder has had: decimal digits, rising, also between processes that
  /// share it.
  [[nodiscard]] virtual base::ExecutionId next_execution_id() = 0;
  /// Creates `cmd-<executionId>.txt` (and the `.cast` beside it where raw bytes are kept) in the task's folder.
  [[nodiscard]] virtual base::Expected<std::unique_ptr<ArtifactWriter>, StoreError> create(
      const base::TaskId& task, const base::ExecutionId& id) = 0;
};

/// "cmd-<executionId>.txt"
[[nodiscard]] std::string artifact_id(const base::ExecutionId& id);

}  // namespace termhost::terminal
