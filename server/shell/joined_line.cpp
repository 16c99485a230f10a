#include "shell/joined_line.hpp"

#include <algorithm>
#include <utility>

namespace termhost::shell {

void JoinedLine::begin_piece() {
  piece_begin_ = text_.size();
  gap_before_piece_ = gap_;
  kept_.clear();
}

void JoinedLine::restart_piece() {
  text_.resize(piece_begin_);
  gap_ = gap_before_piece_;
  kept_.clear();
}

void JoinedLine::keep(std::string_view text, std::size_t from) {
  if (gap_) {
    const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
    text.remove_prefix(blanks);
    from += blanks;
  }
  if (text.empty()) return;
  put(text);
  const auto length = static_cast<std::uint32_t>(text.size());
  kept_.push_back(
      {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(text_.size() - piece_begin_) - length, length});
}

void JoinedLine::put(std::string_view text) {
  if (text.empty()) return;
  if (gap_ && !text_.empty() && blank_before(text.front())) text_ += ' ';
  gap_ = false;
  text_ += text;
}

void JoinedLine::put_layout(Layout::Role role) {
  if (role == Layout::Role::Continuation || role == Layout::Role::Comment) return;
  trim();
  if (role == Layout::Role::Separator) text_ += ';';
  gap_ = true;
}

std::string JoinedLine::take() && {
  trim();
  return std::move(text_);
}

// `((` and `()` would be other tokens.
bool JoinedLine::blank_before(char next) const {
  if (ends_with_blank()) return false;
  const bool opened = text_.back() == '(';
  return opened ? next == '(' || next == ')' : next != ')' || text_.back() == ')';
}

void JoinedLine::trim() {
  while (ends_with_blank()) text_.pop_back();
  piece_begin_ = std::min(piece_begin_, text_.size());
}

}  // namespace termhost::shell
