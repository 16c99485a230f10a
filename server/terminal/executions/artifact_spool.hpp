// Brings text to an artifact in large pieces, and remembers what went wrong. The first failure ends the artifact; the
// command goes on without it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/ids.hpp"
#include "terminal/executions/artifact_store.hpp"

namespace termhost::terminal {

class ArtifactSpool {
 public:
  /// `store` is not owned; null: nothing is kept, and problem() says so once it was wanted.
  ArtifactSpool(ArtifactStore* store, base::TaskId task, base::ExecutionId id, ArtifactKind kind);

  void open();
  void append(std::string_view text);
  /// Writes what is buffered, and `provisional` behind it.
  void flush(std::string_view provisional);
  /// Waits for what was written: created() and problem() are the truth then, until more is written.
  void settle();
  void close();

  [[nodiscard]] bool wanted() const { return wanted_; }    ///< open() was called
  [[nodiscard]] bool created() const { return created_; }  ///< there is a file
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  void write_buffer();
  void record_failure(const base::Expected<void, StoreError>& result);

  ArtifactStore* store_;
  base::TaskId task_;
  base::ExecutionId id_;
  ArtifactKind kind_;
  std::unique_ptr<ArtifactWriter> writer_;
  std::string buffer_;
  bool wanted_ = false;
  bool created_ = false;
  std::string problem_;
};

}  // namespace termhost::terminal
