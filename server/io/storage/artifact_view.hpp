// An artifact as offsets of the output, whatever its file looks like: once it is longer than artifactMaxBytes, the file
// has the head, a line of `gap_mark_bytes` that states the gap, and a rolling tail.
//
// Beside an artifact of more than `index_step` bytes lies `cmd-<executionId>.index`, in the machine's byte order: an
// IndexHeader, then the number of line ends before each multiple of `index_step`, plus one. It is written after the
// text it speaks of, so what it says is true even after we were killed; it may lack the last entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "io/file_descriptor.hpp"
#include "text/position.hpp"

namespace termhost::io {

inline constexpr std::uint64_t index_step = std::uint64_t{1} << 20;  ///< counting line ends in one takes 0.1 ms
inline constexpr std::size_t gap_mark_bytes = 128;

/// The part that an artifact has lost because it grew too long.
struct DroppedMiddle {
  text::Position begin;
  text::Position end;
  friend bool operator==(const DroppedMiddle&, const DroppedMiddle&) = default;
};

struct IndexHeader {
  std::uint64_t magic = 0;
  std::uint64_t moving = 0;   ///< 1 while the tail is being moved: if its writer died meanwhile, the tail is lost
  std::uint64_t dropped = 0;  ///< 1: the rest counts
  std::uint64_t begin_offset = 0, begin_lines = 0, end_offset = 0, end_lines = 0;
};

/// Line ends before places of an output. Not there (a small artifact): no place is known but the start.
class ArtifactIndex {
 public:
  ArtifactIndex() = default;
  explicit ArtifactIndex(FileDescriptor file) : file_(std::move(file)) {}

  [[nodiscard]] bool exists() const { return static_cast<bool>(file_); }
  [[nodiscard]] std::optional<IndexHeader> header() const;
  bool write_header(const std::optional<DroppedMiddle>& dropped, bool moving);
  bool append_entry(std::uint64_t number, std::uint64_t lines);
  /// Returns when what was written is on the disk.
  bool sync();

  /// The last known place at or before `offset`.
  [[nodiscard]] text::Position known_before(std::uint64_t offset, const std::optional<DroppedMiddle>& dropped) const;

 private:
  FileDescriptor file_;
};

/// Maps offsets of the output to its file.
struct ArtifactView {
  const FileDescriptor* file = nullptr;
  std::optional<DroppedMiddle> dropped;

  [[nodiscard]] std::uint64_t physical(std::uint64_t offset) const;
  /// The length of the output whose file has `file_size` bytes.
  [[nodiscard]] std::uint64_t logical_size(std::uint64_t file_size) const;
  /// Reads up to `size` bytes of the output; less at the end and at the dropped middle. -1: errno tells.
  [[nodiscard]] long read(std::uint64_t offset, char* into, std::size_t size) const;
  /// `from`, moved to `offset` by counting. The text in between must be there.
  [[nodiscard]] text::Position count_to(text::Position from, std::uint64_t offset) const;
};

/// "cmd-17.txt" → "cmd-17.index"
[[nodiscard]] std::string index_name(const std::string& artifact_name);

}  // namespace termhost::io
