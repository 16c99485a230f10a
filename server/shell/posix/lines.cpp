#include "shell/posix/lines.hpp"

#include <algorithm>

#include "shell/posix/parser.hpp"
#include "shell/posix_tokens/scope.hpp"

namespace termhost::shell::posix {

// At a newline or comment.
bool Lines::skip_lines(Layout::Role role) {
  std::size_t first = 0;  // a here-document may have lines of its own, between backquotes
  for (bool any = false;; any = true) {
    in_.skip_comment();
    if (in_.here() != '\n') {
      if (any) newlines_at_ = first;
      return any;
    }
    if (!any) first = in_.tree.layout(in_.text_id).size();
    in_.record(any ? Layout::Role::Blank : role, in_.p, in_.p + 1);
    ++in_.p;
    if (!waiting_.empty()) read_here_documents();
    in_.skip_blanks();
  }
}

// A delimiter is not expanded: its quotes are removed, and mean that the body is not expanded either.
NodeId Lines::delimiter(Operator op) {
  const NodeId node = in_.open(NodeKind::HereDocument, in_.p);
  const NodeId word = in_.open(NodeKind::Word, in_.p);
  HereDocumentWaiting waiting{.node = node, .strip_tabs = op == Operator::HereDocumentTabs};
  for (char quote = '\0'; in_.p < in_.text.size() && (quote != '\0' || !is_metacharacter(in_.here())); ++in_.p) {
    const char c = in_.here();
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
      waiting.quoted = true;
    } else if (in_.continues(in_.p) && quote != '\'') {
      in_.settle();
      --in_.p;
    } else if (c == '\\' && quote != '\'' && in_.p + 1 < in_.text.size()) {
      waiting.quoted = true;
      waiting.delimiter += in_.at(++in_.p);
    } else if (c != '$' || quote != '\0' || (in_.at(in_.p + 1) != '\'' && in_.at(in_.p + 1) != '"') || in_.shell.dash) {
      waiting.delimiter += c;
    }
  }
  in_.close(word);
  if (in_.tree.text(word).empty()) in_.unexpected("a here-document's delimiter");
  in_.tree.append(node, no_node, word);
  if (waiting.quoted) in_.tree.node(node).flags |= Quoted;
  waiting_.push_back(std::move(waiting));
  return in_.close(node);
}

void Lines::read_here_documents() {
  for (const HereDocumentWaiting& one : exchange_waiting({})) read_here_document(one);
}

void Lines::read_here_document(const HereDocumentWaiting& waiting) {
  const NodeId body = in_.open(NodeKind::HereBody, in_.p);
  bool found = false;
  while (!found && in_.p < in_.text.size()) {
    std::size_t end = std::min(in_.text.find('\n', in_.p), in_.text.size());
    const std::size_t line = in_.p;
    std::size_t text = line;
    while (waiting.strip_tabs && in_.at(text) == '\t') ++text;
    found = in_.text.substr(text, end - text) == waiting.delimiter;
    if (found) in_.close(body);
    const auto joins = [&] {  // an odd number of backslashes before the newline
      std::size_t i = end;
      while (i > line && in_.text[i - 1] == '\\') --i;
      return (end - i) % 2 == 1;
    };
    while (!found && !waiting.quoted && end < in_.text.size() && joins())
      end = std::min(in_.text.find('\n', end + 1), in_.text.size());
    in_.p = std::min(end + 1, in_.text.size());
  }
  if (!found) {
    in_.tree.set_open_ended();
    in_.close(body);
  }
  in_.tree.append(waiting.node, in_.tree.node(waiting.node).first_child, body);
  if (waiting.quoted) {
    in_.tree.node(body).flags |= Quoted;
  } else {
    here_body_parts(body);
  }
}

// The expansions in a body. The shell reads them only when it runs the command, so an error in them is not a syntax
// error.
void Lines::here_body_parts(NodeId body) {
  const std::string_view whole = in_.text;
  const std::size_t after = in_.p;
  Attempt attempt(in_);
  in_.read(whole.substr(0, in_.tree.node(body).end), in_.tree.node(body).begin);
  WordParts sink{in_, body, in_.p};
  all_.expansions.double_quoted_text(sink, '\0');
  sink.finish(in_.p);
  if (attempt.recovered()) in_.tree.node(body).flags |= Unparsed;
  if (!in_.failed) in_.read(whole, after);
}

}  // namespace termhost::shell::posix
