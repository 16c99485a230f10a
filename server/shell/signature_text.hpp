// A long text written one character after the other, cheaper than a string's push_back.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace termhost::shell {

class SignatureText {
 public:
  void operator+=(char c) {
    if (used_ == buffer_.size()) buffer_.resize(2 * used_);
    buffer_[used_++] = c;
  }
  void operator+=(std::string_view text) {
    for (const char c : text) *this += c;
  }
  [[nodiscard]] std::string take() {
    buffer_.resize(used_);
    return std::move(buffer_);
  }

 private:
  std::string buffer_ = std::string(1024, '\0');
  std::size_t used_ = 0;
};

}  // namespace termhost::shell
