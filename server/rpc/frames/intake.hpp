// The first half of a connection: bytes → frames, with stream frames decoded. It does not need the second half, so it
// can run on the reader's thread while the event loop works on earlier frames.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string_view>
#include <variant>
#include <vector>

#include "rpc/frames/framer.hpp"
#include "rpc/message.hpp"

namespace termhost::rpc {

/// A frame that is not a plain stream frame: for parse_message.
struct FrameText {
  std::string_view text;
};
using Incoming = std::variant<StreamChunk, FrameText, FramingProblem>;

/// The frames of one read, in order, and the memory behind their views. It is filled on one thread, then used on
/// another. Successive frames of a stream become one chunk, so that later code runs once for many small ones.
class FrameBatch {
 public:
  /// The next one, taken; null at the end. Valid until clear().
  [[nodiscard]] const Incoming* next() { return taken_ < frames_.size() ? &frames_[taken_++] : nullptr; }
  [[nodiscard]] bool empty() const { return taken_ == frames_.size(); }
  void clear();

 private:
  friend class Intake;
  static constexpr std::size_t usual_bytes = std::size_t{512} << 10;  // of one read, with the bytes after a frame
  static constexpr std::size_t most_parts = 64;
  static constexpr std::size_t most_joined_bytes = std::size_t{32} << 10;  // stays in the nearest cache

  /// Room for the data of the next stream frame: if possible, directly after those of the last one.
  [[nodiscard]] char* stream_room(std::size_t bytes);
  /// The data are where stream_room() said, the id is copied.
  void add(StreamChunk chunk);
  void add(std::string_view frame);
  bool join(StreamChunk& last, const StreamChunk& next);
  [[nodiscard]] std::string_view kept(std::string_view text, std::size_t padding = 0);

  std::vector<Incoming> frames_;
  std::size_t taken_ = 0;
  std::uint32_t* parts_ = nullptr;  // part_bytes of the last chunk, once it has several
  // Not cleared, so that they cost no more memory than is used of them.
  std::unique_ptr<char[]> stream_ = std::make_unique_for_overwrite<char[]>(usual_bytes);
  std::size_t stream_used_ = 0;
  std::unique_ptr<char[]> first_block_ = std::make_unique_for_overwrite<char[]>(usual_bytes);
  std::pmr::monotonic_buffer_resource memory_{first_block_.get(), usual_bytes};  // of everything else
};

enum class StreamFrames { Decoded, AsText };

class Intake {
 public:
  Intake(Framing framing, StreamFrames streams) : framer_(make_framer(framing)), streams_(streams) {}

  /// Fills `batch`, which is clear, with what `bytes` completes.
  void read(std::string_view bytes, FrameBatch& batch);
  /// The stream has ended: what is left unfinished, if anything.
  [[nodiscard]] FramerEvent finish() { return framer_->finish(); }

 private:
  void keep(std::string_view frame, FrameBatch& batch) const;

  std::unique_ptr<Framer> framer_;
  StreamFrames streams_;
};

}  // namespace termhost::rpc
