#include "shell/powershell/types.hpp"

#include <algorithm>
#include <string_view>

#include "shell/powershell/parser.hpp"

namespace termhost::shell::powershell {

bool Types::type_or_attribute(Parts& parts) {
  Parts inner = in_.begin(parts, NodeKind::Attribute, in_.p++);
  in_.skip_newlines();
  const bool attribute = type_name();
  if (in_.ok() && attribute) {
    ++in_.p;
    attribute_arguments(inner);
    if (in_.ok()) in_.expect(')', "the attribute");
  }
  if (in_.ok()) in_.expect(']', "the type");
  in_.close(inner.parent);
  return attribute;
}

// Reads to the `]` that ends it; true if a `(` of an attribute's arguments comes first.
bool Types::type_name() {
  const std::uint32_t begin = in_.p;
  int brackets = 0;
  while (!in_.at_end()) {
    const char c = in_.text[in_.p];
    if (c == '[') ++brackets;
    if (c == ']' && brackets-- == 0) break;
    if (c == '(' && brackets == 0) break;
    if (std::string_view(";{}|&$\"'(@").find(c) != std::string_view::npos) break;
    const std::uint32_t next = in_.blanks_end(in_.p, true);
    if (next == in_.p)
      ++in_.p;
    else
      in_.skip_newlines();
  }
  const char c = in_.here();
  if (in_.p == begin)
    in_.unexpected("the name of a type");
  else if (c != ']' && c != '(')
    in_.unexpected("the ']' of the type");
  return c == '(';
}

void Types::attribute_arguments(Parts& parts) {
  in_.skip_newlines();
  while (in_.ok() && !in_.at_end() && in_.here() != ')') {
    const std::uint32_t end = in_.name_end(in_.p);
    if (starts_name(in_.text, in_.p)) {
      in_.p = end;
      if (in_.byte(in_.blanks_end(in_.p, false)) == '=') {
        in_.take_operator();
        all_.expressions.expression(parts, Expressions::Commas::Separate);
      }
    } else {
      all_.expressions.expression(parts, Expressions::Commas::Separate);
    }
    in_.skip_newlines();
    if (in_.here() != ',') break;
    ++in_.p;
    in_.skip_newlines();
  }
}

void Types::attributes(Parts& parts) {
  while (in_.ok() && in_.byte(in_.blanks_end(in_.p, true)) == '[') {
    in_.skip_newlines();
    type_or_attribute(parts);
  }
}

std::uint32_t Types::attributes_end(std::uint32_t at) {
  const bool known = attributes_run_.depth == in_.depth && attributes_run_.text == in_.text_id;
  if (known && at >= attributes_run_.begin && at < attributes_run_.end) return attributes_run_.end;
  const std::uint32_t begin = at;
  const std::string_view text = in_.text;
  for (std::uint32_t next = in_.blanks_end(at, true); in_.byte(next) == '['; next = in_.blanks_end(at, true)) {
    int brackets = 0;
    char quote = '\0';
    for (; next < in_.end(); ++next) {
      const char c = text[next];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
        continue;
      }
      if (c == '"' || c == '\'') quote = c;
      if (c == '[') ++brackets;
      if (c == ']' && --brackets == 0) break;
    }
    at = std::min(next + 1, in_.end());
  }
  attributes_run_ = {.depth = in_.depth, .text = in_.text_id, .begin = begin, .end = at};
  return at;
}

bool Types::parameter_block(Parts& parts) {
  const std::uint32_t at = in_.blanks_end(in_.here() == '[' ? attributes_end(in_.p) : in_.p, true);
  if (!in_.keyword_at(at, "param") || in_.byte(in_.blanks_end(at + 5, true)) != '(') return false;
  Parts inner = in_.begin(parts, NodeKind::Expression, in_.p);
  attributes(inner);
  if (in_.ok() && in_.take_keyword("param")) parameters(inner);
  in_.close(inner.parent);
  return true;
}

void Types::parameters(Parts& parts) {
  if (!in_.expect('(', "the parameters")) return;
  in_.skip_newlines();
  while (in_.ok() && !in_.at_end() && in_.here() != ')') {
    parameter(parts);
    in_.skip_newlines();
    if (in_.here() != ',') break;
    ++in_.p;
    in_.skip_newlines();
  }
  if (in_.ok()) in_.expect(')', "the parameters");
}

void Types::parameter(Parts& parts) {
  attributes(parts);
  in_.skip_newlines();
  if (!in_.ok()) return;
  if (in_.here() != '$' && in_.here() != '@') return in_.unexpected("a parameter");
  all_.strings.variable(parts);
  if (!in_.ok() || in_.byte(in_.blanks_end(in_.p, true)) != '=') return;
  in_.skip_newlines();
  ++in_.p;
  in_.skip_newlines();
  all_.expressions.expression(parts, Expressions::Commas::Separate);
}

}  // namespace termhost::shell::powershell
