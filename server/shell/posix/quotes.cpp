#include "shell/posix/quotes.hpp"

namespace termhost::shell::posix {

void single_quoted(WordParts& parts) {
  Cursor& in = parts.in;
  const std::size_t begin = in.p;
  const std::size_t end = in.text.find('\'', in.p + 1);
  if (end == std::string_view::npos) {
    in.fail(SyntaxError::Kind::Incomplete, "a single quote is not closed");
    return;
  }
  in.p = end + 1;
  parts.add_leaf(NodeKind::SingleQuoted, begin);
}

void ansi_quoted(WordParts& parts) {
  Cursor& in = parts.in;
  const std::size_t begin = in.p;
  in.take();
  std::size_t i = in.over(in.p) + 1;
  while (i < in.text.size() && in.text[i] != '\'') i += in.text[i] == '\\' ? 2 : 1;
  if (i >= in.text.size()) {
    in.fail(SyntaxError::Kind::Incomplete, "a $' quote is not closed");
    return;
  }
  in.settle();
  in.p = i + 1;
  parts.add_leaf(NodeKind::AnsiQuoted, begin);
}

}  // namespace termhost::shell::posix
