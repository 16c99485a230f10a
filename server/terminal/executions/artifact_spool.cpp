#include "terminal/executions/artifact_spool.hpp"

#include <utility>

namespace termhost::terminal {
namespace {

constexpr std::size_t buffer_bytes = 64 * 1024;  ///< large enough that the cost of a system call doesn't show

}  // namespace

ArtifactSpool::ArtifactSpool(ArtifactStore* store, base::TaskId task, base::ExecutionId id, ArtifactKind kind)
    : store_(store), task_(std::move(task)), id_(std::move(id)), kind_(kind) {}

void ArtifactSpool::open() {
  wanted_ = true;
  if (store_ == nullptr) {
    problem_ = "there is no storage folder";
    return;
  }
  auto writer = store_->create(task_, id_, kind_);
  if (!writer) {
    problem_ = to_string(writer.error());
    return;
  }
  writer_ = std::move(*writer);
  created_ = true;
}

void ArtifactSpool::append(std::string_view text) {
  if (!writer_) return;
  if (buffer_.size() + text.size() >= buffer_bytes) {
    write_buffer();
    buffer_.reserve(buffer_bytes);
  }
  if (text.size() < buffer_bytes) {
    buffer_ += text;
  } else if (writer_) {
    record_failure(writer_->append(std::string(text)));
  }
}

void ArtifactSpool::flush(std::string_view provisional) {
  write_buffer();
  if (writer_) record_failure(writer_->show_provisional(std::string(provisional)));
}

void ArtifactSpool::settle() {
  if (writer_) record_failure(writer_->settle());
}

void ArtifactSpool::close() {
  flush({});
  settle();
  writer_.reset();
}

void ArtifactSpool::write_buffer() {
  if (!writer_ || buffer_.empty()) return;
  record_failure(writer_->append(std::exchange(buffer_, {})));
}

void ArtifactSpool::record_failure(const base::Expected<void, StoreError>& result) {
  if (result) return;
  problem_ = to_string(result.error());
  created_ = result.error().code != StoreErrorCode::Vanished;
  writer_.reset();
  buffer_ = {};
}

}  // namespace termhost::terminal
