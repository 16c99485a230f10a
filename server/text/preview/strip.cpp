#include "text/preview/strip.hpp"

#include <algorithm>

namespace termhost::text {

void Strip::append(const Window& window) {
  if (window.text.empty()) return;
  if (parts_.empty() || window.position.offset != end_)
    parts_.push_back({window.position, text_.size(), window.line_start});
  text_ += window.text;
  end_ = window.position.offset + window.text.size();
}

void Strip::remove_prefix(std::size_t bytes) {
  std::vector<Part> kept;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Part part = parts_[i];
    const std::size_t end = i + 1 < parts_.size() ? parts_[i + 1].begin : text_.size();
    if (end <= bytes) continue;
    const std::size_t gone = bytes - std::min(bytes, part.begin);
    if (gone > 0) {
      part.line_start = text_[part.begin + gone - 1] == '\n';
      part.position = advance(part.position, std::string_view(text_).substr(part.begin, gone));
    }
    part.begin = part.begin + gone - bytes;
    kept.push_back(part);
  }
  parts_ = std::move(kept);
  text_.erase(0, bytes);
}

std::vector<Window> Strip::windows(std::size_t bytes) const {
  const std::size_t from = size() - std::min(bytes, size());
  std::vector<Window> windows;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::size_t end = i + 1 < parts_.size() ? parts_[i + 1].begin : text_.size();
    const std::size_t begin = std::clamp(from, parts_[i].begin, end);
    if (begin == end) continue;
    const std::string_view gone = std::string_view(text_).substr(parts_[i].begin, begin - parts_[i].begin);
    const bool line_start = gone.empty() ? parts_[i].line_start : gone.back() == '\n';
    windows.push_back(
        {advance(parts_[i].position, gone), std::string_view(text_).substr(begin, end - begin), line_start});
  }
  return windows;
}

}  // namespace termhost::text
