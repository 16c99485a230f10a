// Where control characters stand in a text, asked part by part.
#pragma once

#include <cstddef>
#include <string_view>

#include "shell/flatten/quote.hpp"

namespace termhost::shell {

/// Asked about parts in rising order it looks at each byte about once, however the parts are nested.
class ControlPlaces {
 public:
  explicit ControlPlaces(std::string_view text) : text_(text) {}

  [[nodiscard]] bool any_in(std::size_t begin, std::size_t end) {
    if (begin < from_ || begin > next_) {
      from_ = begin;
      next_ = find_control(text_, begin);
    }
    return next_ < end;
  }

 private:
  std::string_view text_;
  std::size_t from_ = std::string_view::npos;  // there is none between here and next_
  std::size_t next_ = 0;
};

}  // namespace termhost::shell
