// Received bytes that a framer has not used up, contiguous and with padding after them.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>

#include "rpc/frames/framer.hpp"

namespace termhost::rpc {

class FrameBuffer {
 public:
  void append(std::string_view bytes) {
    if (bytes.empty()) return;
    make_room(bytes.size());
    std::memcpy(storage_.get() + end_, bytes.data(), bytes.size());
    end_ += bytes.size();
  }
  void consume(std::size_t count) {
    begin_ += count;
    if (begin_ < end_) return;
    begin_ = end_ = 0;
    if (size_ > kept_bytes) resize(kept_bytes);
  }
  [[nodiscard]] std::string_view view() const { return {storage_.get() + begin_, end_ - begin_}; }

 private:
  static constexpr std::size_t kept_bytes = std::size_t{1} << 20;  // still allocated after a huge frame

  void make_room(std::size_t count) {
    if (end_ + count + frame_padding <= size_) return;
    if (begin_ > 0) {
      std::memmove(storage_.get(), storage_.get() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    const std::size_t needed = end_ + count + frame_padding;
    if (needed > size_) resize(std::max(needed, size_ + size_ / 2));
  }

  /// Uses realloc, which moves the pages of a huge frame instead of copying them.
  void resize(std::size_t size) {
    void* const moved = std::realloc(storage_.get(), size);
    if (moved == nullptr) throw std::bad_alloc();
    (void)storage_.release();
    storage_.reset(static_cast<char*>(moved));
    size_ = size;
  }

  struct Free {
    void operator()(char* memory) const { std::free(memory); }
  };

  std::unique_ptr<char[], Free> storage_;
  std::size_t size_ = 0;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace termhost::rpc
