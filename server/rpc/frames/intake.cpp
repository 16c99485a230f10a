#include "rpc/frames/intake.hpp"

#include <algorithm>
#include <utility>

#include "rpc/frames/stream_frame.hpp"

namespace termhost::rpc {

void FrameBatch::clear() {
  frames_.clear();
  taken_ = 0;
  stream_used_ = 0;
  memory_.release();
}

char* FrameBatch::stream_room(std::size_t bytes) {
  if (bytes <= usual_bytes - stream_used_) return stream_.get() + stream_used_;
  return static_cast<char*>(memory_.allocate(bytes, 1));
}

void FrameBatch::add(StreamChunk chunk) {
  if (chunk.data.data() == stream_.get() + stream_used_) stream_used_ += chunk.data.size();
  auto* const last = frames_.empty() ? nullptr : std::get_if<StreamChunk>(&frames_.back());
  if (last != nullptr && join(*last, chunk)) return;
  chunk.id = kept(chunk.id);
  frames_.emplace_back(chunk);
}

void FrameBatch::add(std::string_view frame) { frames_.emplace_back(FrameText{kept(frame, frame_padding)}); }

/// False: it is of another stream, something was between them, or together they are too long.
bool FrameBatch::join(StreamChunk& last, const StreamChunk& next) {
  const std::size_t parts = std::max<std::size_t>(last.part_bytes.size(), 1);
  if (next.kind != last.kind || next.id != last.id || next.data.data() != last.data.data() + last.data.size())
    return false;
  if (next.index.has_value() != last.index.has_value()) return false;
  if (next.index && *next.index != *last.index + static_cast<std::int64_t>(parts)) return false;
  if (parts == most_parts || last.data.size() + next.data.size() > most_joined_bytes) return false;
  if (parts == 1) {
    parts_ = static_cast<std::uint32_t*>(memory_.allocate(most_parts * sizeof *parts_, alignof(std::uint32_t)));
    parts_[0] = static_cast<std::uint32_t>(last.data.size());
  }
  parts_[parts] = static_cast<std::uint32_t>(next.data.size());
  last.part_bytes = {parts_, parts + 1};
  last.data = {last.data.data(), last.data.size() + next.data.size()};
  return true;
}

/// Framers use their memory again for the next frame, so everything moves out of it.
std::string_view FrameBatch::kept(std::string_view text, std::size_t padding) {
  char* const room = static_cast<char*>(memory_.allocate(text.size() + padding, 1));
  std::ranges::copy(text, room);
  return {room, text.size()};
}

void Intake::read(std::string_view bytes, FrameBatch& batch) {
  // Works in pieces that stay in the nearest cache from the framer's copy to the decoder.
  constexpr std::size_t piece = std::size_t{16} << 10;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    framer_->feed(bytes.substr(0, piece));
    while (true) {
      FramerEvent event = framer_->next();
      if (std::holds_alternative<NeedMore>(event)) break;
      if (const auto* frame = std::get_if<Frame>(&event)) {
        keep(frame->text, batch);
      } else {
        batch.frames_.emplace_back(std::get<FramingProblem>(std::move(event)));
      }
    }
  }
}

void Intake::keep(std::string_view frame, FrameBatch& batch) const {
  if (streams_ == StreamFrames::Decoded) {
    if (const auto chunk = read_stream_frame(frame, batch.stream_room(frame.size() + frame_padding)))
      return batch.add(*chunk);
  }
  batch.add(frame);
}

}  // namespace termhost::rpc
