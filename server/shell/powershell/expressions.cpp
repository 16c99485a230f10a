#include "shell/powershell/expressions.hpp"

#include <algorithm>

#include "shell/powershell/parser.hpp"
#include "shell/powershell_tokens/operators.hpp"

namespace termhost::shell::powershell {

void Expressions::expression(Parts& parts, Commas commas) {
  if (!in_.enter()) return;
  if (!unary(parts, commas)) in_.unexpected("an expression");
  while (in_.ok()) {
    const std::uint32_t at = in_.blanks_end(in_.p, false);
    const std::uint32_t length = binary_operator(in_.text, at, commas == Commas::Join);
    if (length > 0) {
      in_.take_operator(length);
      if (!unary(parts, commas)) in_.unexpected("an operand");
    } else if (in_.byte(at) == '?' && in_.byte(at + 1) != '?') {
      in_.take_operator();
      expression(parts, commas);
      if (!in_.ok() || !in_.expect(':', "'? :'")) break;
      in_.skip_newlines();
      expression(parts, commas);
    } else {
      break;
    }
  }
  in_.leave();
}

bool Expressions::unary(Parts& parts, Commas commas) {
  bool required = false;
  while (in_.ok()) {
    const std::string_view text = in_.text;
    if (const auto length = prefix_operator(text, in_.p, commas == Commas::Join); length > 0) {
      in_.p += length;
      in_.skip_newlines();
      required = true;
      continue;
    }
    if (in_.here() == '[') {
      if (all_.types.type_or_attribute(parts)) {
        in_.skip_newlines();
        required = true;
        continue;
      }
      if (!in_.ok()) return true;
      const bool member =
          (in_.here() == '.' && in_.byte(in_.p + 1) != '.') || (in_.here() == ':' && in_.byte(in_.p + 1) == ':');
      const std::uint32_t at = in_.blanks_end(in_.p, false);
      if (!member && (in_.byte(at) == ',' || !starts(at))) return true;
      in_.skip_blanks();
      if (!member) continue;
    } else if (!primary(parts)) {
      if (required) in_.unexpected("an operand");
      return required;
    }
    if (!in_.ok()) return true;
    postfix(parts, Mode::Expression);
    const std::uint32_t at = in_.blanks_end(in_.p, false);
    if (const std::uint32_t length = increment(in_.text, at); length > 0) {
      in_.skip_blanks();
      in_.p += length;
    }
    return true;
  }
  return true;
}

bool Expressions::primary(Parts& parts) {
  if (all_.strings.string(parts)) return true;
  const std::string_view text = in_.text;
  const char c = in_.here();
  const char next = in_.byte(in_.p + 1);
  if ((c == '$' || c == '@') && next == '(') {
    sub_expression(parts);
  } else if (c == '@' && next == '{') {
    hash_table(parts);
  } else if (c == '{') {
    script_block(parts);
  } else if (c == '(') {
    parentheses(parts);
  } else if ((c == '$' && next == '{') || ((c == '$' || c == '@') && starts_variable(text, in_.p + 1))) {
    all_.strings.variable(parts);
  } else if (const std::uint32_t end = number_end(text, in_.p, true); end > in_.p) {
    in_.add_leaf(parts, NodeKind::Literal, in_.p, end);
    in_.p = end;
  } else {
    return false;
  }
  return true;
}

void Expressions::postfix(Parts& parts, Mode mode) {
  while (in_.ok() && !in_.at_end()) {
    const char c = in_.here();
    const char next = in_.byte(in_.p + 1);
    const bool conditional = c == '?' && (next == '[' || (next == '.' && starts_name(in_.text, in_.p + 2)));
    const bool dot = c == '.' && next != '.';
    const bool scope = c == ':' && next == ':';
    if (c == '[' || (conditional && next == '[')) {
      in_.p += conditional ? 1 : 0;
      index(parts);
      continue;
    }
    if (!dot && !scope && !conditional) return;
    const std::uint32_t after = in_.p + (dot ? 1 : 2);
    const bool blank_follows = after >= in_.end() || in_.byte(after) == '\n' || blank(in_.text, after) > 0;
    if (mode == Mode::Command && blank_follows) return;
    in_.p = after;
    in_.skip_newlines();
    member_name(parts);
    invocation(parts);
  }
}

void Expressions::member_name(Parts& parts) {
  if (starts_name(in_.text, in_.p)) {
    in_.p = in_.name_end(in_.p);
    return;
  }
  if (!primary(parts)) in_.unexpected("the name of a member");
}

void Expressions::invocation(Parts& parts) {
  if (!in_.ok()) return;
  if (in_.here() == '{') return script_block(parts);
  if (in_.here() != '(') return;
  Parts inner = in_.begin(parts, NodeKind::Expression, in_.p++);
  in_.skip_newlines();
  while (in_.ok() && in_.here() != ')') {
    expression(inner, Commas::Separate);
    in_.skip_newlines();
    if (in_.here() != ',') break;
    ++in_.p;
    in_.skip_newlines();
  }
  if (in_.ok() && in_.expect(')', "the arguments")) in_.close(inner.parent);
}

void Expressions::index(Parts& parts) {
  ++in_.p;
  in_.skip_newlines();
  if (starts_name(in_.text, in_.p)) {  // type arguments of a method: .Cast[int]()
    const std::size_t close = in_.text.find_first_of("]\n;", in_.p);
    if (close == std::string_view::npos || in_.text[close] != ']')
      return in_.unexpected("the ']' of the type arguments");
    in_.p = static_cast<std::uint32_t>(close);
  } else {
    expression(parts, Commas::Join);
  }
  if (in_.ok() && in_.expect(']', "the index")) invocation(parts);
}

void Expressions::parentheses(Parts& parts) {
  if (!in_.enter()) return;
  Parts inner = in_.begin(parts, NodeKind::Expression, in_.p++);
  in_.skip_newlines();
  if (in_.here() == ')') return in_.unexpected("an expression");
  in_.add(inner, all_.commands.chain());
  if (in_.ok() && in_.expect(')', "")) in_.close(inner.parent);
  in_.leave();
}

void Expressions::sub_expression(Parts& parts) {
  if (!in_.enter()) return;
  Parts inner = in_.begin(parts, NodeKind::CommandSubstitution, in_.p);
  in_.p += 2;
  in_.add(inner, all_.scripts.statement_list());
  if (in_.ok() && in_.expect(')', "the subexpression")) in_.close(inner.parent);
  in_.leave();
}

void Expressions::hash_table(Parts& parts) {
  if (!in_.enter()) return;
  Parts inner = in_.begin(parts, NodeKind::Expression, in_.p);
  in_.p += 2;
  in_.skip_newlines();
  while (in_.ok() && !in_.at_end() && in_.here() != '}') {
    if (!hash_entry(inner)) break;
  }
  if (in_.ok() && in_.expect('}', "the hash table")) in_.close(inner.parent);
  in_.leave();
}

// key = statement, up to the end of the line. False when the table must end here.
bool Expressions::hash_entry(Parts& parts) {
  if (starts_name(in_.text, in_.p)) {
    const std::uint32_t begin = in_.p;
    in_.p = in_.name_end(in_.p);
    in_.add_leaf(parts, NodeKind::Literal, begin, in_.p);
  } else if (!unary(parts, Commas::Separate)) {
    return false;
  }
  in_.skip_blanks();
  if (!in_.ok()) return false;
  if (in_.here() != '=') {
    in_.unexpected("the '=' after a key");
    return false;
  }
  ++in_.p;
  in_.skip_newlines();
  if (in_.at_end() || in_.here() == '}') {
    in_.unexpected("the value of a key");
    return false;
  }
  in_.add(parts, all_.statements.statement());
  const std::uint32_t at = in_.blanks_end(in_.p, false);
  const bool more = in_.byte(at) == '\n' || in_.byte(at) == ';';
  if (more) in_.skip_terminators_after_statement();
  return more && in_.ok();
}

void Expressions::script_block(Parts& parts) {
  if (!in_.enter()) return;
  Parts inner = in_.begin(parts, NodeKind::ScriptBlock, in_.p++);
  all_.scripts.script_block_body(inner);
  if (in_.ok() && in_.expect('}', "the script block")) in_.close(inner.parent);
  in_.leave();
}

bool Expressions::starts(std::uint32_t at) const {
  const std::string_view text = in_.text;
  const char c = in_.byte(at);
  if (is(c, NameStart) && !is(c, Wide)) return false;
  if (c == '(' || c == '{' || c == '[') return true;
  if (single_quote(text, at) + double_quote(text, at) > 0) return true;
  if (c == '$' || c == '@') {
    const char next = in_.byte(at + 1);
    if (next == '(' || next == '{') return true;
    if (c == '@' && single_quote(text, at + 1) + double_quote(text, at + 1) > 0) return true;
    return starts_variable(text, at + 1);
  }
  return prefix_operator(text, at, true) > 0 || number_end(text, at, true) > at;
}

}  // namespace termhost::shell::powershell
