#include <algorithm>

#include "shell/powershell/characters.hpp"
#include "shell/powershell/operators.hpp"
#include "shell/powershell/parser.hpp"

namespace termhost::shell {

using powershell::double_quote;
using powershell::number_end;
using powershell::single_quote;

/// What may start an expression where a statement may stand; everything else is a command.
bool PowerShellParser::starts_expression(std::uint32_t at) {
  const std::string_view text = text_.substr(0, end_);
  const char c = byte(at);
  if (powershell::is(c, powershell::NameStart) && !powershell::is(c, powershell::Wide)) return false;
  if (c == '(' || c == '{' || c == '[') return true;
  if (single_quote(text, at) + double_quote(text, at) > 0) return true;
  if (c == '$' || c == '@') {
    const char next = byte(at + 1);
    if (next == '(' || next == '{') return true;
    if (c == '@' && single_quote(text, at + 1) + double_quote(text, at + 1) > 0) return true;
    return powershell::starts_variable(text, at + 1);
  }
  return powershell::prefix_operator(text, at, true) > 0 || number_end(text, at, true) > at;
}

/// Operands and operators in source order; precedence does not matter to anyone here.
void PowerShellParser::expression(Builder& parts, Commas commas) {
  if (!enter()) return;
  if (!unary(parts, commas)) unexpected("an expression");
  while (ok()) {
    const std::uint32_t at = blanks_end(pos_, false);
    const std::uint32_t length = powershell::binary_operator(text_.substr(0, end_), at, commas == Commas::Join);
    if (length > 0) {
      skip_blanks();
      pos_ += length;
      skip_newlines();
      if (!unary(parts, commas)) unexpected("an operand");
    } else if (byte(at) == '?' && byte(at + 1) != '?') {
      skip_blanks();
      ++pos_;
      skip_newlines();
      expression(parts, commas);
      if (!ok() || !expect(':', "'? :'")) break;
      skip_newlines();
      expression(parts, commas);
    } else {
      break;
    }
  }
  leave();
}

/// Prefix operators and casts, a value, and what is done to it. False: nothing of that stands here.
bool PowerShellParser::unary(Builder& parts, Commas commas) {
  bool required = false;
  while (ok()) {
    const std::string_view text = text_.substr(0, end_);
    if (const auto length = powershell::prefix_operator(text, pos_, commas == Commas::Join); length > 0) {
      pos_ += length;
      skip_newlines();
      required = true;
      continue;
    }
    if (byte(pos_) == '[') {
      if (type_or_attribute(parts)) {
        skip_newlines();
        required = true;
        continue;
      }
      if (!ok()) return true;
      const bool member = (byte(pos_) == '.' && byte(pos_ + 1) != '.') || (byte(pos_) == ':' && byte(pos_ + 1) == ':');
      const std::uint32_t at = blanks_end(pos_, false);
      if (!member && (byte(at) == ',' || !starts_expression(at))) return true;
      skip_blanks();
      if (!member) continue;
    } else if (!primary(parts)) {
      if (required) unexpected("an operand");
      return required;
    }
    if (!ok()) return true;
    postfix(parts, Mode::Expression);
    const std::uint32_t at = blanks_end(pos_, false);
    if (const std::uint32_t length = powershell::increment(text_.substr(0, end_), at); length > 0) {
      skip_blanks();
      pos_ += length;
    }
    return true;
  }
  return true;
}

bool PowerShellParser::primary(Builder& parts) {
  if (string(parts)) return true;
  const std::string_view text = text_.substr(0, end_);
  const char c = byte(pos_);
  const char next = byte(pos_ + 1);
  if ((c == '$' || c == '@') && next == '(') {
    sub_expression(parts);
  } else if (c == '@' && next == '{') {
    hash_table(parts);
  } else if (c == '{') {
    script_block(parts);
  } else if (c == '(') {
    parentheses(parts);
  } else if ((c == '$' && next == '{') || ((c == '$' || c == '@') && powershell::starts_variable(text, pos_ + 1))) {
    variable(parts);
  } else if (const std::uint32_t end = number_end(text, pos_, true); end > pos_) {
    leaf(parts, NodeKind::Literal, pos_, end);
    pos_ = end;
  } else {
    return false;
  }
  return true;
}

/// `.name`, `::name`, `[index]`, `?.name`, `?[index]`, each without a blank before it.
void PowerShellParser::postfix(Builder& parts, Mode mode) {
  while (ok() && !at_end()) {
    const char c = byte(pos_);
    const char next = byte(pos_ + 1);
    const bool conditional = c == '?' && (next == '[' || (next == '.' && name_starts(pos_ + 2)));
    const bool dot = c == '.' && next != '.';
    const bool scope = c == ':' && next == ':';
    if (c == '[' || (conditional && next == '[')) {
      pos_ += conditional ? 1 : 0;
      index(parts);
      continue;
    }
    if (!dot && !scope && !conditional) return;
    const std::uint32_t after = pos_ + (dot ? 1 : 2);
    const bool blank_follows = after >= end_ || byte(after) == '\n' || powershell::blank(text_, after) > 0;
    if (mode == Mode::Command && blank_follows) return;
    pos_ = after;
    skip_newlines();
    member_name(parts);
    invocation(parts);
  }
}

void PowerShellParser::member_name(Builder& parts) {
  if (name_starts(pos_)) {
    pos_ = name_end(pos_);
    return;
  }
  if (!primary(parts)) unexpected("the name of a member");
}

/// `(…)` right after a member's name, or a script block as the only argument.
void PowerShellParser::invocation(Builder& parts) {
  if (!ok()) return;
  if (byte(pos_) == '{') return script_block(parts);
  if (byte(pos_) != '(') return;
  const NodeId id = open(NodeKind::Expression, pos_++);
  add(parts, id);
  Builder inner{id};
  skip_newlines();
  while (ok() && byte(pos_) != ')') {
    expression(inner, Commas::Separate);
    skip_newlines();
    if (byte(pos_) != ',') break;
    ++pos_;
    skip_newlines();
  }
  if (ok() && expect(')', "the arguments")) close(id);
}

void PowerShellParser::index(Builder& parts) {
  ++pos_;
  skip_newlines();
  if (name_starts(pos_)) {  // type arguments of a method: .Cast[int]()
    const std::size_t close = text_.substr(0, end_).find_first_of("]\n;", pos_);
    if (close == std::string_view::npos || text_[close] != ']') return unexpected("the ']' of the type arguments");
    pos_ = static_cast<std::uint32_t>(close);
  } else {
    expression(parts, Commas::Join);
  }
  if (ok() && expect(']', "the index")) invocation(parts);
}

void PowerShellParser::parentheses(Builder& parts) {
  if (!enter()) return;
  const NodeId id = open(NodeKind::Expression, pos_++);
  add(parts, id);
  Builder inner{id};
  skip_newlines();
  if (byte(pos_) == ')') return unexpected("an expression");
  add(inner, chain());
  if (ok() && expect(')', "")) close(id);
  leave();
}

/// `$(…)` or `@(…)`.
void PowerShellParser::sub_expression(Builder& parts) {
  if (!enter()) return;
  const NodeId id = open(NodeKind::CommandSubstitution, pos_);
  add(parts, id);
  Builder inner{id};
  pos_ += 2;
  add(inner, statements());
  if (ok() && expect(')', "the subexpression")) close(id);
  leave();
}

void PowerShellParser::hash_table(Builder& parts) {
  if (!enter()) return;
  const NodeId id = open(NodeKind::Expression, pos_);
  add(parts, id);
  Builder inner{id};
  pos_ += 2;
  skip_newlines();
  while (ok() && !at_end() && byte(pos_) != '}') {
    if (!hash_entry(inner)) break;
  }
  if (ok() && expect('}', "the hash table")) close(id);
  leave();
}

/// key = statement, up to the end of the line. False when the table must end here.
bool PowerShellParser::hash_entry(Builder& parts) {
  if (name_starts(pos_)) {
    const std::uint32_t begin = pos_;
    pos_ = name_end(pos_);
    leaf(parts, NodeKind::Literal, begin, pos_);
  } else if (!unary(parts, Commas::Separate)) {
    return false;
  }
  skip_blanks();
  if (!ok()) return false;
  if (byte(pos_) != '=') {
    unexpected("the '=' after a key");
    return false;
  }
  ++pos_;
  skip_newlines();
  if (at_end() || byte(pos_) == '}') {
    unexpected("the value of a key");
    return false;
  }
  add(parts, statement());
  const std::uint32_t at = blanks_end(pos_, false);
  const bool more = byte(at) == '\n' || byte(at) == ';';
  if (more) skip_terminators_after_statement();
  return more && ok();
}

void PowerShellParser::script_block(Builder& parts) {
  if (!enter()) return;
  const NodeId id = open(NodeKind::ScriptBlock, pos_++);
  add(parts, id);
  Builder inner{id};
  script_block_body(inner);
  if (ok() && expect('}', "the script block")) close(id);
  leave();
}

}  // namespace termhost::shell
