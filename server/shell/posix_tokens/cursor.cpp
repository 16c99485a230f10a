#include "shell/posix_tokens/cursor.hpp"

#include <algorithm>

#include "shell/posix_tokens/characters.hpp"

namespace termhost::shell::posix {

void Cursor::skip_to_line_end() {
  const std::size_t end = std::min(text.find('\n', p), text.size());
  record(Layout::Role::Comment, p, end);
  p = end;
}

void Cursor::settle_continuations() {
  while (continues(p)) {
    record(Layout::Role::Continuation, p, p + 2);
    p += 2;
  }
}

/// `end` is after the line joins before it.
void Cursor::take_until(std::size_t end) {
  while (p < end && at(p) != '\\' && !failed) ++p;
  while (over(p) < end && !failed) take();
}

void Cursor::skip_other_blanks() {
  for (;;) {
    if (at(p) == ' ') {
      ++p;
    } else if (at(p) == '\t') {
      record(Layout::Role::Blank, p, p + 1);
      ++p;
    } else if (continues(p)) {
      settle_continuations();
    } else {
      return;
    }
  }
}

void Cursor::fail(SyntaxError::Kind kind, std::string message) {
  if (failed) return;
  failed = true;
  tree.set_error(
      {.kind = kind, .position = text_id == 0 ? std::min(p, text.size()) : origin, .message = std::move(message)});
  read({}, 0);
}

void Cursor::unexpected(std::string_view inside) {
  if (failed) return;
  settle();
  if (p >= text.size()) {
    fail(SyntaxError::Kind::Incomplete, "the text ends inside " + std::string(inside));
    return;
  }
  std::size_t end = p;
  while (end < text.size() && end < p + 20 && !is_metacharacter(text[end])) ++end;
  const std::string_view found = text.substr(p, std::max<std::size_t>(end - p, 1));
  fail(SyntaxError::Kind::Invalid, "unexpected " +
                                       (found == "\n" ? std::string("newline") : "`" + std::string(found) + "`") +
                                       " in " + std::string(inside));
}

bool Cursor::parentheses_follow() const {
  std::size_t i = over(p);
  while (is_blank(at(i))) i = over(i + 1);
  if (at(i) != '(') return false;
  i = over(i + 1);
  while (is_blank(at(i))) i = over(i + 1);
  return at(i) == ')';
}

}  // namespace termhost::shell::posix
