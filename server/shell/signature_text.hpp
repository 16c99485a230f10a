// A long text written one character after the other, cheaper than a string's push_back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace termhost::shell {

class SignatureText {
 public:
  void operator+=(char c) { *room(1) = c; }
  void operator+=(std::string_view text) { std::copy(text.begin(), text.end(), room(text.size())); }
  /// Each character of `text` after a `mark`.
  void add_marked(std::string_view text, char mark) {
    char* to = room(2 * text.size());
    for (const char c : text) {
      *to++ = mark;
      *to++ = c;
    }
  }
  [[nodiscard]] std::string take() {
    buffer_.resize(used_);
    return std::move(buffer_);
  }

 private:
  char* room(std::size_t size) {
    if (size > buffer_.size() - used_) buffer_.resize(2 * (used_ + size));
    used_ += size;
    return buffer_.data() + used_ - size;
  }

  std::string buffer_ = std::string(1024, '\0');
  std::size_t used_ = 0;
};

}  // namespace termhost::shell
