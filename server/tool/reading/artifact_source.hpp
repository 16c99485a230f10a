// Port: the access of read_command_output to artifacts. io implements it over files; a fake over strings serves the
// tests.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "base/ids.hpp"
#include "terminal/executions/artifact_store.hpp"
#include "text/position.hpp"

namespace termhost::tool {

/// One artifact, open. Offsets are those of the output, also where the file has lost its middle.
class ArtifactReader {
 public:
  struct Dropped {
    std::uint64_t begin = 0, end = 0;
    friend bool operator==(const Dropped&, const Dropped&) = default;
  };

  virtual ~ArtifactReader() = default;
  /// The size of the output, as far as it is written. It may grow while it is read.
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// The part that was removed because of artifactMaxBytes.
  [[nodiscard]] virtual std::optional<Dropped> dropped() const = 0;
  /// Reads at `offset`; returns the number of bytes. It is smaller at the end, or before the dropped part.
  [[nodiscard]] virtual base::Expected<std::size_t, terminal::StoreError> read(std::uint64_t offset,
                                                                               std::span<char> into) = 0;
  /// A place at or before `offset` whose line is known; everything from there to `offset` can be read.
  [[nodiscard]] virtual text::Position known_before(std::uint64_t offset) const = 0;
};

class ArtifactSource {
 public:
  virtual ~ArtifactSource() = default;
  /// `artifact_id` is what the agent wrote: anything. The error is the sentence to answer with.
  [[nodiscard]] virtual base::Expected<std::unique_ptr<ArtifactReader>, terminal::StoreError> open_artifact(
      const base::TaskId& task, std::string_view artifact_id) = 0;
};

}  // namespace termhost::tool
