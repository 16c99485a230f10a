// A preview of what of an output nobody was told yet. It begins with the first line that is not as it was told.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "terminal/executions/told_lines.hpp"
#include "text/preview/preview.hpp"

namespace termhost::terminal {

class UnreadPreview {
 public:
  /// `begin`: the end of what was final when it was told; `screen`: what stood behind that.
  UnreadPreview(std::size_t budget, bool compact, text::Position begin, std::string screen)
      : budget_(budget), compact_(compact), begin_(begin), told_(std::move(screen)), preview_(budget, compact, begin) {}

  /// The next of what is final.
  void append(std::string_view text);
  /// All up to now, with what stands behind it.
  [[nodiscard]] text::Preview with(std::string_view screen) const;

 private:
  void begin_where_it_differs();

  std::size_t budget_;
  bool compact_;
  text::Position begin_;
  ToldLines told_;
  text::Preview preview_;  ///< has got nothing as long as all is as it was told
};

}  // namespace termhost::terminal
