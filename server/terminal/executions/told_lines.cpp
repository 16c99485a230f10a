#include "terminal/executions/told_lines.hpp"

#include <algorithm>

namespace termhost::terminal {

std::string_view ToldLines::pass(std::string_view text) {
  if (differs_) return text;
  const std::string_view rest = std::string_view(lines_).substr(same_);
  const auto same =
      static_cast<std::size_t>(std::mismatch(rest.begin(), rest.end(), text.begin(), text.end()).first - rest.begin());
  same_ += same;
  text.remove_prefix(same);
  if (text.empty()) return text;
  const bool only_ended = same_ == lines_.size() && !lines_.empty() && lines_.back() != '\n' && text.front() == '\n';
  if (only_ended) {  // the line is as it was told
    lines_ += '\n';
    ++same_;
    text.remove_prefix(1);
    if (text.empty()) return text;
  }
  differ();
  return text;
}

void ToldLines::end() {
  const bool within_line = same_ > 0 && lines_[same_ - 1] != '\n';
  const bool line_is_told = same_ == lines_.size() || lines_[same_] == '\n';
  if (!differs_ && within_line && !line_is_told) differ();
}

void ToldLines::differ() {
  stays_ = std::string_view(lines_).substr(0, same_).rfind('\n') + 1;
  differs_ = true;
}

}  // namespace termhost::terminal
