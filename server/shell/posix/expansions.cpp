#include <algorithm>

#include "shell/posix/parser.hpp"
#include "shell/posix/scope.hpp"

namespace termhost::shell::posix {
namespace {

constexpr std::string_view special_parameters = "@*#?-$!";
constexpr std::string_view zsh_parameter_flags = "^=~+#";

}  // namespace

// At a $. What begins no expansion stays a literal.
void Parser::dollar(Sink& sink, bool quoted) {
  const std::size_t begin = p_;
  if (is_name_start(at(p_ + 1))) {
    ++p_;
    take_name();
    sink.add_leaf(NodeKind::Parameter, begin);
    return;
  }
  const std::size_t next = over(p_ + 1);
  switch (at(next)) {
    case '(':
      if (at(over(next + 1)) == '(' && arithmetic_expansion(sink)) return;
      if (failed_) return;
      take();
      settle();
      command_substitution(sink, begin, NodeKind::CommandSubstitution, Operator::None);
      return;
    case '{': {
      const char first = at(over(next + 1));
      if (is_.ksh && (is_blank(first) || first == '\n' || first == '|')) {
        function_substitution(sink);
      } else {
        braced_parameter(sink, quoted);
      }
      return;
    }
    case '[':
      if (!is_.bash && !is_.zsh) break;
      bracket_arithmetic(sink);
      return;
    case '\'':
      if (quoted || is_.dash) break;
      ansi_quoted(sink);
      return;
    case '"':
      if (quoted || (!is_.bash && !is_.ksh)) break;
      double_quoted(sink);
      return;
    default: named_parameter(sink); return;
  }
  ++p_;
}

void Parser::take_name() {
  for (;;) {
    p_ = end_of_run(p_, NameStart | Digit);
    if (at(p_) != '\\' || !is_name_char(peek())) return;
    settle();
  }
}

void Parser::named_parameter(Sink& sink) {
  const std::size_t begin = p_;
  std::size_t name = over(p_ + 1);
  if (is_.zsh) {
    std::size_t i = name;
    while (zsh_parameter_flags.find(at(i)) != std::string_view::npos && at(i) != '\0') ++i;
    if (i > name &&
        (is_name_char(at(i)) || (special_parameters.find(at(i)) != std::string_view::npos && at(i) != '\0')))
      name = i;
  }
  const char c = at(name);
  if (!is_name_char(c) && (c == '\0' || special_parameters.find(c) == std::string_view::npos)) {
    ++p_;
    return;
  }
  settle();
  take_until(name);
  settle();
  ++p_;
  if (is_name_start(c)) take_name();
  sink.add_leaf(NodeKind::Parameter, begin);
}

void Parser::braced_parameter(Sink& sink, bool quoted) {
  const Nest nest(*this);
  const std::size_t begin = p_;
  const NodeId node = open(NodeKind::Parameter, begin);
  take();
  take();
  Sink inner{*this, node, p_};
  parameter_operand(inner, quoted);
  if (p_ >= s_.size()) {
    fail(SyntaxError::Kind::Incomplete, "a ${ is not closed");
    return;
  }
  ++p_;
  close(node);
  sink.add(node, begin);
}

// Up to the } that closes, which stays. Single quotes in a quoted expansion are data, yet bash and ksh93 pair them.
void Parser::parameter_operand(Sink& sink, bool quoted) {
  const bool trims = [&] {  // in "${x#'…'}" the pattern is quoted as if it stood outside
    std::size_t i = p_;
    while (is_name_char(at(i))) ++i;
    return at(i) == '#' || at(i) == '%' || at(i) == '/';
  }();
  std::size_t paired_until = p_;
  int level = 0;
  while (p_ < s_.size()) {
    switch (s_[p_]) {
      case '}':
        if (p_ >= paired_until && level-- == 0) return;
        ++p_;
        break;
      case '{':
        if (is_.zsh && !quoted) ++level;
        ++p_;
        break;
      case '\\':
        if (continues(p_)) {
          settle();
        } else {
          p_ = std::min(p_ + 2, s_.size());
        }
        break;
      case '\'':
        if (!quoted || (trims && !is_.zsh && !is_.bash)) {
          single_quoted(sink);
        } else if (is_.bash && p_ >= paired_until) {
          const std::size_t end = s_.find('\'', p_ + 1);
          if (end == std::string_view::npos) {
            fail(SyntaxError::Kind::Incomplete, "a single quote is not closed");
            return;
          }
          paired_until = end + 1;
          ++p_;
        } else {
          ++p_;
        }
        break;
      case '"': double_quoted(sink); break;
      case '`': backquoted(sink, quoted); break;
      case '$': dollar(sink, quoted && !(is_.bash && at(p_ + 1) == '\'')); break;
      default: ++p_;
    }
  }
}

// ksh: ${ commands; } and mksh: ${|commands;}
void Parser::function_substitution(Sink& sink) {
  const Nest nest(*this);
  const std::size_t begin = p_;
  const NodeId node = open(NodeKind::CommandSubstitution, begin);
  take();
  take();
  if (at(p_) == '|') ++p_;
  tree_.append(node, no_node, list());
  expect_keyword(Keyword::CloseBrace, "a command substitution");
  close(node);
  sink.add(node, begin);
}

// At the ( of $( <( >( =(.
void Parser::command_substitution(Sink& sink, std::size_t begin, NodeKind kind, Operator op) {
  const Nest nest(*this);
  const NodeId node = open(kind, begin);
  tree_.node(node).op = op;
  take();
  std::vector<HereDocumentWaiting> outer;
  outer.swap(waiting_);
  tree_.append(node, no_node, list());
  if (is_.bash) waiting_.clear();  // bash ends a here-document with the substitution; the others read it after the line
  outer.insert(outer.end(), waiting_.begin(), waiting_.end());
  waiting_.swap(outer);
  expect(')', "a command substitution");
  close(node);
  sink.add(node, begin);
}

// Reads $(( … )). False if what stands there is a command substitution that begins with a subshell.
bool Parser::arithmetic_expansion(Sink& sink) {
  const Nest nest(*this);
  const std::size_t begin = p_;
  const SyntaxTree::Mark mark = tree_.mark();
  const NodeId node = open(NodeKind::Arithmetic, begin);
  take();
  take();
  take();
  if (!arithmetic_attempt(node, begin)) {
    if (!failed_ && is_.dash) {
      p_ = s_.size();
      unexpected("an arithmetic expansion");
    }
    if (failed_) return false;
    tree_.rewind(mark);
    p_ = begin;
    return false;
  }
  close(node);
  sink.add(node, begin);
  return true;
}

// After the ((. Reads up to and with the )). False, with everything put back, if there is none.
bool Parser::arithmetic_attempt(NodeId node, std::size_t begin) {
  const std::uint64_t place = (std::uint64_t{text_} << 32) | begin;
  if (!not_arithmetic_.empty() && not_arithmetic_.contains(place)) return false;
  if (++arithmetic_depth_ > max_nested_arithmetic)
    fail(SyntaxError::Kind::TooDeep, "arithmetic expansions are nested too deeply");
  Attempt attempt(*this);
  const SyntaxTree::Mark mark = tree_.mark();
  Sink inner{*this, node, p_};
  const bool closed = balanced(inner, '(', ')', true) && at(over(p_ + 1)) == ')';
  --arithmetic_depth_;
  if (closed) {
    take();
    take();
    return true;
  }
  if (!attempt.recovered()) attempt.back();
  if (failed_) return false;
  tree_.rewind(mark);
  tree_.node(node).first_child = no_node;
  not_arithmetic_.insert(place);
  return false;
}

NodeId Parser::arithmetic_command() {
  const std::size_t begin = p_;
  const SyntaxTree::Mark mark = tree_.mark();
  const NodeId node = open(NodeKind::Arithmetic, begin);
  take();
  take();
  if (arithmetic_attempt(node, begin)) return close(node);
  if (!failed_) {
    tree_.rewind(mark);
    p_ = begin;
  }
  return subshell();
}

// $[ … ]
void Parser::bracket_arithmetic(Sink& sink) {
  const Nest nest(*this);
  const std::size_t begin = p_;
  const NodeId node = open(NodeKind::Arithmetic, begin);
  take();
  take();
  Sink inner{*this, node, p_};
  if (!balanced(inner, '[', ']', true)) unexpected("an arithmetic expansion");
  take();
  close(node);
  sink.add(node, begin);
}

// `…`: unescaped, and parsed again.
void Parser::backquoted(Sink& sink, bool quoted) {
  const Nest nest(*this);
  const std::size_t begin = p_;
  std::string inside;
  std::size_t i = p_ + 1;
  for (; i < s_.size() && s_[i] != '`'; ++i) {
    const char next = at(i + 1);
    if (s_[i] == '\\' && (next == '`' || next == '$' || next == '\\' || (quoted && next == '"'))) ++i;
    if (i < s_.size()) inside += s_[i];
  }
  if (i >= s_.size()) {
    fail(SyntaxError::Kind::Incomplete, "a backquote is not closed");
    return;
  }
  const NodeId node = open(NodeKind::CommandSubstitution, begin);
  tree_.node(node).flags = Backquoted;
  Attempt attempt(*this);
  const SyntaxTree::Mark mark = tree_.mark();
  tree_.append(node, no_node, nested_text(std::move(inside), begin));
  if (is_.lazy_backquotes && attempt.recovered()) {
    tree_.rewind(mark);
    tree_.node(node).first_child = no_node;
    tree_.node(node).flags |= Unparsed;
  }
  if (failed_) return;
  p_ = i + 1;
  close(node);
  sink.add(node, begin);
}

NodeId Parser::nested_text(std::string text, std::size_t source_begin) {
  const TextScope scope(*this, tree_.add_text(std::move(text)), source_begin);
  const NodeId node = list();
  skip_blanks();
  if (p_ < s_.size()) unexpected("a command substitution");
  if (!waiting_.empty() && !failed_) read_here_documents();
  return node;
}

}  // namespace termhost::shell::posix
