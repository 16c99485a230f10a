#include "io/storage/background_artifacts.hpp"

#include <atomic>
#include <utility>

namespace termhost::io {
namespace {

using terminal::ArtifactWriter;
using terminal::StoreError;

class BackgroundWriter final : public ArtifactWriter {
 public:
  BackgroundWriter(std::unique_ptr<ArtifactWriter> file, WriteQueue& queue)
      : queue_(queue), shared_(std::make_shared<Shared>()) {
    shared_->file = std::move(file);
  }
  ~BackgroundWriter() override {
    queue_.post(0, [shared = std::move(shared_)] { shared->file.reset(); });
  }

  [[nodiscard]] Result append(std::string text) override { return post(&ArtifactWriter::append, std::move(text)); }
  [[nodiscard]] Result show_provisional(std::string text) override {
    return post(&ArtifactWriter::show_provisional, std::move(text));
  }
  [[nodiscard]] Result settle() override {
    queue_.settle();
    return shared_->outcome;
  }

 private:
  struct Shared {
    std::unique_ptr<ArtifactWriter> file;
    Result outcome;  ///< the first failure
    std::atomic<bool> failed = false;
  };

  Result post(Result (ArtifactWriter::*write)(std::string), std::string text) {
    if (shared_->failed) return settle();
    const std::size_t bytes = text.size();
    queue_.post(bytes, [shared = shared_, write, text = std::move(text)]() mutable {
      if (shared->failed) return;
      shared->outcome = ((*shared->file).*write)(std::move(text));
      shared->failed = !shared->outcome;
    });
    return {};
  }

  WriteQueue& queue_;
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<ArtifactWriter> write_in_background(std::unique_ptr<ArtifactWriter> file, WriteQueue& queue) {
  return std::make_unique<BackgroundWriter>(std::move(file), queue);
}

FileArtifactStore& BackgroundArtifacts::settled() {
  queue_.settle();
  return store_;
}

base::Expected<std::unique_ptr<ArtifactWriter>, StoreError> BackgroundArtifacts::create(const base::TaskId& task,
                                                                                        const base::ExecutionId& id,
                                                                                        terminal::ArtifactKind kind) {
  auto file = settled().create(task, id, kind);
  if (!file) return file;
  return write_in_background(std::move(*file), queue_);
}

}  // namespace termhost::io
