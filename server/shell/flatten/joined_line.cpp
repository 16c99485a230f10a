#include "shell/flatten/joined_line.hpp"

#include <algorithm>
#include <utility>

namespace termhost::shell {

void JoinedLine::keep(std::string_view text) {
  if (gap_) text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  put(text);
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
}

}  // namespace termhost::shell
