#include <algorithm>
#include <array>

#include "shell/posix/parser.hpp"
#include "shell/posix/scope.hpp"
#include "shell/syntax/short_words.hpp"

namespace termhost::shell::posix {
namespace {

enum class In { All, Both, Zsh, Ksh, Extended };

struct Row {
  std::string_view word;
  Operator op;
  In in = In::All;
};

constexpr std::size_t longest_operator = 4;

constexpr WordTable operators(std::array{
    Row{"&>", Operator::OutputBoth, In::Both},
    Row{"&>>", Operator::AppendBoth, In::Both},
    Row{"&>|", Operator::OutputBoth, In::Zsh},
    Row{"&>!", Operator::OutputBoth, In::Zsh},
    Row{"&>&", Operator::OutputBoth, In::Zsh},
    Row{"&>>|", Operator::AppendBoth, In::Zsh},
    Row{"&>>!", Operator::AppendBoth, In::Zsh},
    Row{"<", Operator::Input},
    Row{"<&", Operator::DuplicateIn},
    Row{"<>", Operator::InputOutput},
    Row{"<>;", Operator::InputOutput, In::Ksh},
    Row{"<<", Operator::HereDocument},
    Row{"<<-", Operator::HereDocumentTabs},
    Row{"<<#", Operator::HereDocumentTabs, In::Ksh},
    Row{"<<<", Operator::HereString, In::Extended},
    Row{"<#", Operator::Other, In::Ksh},
    Row{">", Operator::Output},
    Row{">>", Operator::Append},
    Row{">>|", Operator::Append, In::Zsh},
    Row{">>!", Operator::Append, In::Zsh},
    Row{">>&", Operator::AppendBoth, In::Zsh},
    Row{">>&|", Operator::AppendBoth, In::Zsh},
    Row{">>&!", Operator::AppendBoth, In::Zsh},
    Row{">&", Operator::DuplicateOut},
    Row{">&|", Operator::OutputBoth, In::Zsh},
    Row{">&!", Operator::OutputBoth, In::Zsh},
    Row{">|", Operator::OutputClobber},
    Row{">!", Operator::OutputClobber, In::Zsh},
    Row{">;", Operator::Output, In::Ksh},
    Row{">#", Operator::Other, In::Ksh},
});

bool known_in(In in, const Dialect& dialect) {
  switch (in) {
    case In::All: return true;
    case In::Both: return dialect.both_redirection;
    case In::Zsh: return dialect.zsh;
    case In::Ksh: return dialect.ksh;
    case In::Extended: return dialect.extended;
  }
  return false;
}

}  // namespace

// Where the operator stands, after a file descriptor or {variable}; npos if no redirection starts here.
std::size_t Parser::redirection_operator_at() const {
  const std::size_t begin = over(p_);
  std::size_t i = begin;
  const char c = at(i);
  if (is_digit(c)) {
    while (is_digit(at(i)))
      i = is_.zsh ? i + 1 : over(i + 1);  // zsh reads no descriptor whose line is joined to the operator's
  } else if (c == '{' && is_.extended && is_name_start(at(i + 1))) {
    do ++i;
    while (is_name_char(at(i)));
    if (at(i) == '[') i = std::min(s_.find(']', i), s_.size() - 1) + 1;
    if (at(i) != '}') return std::string_view::npos;
    i = over(i + 1);
  } else if (c == '&') {
    return is_.both_redirection && at(over(i + 1)) == '>' && at(over(over(i + 1) + 1)) != '(' ? i
                                                                                              : std::string_view::npos;
  }
  if (at(i) != '<' && at(i) != '>') return std::string_view::npos;
  if (i == begin && is_.extended && at(over(i + 1)) == '(') return std::string_view::npos;
  if (i == begin && at(i) == '<' && zsh_number_range()) return std::string_view::npos;
  return i;
}

namespace {

// The longest operator that `text` begins with; one does stand there.
const Row& row_of(std::string_view text, const Dialect& dialect) {
  for (; !text.empty(); text.remove_suffix(1)) {
    const Row* row = operators.find(text);
    if (row != nullptr && known_in(row->in, dialect)) return *row;
  }
  return *operators.find(">");
}

}  // namespace

NodeId Parser::redirection() {
  settle();
  const std::size_t begin = p_;
  const NodeId node = open(NodeKind::Redirection, begin);
  NodeId last = no_node;
  const std::size_t operator_at = redirection_operator_at();
  if (operator_at > p_) {
    take_until(operator_at);
    last = tree_.append(node, last, leaf(NodeKind::FileDescriptor, begin, p_));
  }
  settle();
  std::array<char, longest_operator> found{};
  std::size_t length = 0;
  for (std::size_t i = p_; length < found.size() && at(i) != '\0'; i = over(i + 1)) found[length++] = at(i);
  const Row& row = row_of({found.data(), length}, is_);
  for (std::size_t i = 0; i < row.word.size(); ++i) take();
  tree_.node(node).op = row.op;
  skip_blanks();
  if (row.op == Operator::HereDocument || row.op == Operator::HereDocumentTabs) {
    tree_.append(node, last, here_delimiter(row.op));
  } else if (row.op == Operator::Other && peek() == '(' && peek2() == '(') {
    tree_.append(node, last, arithmetic_command());
  } else if (word_starts(WordPlace::Argument)) {
    tree_.append(node, last, word(WordPlace::Argument));
  } else {
    unexpected("a redirection");
  }
  return close(node);
}

// Nothing in a delimiter is expanded: its quotes go, and tell that nothing in the body is either.
NodeId Parser::here_delimiter(Operator op) {
  const NodeId node = open(NodeKind::HereDocument, p_);
  const NodeId word = open(NodeKind::Word, p_);
  HereDocumentWaiting waiting{.node = node, .strip_tabs = op == Operator::HereDocumentTabs};
  for (char quote = '\0'; p_ < s_.size() && (quote != '\0' || !is_metacharacter(at(p_))); ++p_) {
    const char c = at(p_);
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
      waiting.quoted = true;
    } else if (continues(p_) && quote != '\'') {
      settle();
      --p_;
    } else if (c == '\\' && quote != '\'' && p_ + 1 < s_.size()) {
      waiting.quoted = true;
      waiting.delimiter += at(++p_);
    } else if (c != '$' || quote != '\0' || (at(p_ + 1) != '\'' && at(p_ + 1) != '"') || is_.dash) {
      waiting.delimiter += c;
    }
  }
  close(word);
  if (tree_.text(word).empty()) unexpected("a here-document's delimiter");
  tree_.append(node, no_node, word);
  if (waiting.quoted) tree_.node(node).flags |= Quoted;
  waiting_.push_back(std::move(waiting));
  return close(node);
}

void Parser::read_here_documents() {
  std::vector<HereDocumentWaiting> all;
  all.swap(waiting_);
  for (const HereDocumentWaiting& one : all) read_here_document(one);
}

void Parser::read_here_document(const HereDocumentWaiting& waiting) {
  const NodeId body = open(NodeKind::HereBody, p_);
  bool found = false;
  while (!found && p_ < s_.size()) {
    std::size_t end = std::min(s_.find('\n', p_), s_.size());
    const std::size_t line = p_;
    std::size_t text = line;
    while (waiting.strip_tabs && at(text) == '\t') ++text;
    found = s_.substr(text, end - text) == waiting.delimiter;
    if (found) close(body);
    const auto joins = [&] {  // an odd number of backslashes before the newline
      std::size_t i = end;
      while (i > line && s_[i - 1] == '\\') --i;
      return (end - i) % 2 == 1;
    };
    while (!found && !waiting.quoted && end < s_.size() && joins()) end = std::min(s_.find('\n', end + 1), s_.size());
    p_ = std::min(end + 1, s_.size());
  }
  if (!found) {
    tree_.set_open_ended();
    close(body);
  }
  tree_.append(waiting.node, tree_.node(waiting.node).first_child, body);
  if (waiting.quoted) {
    tree_.node(body).flags |= Quoted;
  } else {
    here_body_parts(body);
  }
}

// The expansions in a body. The shell looks at them only when it runs the command, so an error in them is no syntax
// error.
void Parser::here_body_parts(NodeId body) {
  const std::string_view whole = s_;
  const std::size_t after = p_;
  Attempt attempt(*this);
  s_ = s_.substr(0, tree_.node(body).end);
  p_ = tree_.node(body).begin;
  keyword_at_ = std::string_view::npos;
  Sink sink{*this, body, p_};
  double_quoted_text(sink, '\0');
  sink.finish(p_);
  if (attempt.recovered()) tree_.node(body).flags |= Unparsed;
  if (failed_) return;
  s_ = whole;
  p_ = after;
  keyword_at_ = std::string_view::npos;
}

bool Parser::assignment_starts(bool only_array) const {
  std::size_t i = over(p_);
  if (is_.zsh && is_digit(at(i))) {
    while (is_digit(at(i)))
      i = is_.zsh ? i + 1 : over(i + 1);  // zsh reads no descriptor whose line is joined to the operator's
  } else if (!is_name_start(at(i))) {
    return false;
  }
  while (is_name_char(at(i)) || (is_.ksh && at(i) == '.' && is_name_start(at(i + 1)))) i = over(i + 1);
  if (at(i) == '[' && is_.extended) {
    if (is_.bash && !only_array) return true;
    i = subscript_end(i);
  }
  if (at(i) == '+' && is_.extended) i = over(i + 1);
  return at(i) == '=' && (!only_array || at(over(i + 1)) == '(');
}

// Behind the ] that belongs to the [ at `begin`, or npos: a subscript is on one line and not long.
std::size_t Parser::subscript_end(std::size_t begin) const {
  int level = 0;
  const std::size_t limit = std::min(s_.size(), begin + max_look_ahead);
  for (std::size_t i = begin; i < limit && s_[i] != '\n'; ++i) {
    if (s_[i] == '\\') {
      ++i;
    } else if (s_[i] == '[') {
      ++level;
    } else if (s_[i] == ']' && --level == 0) {
      return over(i + 1);
    }
  }
  return std::string_view::npos;
}

void Parser::subscript(NodeId parent, NodeId& last) {
  const NodeId node = open(NodeKind::Subscript, p_);
  take();
  Sink inner{*this, node, p_};
  if (!balanced(inner, '[', ']', false)) unexpected("a subscript");
  inner.finish(p_);
  take();
  last = tree_.append(parent, last, close(node));
}

NodeId Parser::assignment() {
  settle();
  const std::size_t begin = p_;
  const NodeId node = open(NodeKind::Assignment, begin);
  NodeId last = no_node;
  while (is_name_char(at(p_)) || continues(p_) || (is_.ksh && at(p_) == '.')) take();
  if (at(p_) == '[') {
    subscript(node, last);
    settle();
  }
  if (peek() != '=' && !(peek() == '+' && peek2() == '=')) {  // bash: a subscript, but no assignment
    tree_.node(node).kind = NodeKind::Word;
    if (last != no_node) tree_.node(last).kind = NodeKind::Glob;
    Sink sink{*this, node, p_, last};
    word_parts(sink, WordPlace::Argument);
    sink.finish(p_);
    return close(node);
  }
  if (accept('+')) tree_.node(node).flags |= Appending;
  take();
  settle();
  if (is_.extended && at(p_) == '(') {
    tree_.append(node, last, array());
  } else if (value_starts()) {
    tree_.append(node, last, word(WordPlace::Value));
  }
  return close(node);
}

NodeId Parser::array() {
  const Nest nest(*this);
  const NodeId node = open(NodeKind::Array, p_);
  take();
  NodeId last = no_node;
  for (;;) {
    skip_newlines(Layout::Role::Blank);
    while (is_.ksh && accept(';')) skip_newlines(Layout::Role::Blank);  // a compound variable of ksh93
    if (!word_starts(WordPlace::Argument)) break;
    last = tree_.append(node, last, array_element());
  }
  expect(')', "an array");
  return close(node);
}

NodeId Parser::array_element() {
  if (is_.ksh && assignment_starts(true)) return assignment();
  const std::size_t after = at(p_) == '[' ? subscript_end(p_) : std::string_view::npos;
  if (after == std::string_view::npos || (at(after) != '=' && !(at(after) == '+' && at(after + 1) == '=')))
    return word(WordPlace::Argument);
  const NodeId node = open(NodeKind::Assignment, p_);
  NodeId last = no_node;
  subscript(node, last);
  settle();
  if (accept('+')) tree_.node(node).flags |= Appending;
  take();
  if (is_.ksh && at(p_) == '(') {
    tree_.append(node, last, array());
  } else if (value_starts()) {
    tree_.append(node, last, word(WordPlace::Value));
  }
  return close(node);
}

}  // namespace termhost::shell::posix
