#include "rpc/intake.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "rpc/stream_frame.hpp"

namespace termhost::rpc {
namespace {

char* put(std::string_view text, char* to) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

}  // namespace

void FrameBatch::clear() {
  frames_.clear();
  taken_ = 0;
  memory_.release();
}

void Intake::read(std::string_view bytes, FrameBatch& batch) {
  // In pieces that stay in the nearest cache from the framer's copy to the decoder.
  constexpr std::size_t piece = std::size_t{16} << 10;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    framer_->feed(bytes.substr(0, piece));
    while (true) {
      FramerEvent event = framer_->next();
      if (std::holds_alternative<NeedMore>(event)) break;
      if (const auto* frame = std::get_if<Frame>(&event)) {
        batch.frames_.push_back(keep(frame->text, batch.memory_));
      } else {
        batch.frames_.emplace_back(std::get<FramingProblem>(std::move(event)));
      }
    }
  }
}

/// The framer's memory is used again for the next frame, so everything moves out of it. Id and data of a stream frame
/// fit where the frame would: they are parts of it.
Incoming Intake::keep(std::string_view frame, std::pmr::memory_resource& memory) const {
  char* const room = static_cast<char*>(memory.allocate(frame.size() + frame_padding, 1));
  if (streams_ == StreamFrames::Decoded) {
    if (auto chunk = read_stream_frame(frame, room)) {
      char* const id = room + chunk->data.size();
      chunk->id = {id, put(chunk->id, id)};
      return *chunk;
    }
  }
  return FrameText{{room, put(frame, room)}};
}

}  // namespace termhost::rpc
