// An artifact without a file, for the reader's tests and its fuzzer.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "tool/reading/artifact_source.hpp"

namespace termhost::testing {

/// An artifact in memory that gives at most `piece` bytes a read.
class MemoryArtifact final : public tool::ArtifactReader {
 public:
  explicit MemoryArtifact(std::string text, std::size_t piece = 1 << 20) : text_(std::move(text)), piece_(piece) {}
  [[nodiscard]] std::uint64_t size() const override { return claimed_size.value_or(text_.size()); }
  [[nodiscard]] std::optional<Dropped> dropped() const override { return std::nullopt; }
  [[nodiscard]] base::Expected<std::size_t, terminal::StoreError> read(std::uint64_t offset,
                                                                       std::span<char> into) override {
    if (broken) return base::unexpected(terminal::StoreError{terminal::StoreErrorCode::Io, "the disk is broken"});
    const std::string_view part = std::string_view(text_).substr(std::min<std::size_t>(offset, text_.size()));
    const std::size_t size = std::min({part.size(), into.size(), piece_});
    std::memcpy(into.data(), part.data(), size);
    return size;
  }
  [[nodiscard]] text::Position known_before(std::uint64_t) const override { return {}; }

  std::optional<std::uint64_t> claimed_size;
  bool broken = false;

 private:
  std::string text_;
  std::size_t piece_;
};

}  // namespace termhost::testing
