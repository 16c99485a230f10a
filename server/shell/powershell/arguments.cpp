#include "shell/powershell/arguments.hpp"

#include <algorithm>
#include <string_view>

#include "shell/powershell/parser.hpp"

namespace termhost::shell::powershell {

void Arguments::argument(Parts& parts) {
  const std::string_view text = in_.text;
  const char c = in_.here();
  if (c == '(' || c == '{' || single_quote(text, in_.p) + double_quote(text, in_.p) > 0) return value_argument(parts);
  if (c == '@') return value_argument(parts);
  if (c == '$' && (in_.byte(in_.p + 1) == '(' || variable_is_argument(in_.p))) return value_argument(parts);
  if (dash(text, in_.p) > 0 && in_.name_starts(in_.p + dash(text, in_.p))) return parameter_word(parts);
  generic_word(parts);
}

void Arguments::generic_word(Parts& parts) {
  const std::uint32_t begin = in_.p;
  const NodeId id = in_.open(NodeKind::Word, begin);
  in_.add(parts, id);
  if (in_.here() == ']') {
    ++in_.p;
    return in_.close(id);
  }
  Parts inner{id};
  bare_parts(inner);
  in_.close(id);
  if (!in_.ok()) return;
  const NodeId first = in_.tree.node(id).first_child;
  const bool only_text =
      first != no_node && in_.tree.node(first).next == no_node && in_.tree.node(first).kind == NodeKind::Literal;
  if (only_text) in_.tree.node(id).first_child = no_node;
  if (in_.p == begin) in_.unexpected("an argument");
}

void Arguments::bare_parts(Parts& parts) {
  const std::string_view text = in_.text;
  std::uint32_t text_begin = in_.p;
  const auto flush = [&] {
    if (in_.p > text_begin) in_.add_leaf(parts, NodeKind::Literal, text_begin, in_.p);
  };
  for (;;) {
    while (!in_.at_end() && is(text[in_.p], Plain)) ++in_.p;
    if (!in_.ok() || starts_token(text, in_.p)) break;
    const char c = text[in_.p];
    const bool variable_starts =
        c == '$' && (in_.byte(in_.p + 1) == '(' || in_.byte(in_.p + 1) == '{' || starts_variable(text, in_.p + 1));
    const bool quote = single_quote(text, in_.p) + double_quote(text, in_.p) > 0;
    if (c != '`' && !variable_starts && !quote) {
      ++in_.p;
      continue;
    }
    flush();
    if (c == '`' && in_.p + 1 >= in_.end()) {
      return in_.fail(SyntaxError::Kind::Incomplete, in_.p, "a backtick ends the text: PowerShell would wait for more");
    }
    if (c == '`') {
      in_.add_leaf(parts, NodeKind::Escape, in_.p, in_.p + escape_length(text, in_.p));
      in_.p += escape_length(text, in_.p);
    } else if (quote) {
      all_.strings.string(parts);
    } else if (in_.byte(in_.p + 1) == '(') {
      all_.strings.substitution_in_string(parts, false);
    } else {
      all_.strings.variable(parts);
    }
    text_begin = in_.p;
  }
  if (in_.ok()) flush();
}

// In a command `$x`, `$x.y` and `$x[0]` are values; `$x/y` is text with a variable in it.
bool Arguments::variable_is_argument(std::uint32_t at) const {
  const std::string_view text = in_.text;
  const bool braced = in_.byte(at + 1) == '{';
  if (!braced && !starts_variable(text, at + 1)) return false;
  const std::uint32_t end = all_.strings.variable_end(at);
  if (end > in_.end()) return true;
  const char next = in_.byte(end);
  if (starts_token(text, end) || next == '.' || next == '[') return true;
  return !braced && (next == '=' || (next == ':' && in_.byte(end + 1) == ':'));
}

void Arguments::value_argument(Parts& parts) {
  Parts inner = in_.begin(parts, NodeKind::Word, in_.p);
  if (!all_.expressions.primary(inner)) return in_.unexpected("an argument");
  if (!in_.ok()) return;
  const NodeKind kind = in_.tree.node(inner.last).kind;
  const std::uint32_t value_end = in_.p;
  all_.expressions.postfix(inner, Expressions::Mode::Command);
  const bool plain = kind == NodeKind::SingleQuoted || kind == NodeKind::DoubleQuoted || kind == NodeKind::Parameter ||
                     kind == NodeKind::CommandSubstitution;
  if (!plain || in_.p != value_end) in_.tree.node(inner.parent).kind = NodeKind::Expression;
  in_.close(inner.parent);
}

void Arguments::parameter_word(Parts& parts) {
  const std::string_view text = in_.text;
  std::uint32_t end = in_.p + dash(text, in_.p);
  for (;;) {
    while (end < in_.end() && is(text[end], PlainName)) ++end;
    if (end >= in_.end() || blank(text, end) > 0) break;
    if (std::string_view("{}();,|&.[\n").find(text[end]) != std::string_view::npos) break;
    if (single_quote(text, end) + double_quote(text, end) > 0) return generic_word(parts);
    if (text[end++] == ':') break;
  }
  in_.add_leaf(parts, NodeKind::Word, in_.p, end);
  in_.p = end;
}

void Arguments::verbatim_arguments(Parts& parts) {
  in_.skip_blanks();
  const std::uint32_t begin = in_.p;
  bool quoted = false;
  for (; !in_.at_end() && in_.text[in_.p] != '\n'; ++in_.p) {
    if (in_.text[in_.p] == '"') quoted = !quoted;
    if (!quoted && (in_.text[in_.p] == '|' || (in_.text[in_.p] == '&' && in_.byte(in_.p + 1) == '&'))) break;
  }
  if (in_.p > begin) in_.add_leaf(parts, NodeKind::Word, begin, in_.p);
}

void Arguments::redirection(Parts& parts) {
  const std::uint32_t begin = in_.p;
  if (in_.here() == '<') return in_.fail(SyntaxError::Kind::Invalid, begin, "'<' is reserved in PowerShell");
  Parts inner = in_.begin(parts, NodeKind::Redirection, begin);
  if (in_.here() != '>') {
    in_.add_leaf(inner, NodeKind::FileDescriptor, in_.p, in_.p + 1);
    ++in_.p;
  }
  ++in_.p;
  const bool merges = in_.here() == '&' && (in_.byte(in_.p + 1) == '1' || in_.byte(in_.p + 1) == '2');
  const bool append = in_.here() == '>';
  in_.tree.node(inner.parent).op = merges ? Operator::DuplicateOut : append ? Operator::Append : Operator::Output;
  if (append) ++in_.p;
  if (merges) {
    in_.add_leaf(inner, NodeKind::Word, in_.p + 1, in_.p + 2);
    in_.p += 2;
  } else {
    in_.skip_blanks();
    if (in_.at_statement_end(in_.p) || in_.here() == ',') return in_.unexpected("the file of the redirection");
    argument(inner);
  }
  in_.close(inner.parent);
}

bool Arguments::at_redirection() const {
  const char c = in_.here();
  if (c == '<' || c == '>') return true;
  return ((c >= '1' && c <= '6') || c == '*') && in_.byte(in_.p + 1) == '>';
}

}  // namespace termhost::shell::powershell
