// An output with parts left out: the remaining bytes in one string, and the position of each in the output.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/position.hpp"

namespace termhost::text {

class Strip {
 public:
  /// `window` must not begin before the end of the last one.
  void append(const Window& window);
  void remove_prefix(std::size_t bytes);

  [[nodiscard]] std::size_t size() const { return text_.size(); }
  /// The windows in the last `bytes` bytes, in order.
  [[nodiscard]] std::vector<Window> windows(std::size_t bytes) const;

 private:
  struct Part {
    Position position;
    std::size_t begin = 0;  ///< in text_
    bool line_start = true;
  };

  std::string text_;
  std::vector<Part> parts_;
  std::uint64_t end_ = 0;  ///< offset in the output
};

}  // namespace termhost::text
