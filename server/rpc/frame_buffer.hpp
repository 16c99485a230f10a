// The bytes a framer has received and not used up, contiguous and with padding behind them.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "rpc/framer.hpp"

namespace termhost::rpc {

class FrameBuffer {
 public:
  void append(std::string_view bytes) {
    if (bytes.empty()) return;
    make_room(bytes.size());
    std::memcpy(storage_.data() + end_, bytes.data(), bytes.size());
    end_ += bytes.size();
  }
  void consume(std::size_t count) { begin_ += count; }
  [[nodiscard]] std::string_view view() const { return {storage_.data() + begin_, end_ - begin_}; }

 private:
  static constexpr std::size_t kept_bytes = std::size_t{1} << 20;  // what one huge frame leaves allocated

  void make_room(std::size_t count) {
    if (begin_ == end_) {
      begin_ = end_ = 0;
      if (storage_.size() > kept_bytes) std::vector<char>().swap(storage_);
    }
    if (end_ + count + frame_padding <= storage_.size()) return;
    if (begin_ > 0) {
      std::memmove(storage_.data(), storage_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    const std::size_t needed = end_ + count + frame_padding;
    if (needed > storage_.size()) storage_.resize(std::max(needed, storage_.size() + storage_.size() / 2));
  }

  std::vector<char> storage_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace termhost::rpc
