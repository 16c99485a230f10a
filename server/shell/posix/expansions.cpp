#include "shell/posix/expansions.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "shell/posix/parser.hpp"
#include "shell/posix_tokens/scope.hpp"

namespace termhost::shell::posix {
namespace {

constexpr std::string_view special_parameters = "@*#?-$!";
constexpr std::string_view zsh_parameter_flags = "^=~+#";

}  // namespace

void Expansions::dollar(WordParts& sink, bool quoted) {
  const std::size_t begin = in_.p;
  if (is_name_start(in_.at(in_.p + 1))) {
    ++in_.p;
    take_name();
    sink.add_leaf(NodeKind::Parameter, begin);
    return;
  }
  const std::size_t next = in_.over(in_.p + 1);
  switch (in_.at(next)) {
    case '(':
      if (in_.at(in_.over(next + 1)) == '(' && arithmetic_expansion(sink)) return;
      if (in_.failed) return;
      in_.take();
      in_.settle();
      command_substitution(sink, begin, NodeKind::CommandSubstitution, Operator::None);
      return;
    case '{': {
      const char first = in_.at(in_.over(next + 1));
      if (in_.shell.ksh && (is_blank(first) || first == '\n' || first == '|')) {
        function_substitution(sink);
      } else {
        braced_parameter(sink, quoted);
      }
      return;
    }
    case '[':
      if (!in_.shell.bash && !in_.shell.zsh) break;
      bracket_arithmetic(sink);
      return;
    case '\'':
      if (quoted || in_.shell.dash) break;
      ansi_quoted(sink);
      return;
    case '"':
      if (quoted || (!in_.shell.bash && !in_.shell.ksh)) break;
      double_quoted(sink);
      return;
    default: named_parameter(sink); return;
  }
  ++in_.p;
}

void Expansions::take_name() {
  for (;;) {
    in_.p = in_.end_of_run(in_.p, NameStart | Digit);
    if (in_.here() != '\\' || !is_name_char(in_.peek())) return;
    in_.settle();
  }
}

void Expansions::named_parameter(WordParts& sink) {
  const std::size_t begin = in_.p;
  std::size_t name = in_.over(in_.p + 1);
  if (in_.shell.zsh) {
    std::size_t i = name;
    while (zsh_parameter_flags.find(in_.at(i)) != std::string_view::npos && in_.at(i) != '\0') ++i;
    if (i > name && (is_name_char(in_.at(i)) ||
                     (special_parameters.find(in_.at(i)) != std::string_view::npos && in_.at(i) != '\0')))
      name = i;
  }
  const char c = in_.at(name);
  if (!is_name_char(c) && (c == '\0' || special_parameters.find(c) == std::string_view::npos)) {
    ++in_.p;
    return;
  }
  in_.settle();
  in_.take_until(name);
  in_.settle();
  ++in_.p;
  if (is_name_start(c)) take_name();
  sink.add_leaf(NodeKind::Parameter, begin);
}

void Expansions::braced_parameter(WordParts& sink, bool quoted) {
  const Nest nest(in_);
  const std::size_t begin = in_.p;
  const NodeId node = in_.open(NodeKind::Parameter, begin);
  in_.take();
  in_.take();
  WordParts inner{in_, node, in_.p};
  parameter_operand(inner, quoted);
  if (in_.p >= in_.text.size()) {
    in_.fail(SyntaxError::Kind::Incomplete, "a ${ is not closed");
    return;
  }
  ++in_.p;
  in_.close(node);
  sink.add(node, begin);
}

// Reads to the } that closes, which stays. Single quotes in a quoted expansion are data, yet bash and ksh93 pair them.
void Expansions::parameter_operand(WordParts& sink, bool quoted) {
  const bool trims = [&] {  // in "${x#'…'}" the pattern is quoted as if it were outside
    std::size_t i = in_.p;
    while (is_name_char(in_.at(i))) ++i;
    return in_.at(i) == '#' || in_.at(i) == '%' || in_.at(i) == '/';
  }();
  std::size_t paired_until = in_.p;
  int level = 0;
  while (in_.p < in_.text.size()) {
    switch (in_.text[in_.p]) {
      case '}':
        if (in_.p >= paired_until && level-- == 0) return;
        ++in_.p;
        break;
      case '{':
        if (in_.shell.zsh && !quoted) ++level;
        ++in_.p;
        break;
      case '\\': in_.skip_escape(); break;
      case '\'':
        if (!quoted || (trims && !in_.shell.zsh && !in_.shell.bash)) {
          single_quoted(sink);
        } else if (in_.shell.bash && in_.p >= paired_until) {
          const std::size_t end = in_.text.find('\'', in_.p + 1);
          if (end == std::string_view::npos) {
            in_.fail(SyntaxError::Kind::Incomplete, "a single quote is not closed");
            return;
          }
          paired_until = end + 1;
          ++in_.p;
        } else {
          ++in_.p;
        }
        break;
      case '"': double_quoted(sink); break;
      case '`': backquoted(sink, quoted); break;
      case '$': dollar(sink, quoted && !(in_.shell.bash && in_.at(in_.p + 1) == '\'')); break;
      default: ++in_.p;
    }
  }
}

// ksh: ${ commands; } and mksh: ${|commands;}
void Expansions::function_substitution(WordParts& sink) {
  const Nest nest(in_);
  const std::size_t begin = in_.p;
  const NodeId node = in_.open(NodeKind::CommandSubstitution, begin);
  in_.take();
  in_.take();
  if (in_.here() == '|') ++in_.p;
  in_.tree.append(node, no_node, all_.lists.list());
  all_.keywords.expect(Keyword::CloseBrace, "a command substitution");
  in_.close(node);
  sink.add(node, begin);
}

void Expansions::command_substitution(WordParts& sink, std::size_t begin, NodeKind kind, Operator op) {
  const Nest nest(in_);
  const NodeId node = in_.open(kind, begin);
  in_.tree.node(node).op = op;
  in_.take();
  std::vector<HereDocumentWaiting> outer = all_.lines.exchange_waiting({});
  in_.tree.append(node, no_node, all_.lists.list());
  // bash ends a here-document with the substitution; the others read it after the line
  std::vector<HereDocumentWaiting> inner = all_.lines.exchange_waiting({});
  if (!in_.shell.bash) std::move(inner.begin(), inner.end(), std::back_inserter(outer));
  (void)all_.lines.exchange_waiting(std::move(outer));
  in_.expect(')', "a command substitution");
  in_.close(node);
  sink.add(node, begin);
}

// Reads $(( … )). False if it is a command substitution that begins with a subshell.
bool Expansions::arithmetic_expansion(WordParts& sink) {
  const Nest nest(in_);
  const std::size_t begin = in_.p;
  const SyntaxTree::Mark mark = in_.mark();
  const NodeId node = in_.open(NodeKind::Arithmetic, begin);
  in_.take();
  in_.take();
  in_.take();
  if (!arithmetic_attempt(node, begin)) {
    if (!in_.failed && in_.shell.dash) {
      in_.p = in_.text.size();
      in_.unexpected("an arithmetic expansion");
    }
    if (in_.failed) return false;
    in_.tree.rewind(mark);
    in_.p = begin;
    return false;
  }
  in_.close(node);
  sink.add(node, begin);
  return true;
}

bool Expansions::arithmetic_attempt(NodeId node, std::size_t begin) {
  const std::uint64_t place = (std::uint64_t{in_.text_id} << 32) | begin;
  if (!not_arithmetic_.empty() && not_arithmetic_.contains(place)) return false;
  if (++arithmetic_depth_ > max_nested_arithmetic)
    in_.fail(SyntaxError::Kind::TooDeep, "arithmetic expansions are nested too deeply");
  Attempt attempt(in_);
  const SyntaxTree::Mark mark = in_.mark();
  WordParts inner{in_, node, in_.p};
  const bool closed = balanced(inner, '(', ')', true) && in_.at(in_.over(in_.p + 1)) == ')';
  --arithmetic_depth_;
  if (closed) {
    in_.take();
    in_.take();
    return true;
  }
  if (!attempt.recovered()) attempt.back();
  if (in_.failed) return false;
  in_.tree.rewind(mark);
  in_.tree.node(node).first_child = no_node;
  not_arithmetic_.insert(place);
  return false;
}

// $[ … ]
void Expansions::bracket_arithmetic(WordParts& sink) {
  const Nest nest(in_);
  const std::size_t begin = in_.p;
  const NodeId node = in_.open(NodeKind::Arithmetic, begin);
  in_.take();
  in_.take();
  WordParts inner{in_, node, in_.p};
  if (!balanced(inner, '[', ']', true)) in_.unexpected("an arithmetic expansion");
  in_.take();
  in_.close(node);
  sink.add(node, begin);
}

void Expansions::backquoted(WordParts& sink, bool quoted) {
  const Nest nest(in_);
  const std::size_t begin = in_.p;
  std::string inside;
  std::size_t i = in_.p + 1;
  for (; i < in_.text.size() && in_.text[i] != '`'; ++i) {
    const char next = in_.at(i + 1);
    if (in_.text[i] == '\\' && (next == '`' || next == '$' || next == '\\' || (quoted && next == '"'))) ++i;
    if (i < in_.text.size()) inside += in_.text[i];
  }
  if (i >= in_.text.size()) {
    in_.fail(SyntaxError::Kind::Incomplete, "a backquote is not closed");
    return;
  }
  const NodeId node = in_.open(NodeKind::CommandSubstitution, begin);
  in_.tree.node(node).flags = Backquoted;
  Attempt attempt(in_);
  const SyntaxTree::Mark mark = in_.mark();
  in_.tree.append(node, no_node, all_.lists.nested_text(std::move(inside), begin));
  if (in_.shell.lazy_backquotes && attempt.recovered()) {
    in_.tree.rewind(mark);
    in_.tree.node(node).first_child = no_node;
    in_.tree.node(node).flags |= Unparsed;
  }
  if (in_.failed) return;
  in_.p = i + 1;
  in_.close(node);
  sink.add(node, begin);
}

void Expansions::single_quoted(WordParts& sink) {
  const std::size_t begin = in_.p;
  const std::size_t end = in_.text.find('\'', in_.p + 1);
  if (end == std::string_view::npos) {
    in_.fail(SyntaxError::Kind::Incomplete, "a single quote is not closed");
    return;
  }
  in_.p = end + 1;
  sink.add_leaf(NodeKind::SingleQuoted, begin);
}

void Expansions::ansi_quoted(WordParts& sink) {
  const std::size_t begin = in_.p;
  in_.take();
  std::size_t i = in_.over(in_.p) + 1;
  while (i < in_.text.size() && in_.text[i] != '\'') i += in_.text[i] == '\\' ? 2 : 1;
  if (i >= in_.text.size()) {
    in_.fail(SyntaxError::Kind::Incomplete, "a $' quote is not closed");
    return;
  }
  in_.settle();
  in_.p = i + 1;
  sink.add_leaf(NodeKind::AnsiQuoted, begin);
}

void Expansions::double_quoted(WordParts& sink) {
  const Nest nest(in_);
  const std::size_t begin = in_.p;
  const NodeId node = in_.open(NodeKind::DoubleQuoted, begin);
  if (in_.here() == '$') in_.take();
  in_.take();
  WordParts inner{in_, node, in_.p};
  double_quoted_text(inner, '"');
  if (in_.p >= in_.text.size()) {
    in_.fail(SyntaxError::Kind::Incomplete, "a double quote is not closed");
    return;
  }
  inner.finish(in_.p);
  ++in_.p;
  in_.close(node);
  sink.add(node, begin);
}

void Expansions::double_quoted_text(WordParts& sink, char end) {
  for (;;) {
    in_.p = in_.end_of_run(in_.p, PlainInQuotes);
    if (in_.p >= in_.text.size()) return;
    switch (in_.text[in_.p]) {
      case '"':
        if (end == '"') return;
        ++in_.p;
        break;
      case '\\': in_.skip_escape(); break;
      case '$': dollar(sink, true); break;
      case '`': backquoted(sink, true); break;
      default: break;
    }
  }
}

bool Expansions::balanced(WordParts& sink, char opening, char closing, bool arithmetic) {
  for (int level = 0;;) {
    if (in_.p >= in_.text.size()) return false;
    const char c = in_.text[in_.p];
    if (c == closing && level-- == 0) return true;
    if (c == opening) ++level;
    switch (c) {
      case '\\': in_.skip_escape(); break;
      case '\'':
        if (arithmetic && (in_.shell.dash || in_.shell.zsh)) {
          ++in_.p;
        } else {
          single_quoted(sink);
        }
        break;
      case '"': double_quoted(sink); break;
      case '`': backquoted(sink, arithmetic); break;
      case '$': dollar(sink, arithmetic); break;
      case '\n':
      case '\t':
        if (arithmetic) in_.record(Layout::Role::Blank, in_.p, in_.p + 1);
        ++in_.p;
        break;
      default: ++in_.p;
    }
  }
}

}  // namespace termhost::shell::posix
