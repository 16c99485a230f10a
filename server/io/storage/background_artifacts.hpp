// The artifacts of a running termhost: written on a thread of their own, so that no disk holds up the event loop.
// Whoever asks how it went, reads an artifact or removes some waits until what was appended is written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/storage/file_artifact_store.hpp"
#include "io/storage/write_queue.hpp"

namespace termhost::io {

class BackgroundArtifacts final : public terminal::ArtifactStore, public tool::ArtifactSource {
 public:
  explicit BackgroundArtifacts(std::string path) : store_(std::move(path)) {}
  /// `later` wakes the thread: see there.
  BackgroundArtifacts(std::string path, WriteQueue::Later later, NumberShare share = {})
      : store_(std::move(path), {}, share), queue_(std::move(later)) {}

  /// The store itself, when nothing is being written.
  [[nodiscard]] FileArtifactStore& settled();

  [[nodiscard]] base::ExecutionId next_execution_id() override { return store_.next_execution_id(); }
  [[nodiscard]] base::Expected<std::unique_ptr<terminal::ArtifactWriter>, terminal::StoreError> create(
      const base::TaskId& task, const base::ExecutionId& id, terminal::ArtifactKind kind) override;
  void begin_again(const base::TaskId& task, const base::ExecutionId& id) override { settled().begin_again(task, id); }
  void end_task(const base::TaskId& task) override { settled().end_task(task); }
  void keep_only(const base::TaskId& task, const std::vector<base::ExecutionId>& kept) override {
    settled().keep_only(task, kept);
  }
  void remove_abandoned() override { settled().remove_abandoned(); }
  [[nodiscard]] FileArtifactStore::Reader open_artifact(const base::TaskId& task,
                                                        std::string_view artifact_id) override {
    return settled().open_artifact(task, artifact_id);
  }

 private:
  FileArtifactStore store_;
  WriteQueue queue_;  // goes first: it writes to the store
};

/// Appends to `file` through `queue`, which outlives it.
[[nodiscard]] std::unique_ptr<terminal::ArtifactWriter> write_in_background(
    std::unique_ptr<terminal::ArtifactWriter> file, WriteQueue& queue);

}  // namespace termhost::io
