#include <algorithm>

#include "shell/powershell/characters.hpp"
#include "shell/powershell/parser.hpp"

namespace termhost::shell {

using powershell::dash;
using powershell::double_quote;
using powershell::escape_length;
using powershell::single_quote;
using powershell::starts_token;

/// One argument of a command: a bare word, or a value with what is done to it.
void PowerShellParser::argument(Builder& parts) {
  const std::string_view text = text_.substr(0, end_);
  const char c = byte(pos_);
  if (c == '(' || c == '{' || single_quote(text, pos_) + double_quote(text, pos_) > 0) return value_argument(parts);
  if (c == '@') return value_argument(parts);
  if (c == '$' && (byte(pos_ + 1) == '(' || variable_is_argument(pos_))) return value_argument(parts);
  if (dash(text, pos_) > 0 && name_starts(pos_ + dash(text, pos_))) return parameter_word(parts);
  generic_word(parts);
}

/// In a command `$x`, `$x.y` and `$x[0]` are values; `$x/y` is text with a variable in it.
bool PowerShellParser::variable_is_argument(std::uint32_t at) {
  const std::string_view text = text_.substr(0, end_);
  const bool braced = byte(at + 1) == '{';
  if (!braced && !powershell::starts_variable(text, at + 1)) return false;
  const std::uint32_t end = variable_end(at);
  if (end > end_) return true;
  const char next = byte(end);
  if (starts_token(text, end) || next == '.' || next == '[') return true;
  return !braced && (next == '=' || (next == ':' && byte(end + 1) == ':'));
}

void PowerShellParser::value_argument(Builder& parts) {
  const NodeId id = open(NodeKind::Word, pos_);
  add(parts, id);
  Builder inner{id};
  if (!primary(inner)) return unexpected("an argument");
  if (!ok()) return;
  const NodeKind kind = tree_.node(inner.last).kind;
  const std::uint32_t value_end = pos_;
  postfix(inner, Mode::Command);
  const bool plain = kind == NodeKind::SingleQuoted || kind == NodeKind::DoubleQuoted || kind == NodeKind::Parameter ||
                     kind == NodeKind::CommandSubstitution;
  if (!plain || pos_ != value_end) tree_.node(id).kind = NodeKind::Expression;
  close(id);
}

/// `-name`, `-name:`. A quote in it makes it a bare word.
void PowerShellParser::parameter_word(Builder& parts) {
  const std::string_view text = text_.substr(0, end_);
  std::uint32_t end = pos_ + dash(text, pos_);
  for (;;) {
    while (end < end_ && powershell::is(text[end], powershell::PlainName)) ++end;
    if (end >= end_ || powershell::blank(text, end) > 0) break;
    if (std::string_view("{}();,|&.[\n").find(text[end]) != std::string_view::npos) break;
    if (single_quote(text, end) + double_quote(text, end) > 0) return generic_word(parts);
    if (text[end++] == ':') break;
  }
  leaf(parts, NodeKind::Word, pos_, end);
  pos_ = end;
}

/// A bare word up to the next character that starts a token; quotes, escapes and variables in it count.
void PowerShellParser::generic_word(Builder& parts) {
  const std::uint32_t begin = pos_;
  const NodeId id = open(NodeKind::Word, begin);
  add(parts, id);
  if (byte(pos_) == ']') {
    ++pos_;
    return close(id);
  }
  Builder inner{id};
  bare_parts(inner);
  close(id);
  if (!ok()) return;
  const NodeId first = tree_.node(id).first_child;
  const bool only_text =
      first != no_node && tree_.node(first).next == no_node && tree_.node(first).kind == NodeKind::Literal;
  if (only_text) tree_.node(id).first_child = no_node;
  if (pos_ == begin) unexpected("an argument");
}

void PowerShellParser::bare_parts(Builder& parts) {
  const std::string_view text = text_.substr(0, end_);
  std::uint32_t text_begin = pos_;
  const auto flush = [&] {
    if (pos_ > text_begin) leaf(parts, NodeKind::Literal, text_begin, pos_);
  };
  for (;;) {
    while (!at_end() && powershell::is(text[pos_], powershell::Plain)) ++pos_;
    if (!ok() || starts_token(text, pos_)) break;
    const char c = text[pos_];
    const bool variable_starts =
        c == '$' && (byte(pos_ + 1) == '(' || byte(pos_ + 1) == '{' || powershell::starts_variable(text, pos_ + 1));
    const bool quote = single_quote(text, pos_) + double_quote(text, pos_) > 0;
    if (c != '`' && !variable_starts && !quote) {
      ++pos_;
      continue;
    }
    flush();
    if (c == '`' && pos_ + 1 >= end_) {
      return fail(SyntaxError::Kind::Incomplete, pos_, "a backtick ends the text: PowerShell would wait for more");
    }
    if (c == '`') {
      leaf(parts, NodeKind::Escape, pos_, pos_ + escape_length(text, pos_));
      pos_ += escape_length(text, pos_);
    } else if (quote) {
      string(parts);
    } else if (byte(pos_ + 1) == '(') {
      substitution_in_string(parts, false);
    } else {
      variable(parts);
    }
    text_begin = pos_;
  }
  if (ok()) flush();
}

/// After `--%` everything up to the line's end or a pipe is handed over as it is.
void PowerShellParser::verbatim_arguments(Builder& parts) {
  skip_blanks();
  const std::uint32_t begin = pos_;
  bool quoted = false;
  for (; !at_end() && text_[pos_] != '\n'; ++pos_) {
    if (text_[pos_] == '"') quoted = !quoted;
    if (!quoted && (text_[pos_] == '|' || (text_[pos_] == '&' && byte(pos_ + 1) == '&'))) break;
  }
  if (pos_ > begin) leaf(parts, NodeKind::Word, begin, pos_);
}

bool PowerShellParser::at_redirection() const {
  const char c = byte(pos_);
  if (c == '<' || c == '>') return true;
  return ((c >= '1' && c <= '6') || c == '*') && byte(pos_ + 1) == '>';
}

/// `>` `>>` `2>` `*>>` with a file, or `2>&1`.
void PowerShellParser::redirection(Builder& parts) {
  const std::uint32_t begin = pos_;
  if (byte(pos_) == '<') return fail(SyntaxError::Kind::Invalid, begin, "'<' is reserved in PowerShell");
  const NodeId id = open(NodeKind::Redirection, begin);
  add(parts, id);
  Builder inner{id};
  if (byte(pos_) != '>') {
    leaf(inner, NodeKind::FileDescriptor, pos_, pos_ + 1);
    ++pos_;
  }
  ++pos_;
  const bool merges = byte(pos_) == '&' && (byte(pos_ + 1) == '1' || byte(pos_ + 1) == '2');
  const bool append = byte(pos_) == '>';
  tree_.node(id).op = merges ? Operator::DuplicateOut : append ? Operator::Append : Operator::Output;
  if (append) ++pos_;
  if (merges) {
    leaf(inner, NodeKind::Word, pos_ + 1, pos_ + 2);
    pos_ += 2;
  } else {
    skip_blanks();
    if (at_statement_end(pos_) || byte(pos_) == ',') return unexpected("the file of the redirection");
    argument(inner);
  }
  close(id);
}

}  // namespace termhost::shell
