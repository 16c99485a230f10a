#include <algorithm>

#include "shell/powershell/characters.hpp"
#include "shell/powershell/parser.hpp"

namespace termhost::shell {

using powershell::equal_ignoring_case;

/// `[type]` or `[attribute(…)]`; true for the latter.
bool PowerShellParser::type_or_attribute(Builder& parts) {
  const NodeId id = open(NodeKind::Attribute, pos_++);
  add(parts, id);
  Builder inner{id};
  skip_newlines();
  const bool attribute = type_name();
  if (ok() && attribute) {
    ++pos_;
    attribute_arguments(inner);
    if (ok()) expect(')', "the attribute");
  }
  if (ok()) expect(']', "the type");
  close(id);
  return attribute;
}

/// Up to the `]` that ends it; true if a `(` of an attribute's arguments comes first.
bool PowerShellParser::type_name() {
  const std::uint32_t begin = pos_;
  int brackets = 0;
  while (!at_end()) {
    const char c = text_[pos_];
    if (c == '[') ++brackets;
    if (c == ']' && brackets-- == 0) break;
    if (c == '(' && brackets == 0) break;
    if (std::string_view(";{}|&$\"'(@").find(c) != std::string_view::npos) break;
    const std::uint32_t next = blanks_end(pos_, true);
    if (next == pos_)
      ++pos_;
    else
      skip_newlines();
  }
  const char c = byte(pos_);
  if (pos_ == begin)
    unexpected("the name of a type");
  else if (c != ']' && c != '(')
    unexpected("the ']' of the type");
  return c == '(';
}

void PowerShellParser::attribute_arguments(Builder& parts) {
  skip_newlines();
  while (ok() && !at_end() && byte(pos_) != ')') {
    const std::uint32_t end = name_end(pos_);
    if (name_starts(pos_)) {
      pos_ = end;
      if (byte(blanks_end(pos_, false)) == '=') {
        skip_blanks();
        ++pos_;
        skip_newlines();
        expression(parts, Commas::Separate);
      }
    } else {
      expression(parts, Commas::Separate);
    }
    skip_newlines();
    if (byte(pos_) != ',') break;
    ++pos_;
    skip_newlines();
  }
}

void PowerShellParser::attributes(Builder& parts) {
  while (ok() && byte(blanks_end(pos_, true)) == '[') {
    skip_newlines();
    type_or_attribute(parts);
  }
}

/// End of the attributes and types in brackets that stand here, found by counting brackets. A look ahead only; the run
/// is remembered, since every bracket of it asks again.
std::uint32_t PowerShellParser::attributes_end(std::uint32_t at) {
  const bool known = attributes_run_.depth == depth_ && attributes_run_.text == text_id_;
  if (known && at >= attributes_run_.begin && at < attributes_run_.end) return attributes_run_.end;
  const std::uint32_t begin = at;
  const std::string_view text = text_.substr(0, end_);
  for (std::uint32_t next = blanks_end(at, true); byte(next) == '['; next = blanks_end(at, true)) {
    int brackets = 0;
    char quote = '\0';
    for (; next < end_; ++next) {
      const char c = text[next];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
        continue;
      }
      if (c == '"' || c == '\'') quote = c;
      if (c == '[') ++brackets;
      if (c == ']' && --brackets == 0) break;
    }
    at = std::min(next + 1, end_);
  }
  attributes_run_ = {.depth = depth_, .text = text_id_, .begin = begin, .end = at};
  return at;
}

/// [attributes] param ( parameters )
bool PowerShellParser::parameter_block(Builder& parts) {
  const std::uint32_t at = blanks_end(byte(pos_) == '[' ? attributes_end(pos_) : pos_, true);
  if (!keyword_at(at, "param") || byte(blanks_end(at + 5, true)) != '(') return false;
  const NodeId id = open(NodeKind::Expression, pos_);
  add(parts, id);
  Builder inner{id};
  attributes(inner);
  if (ok() && take_keyword("param")) parameters(inner);
  close(id);
  return true;
}

/// `( parameter, … )`
void PowerShellParser::parameters(Builder& parts) {
  if (!expect('(', "the parameters")) return;
  skip_newlines();
  while (ok() && !at_end() && byte(pos_) != ')') {
    parameter(parts);
    skip_newlines();
    if (byte(pos_) != ',') break;
    ++pos_;
    skip_newlines();
  }
  if (ok()) expect(')', "the parameters");
}

void PowerShellParser::parameter(Builder& parts) {
  attributes(parts);
  skip_newlines();
  if (!ok()) return;
  if (byte(pos_) != '$' && byte(pos_) != '@') return unexpected("a parameter");
  variable(parts);
  if (!ok() || byte(blanks_end(pos_, true)) != '=') return;
  skip_newlines();
  ++pos_;
  skip_newlines();
  expression(parts, Commas::Separate);
}

void PowerShellParser::function_statement(Builder& parts) {
  skip_newlines();
  if (at_statement_end(pos_) || byte(pos_) == '(' || byte(pos_) == '{') return unexpected("the name of the function");
  generic_word(parts);
  if (ok() && byte(blanks_end(pos_, true)) == '(') {
    const NodeId id = open(NodeKind::Expression, pos_);
    add(parts, id);
    Builder inner{id};
    parameters(inner);
    close(id);
  }
  function_body(parts);
}

void PowerShellParser::function_body(Builder& parts) {
  if (!ok() || !expect('{', "the function") || !enter()) return;
  script_block_body(parts);
  if (ok()) expect('}', "the function");
  leave();
}

NodeId PowerShellParser::definition_with_attributes() {
  const NodeId id = open(NodeKind::Class, pos_);
  Builder parts{id};
  attributes(parts);
  skip_newlines();
  if (!ok()) return id;
  const bool is_class = keyword_at(pos_, "class");
  pos_ += is_class ? 5 : 4;
  if (is_class)
    class_statement(parts);
  else
    enum_statement(parts);
  close(id);
  return id;
}

/// name [: type, …] {
bool PowerShellParser::type_header(Builder& parts) {
  skip_newlines();
  const std::uint32_t begin = pos_;
  pos_ = name_end(pos_);
  if (pos_ == begin) unexpected("a name");
  if (!ok()) return false;
  leaf(parts, NodeKind::Word, begin, pos_);
  if (byte(blanks_end(pos_, true)) == ':') {
    do {
      skip_newlines();
      ++pos_;
      skip_newlines();
      const std::uint32_t type = pos_;
      for (pos_ = name_end(pos_); std::string_view(".+`[]").find(byte(pos_)) != std::string_view::npos;)
        pos_ = name_end(pos_ + 1);
      if (pos_ == type) unexpected("the name of a type");
    } while (ok() && byte(blanks_end(pos_, true)) == ',');
  }
  return ok() && expect('{', "the type");
}

void PowerShellParser::class_statement(Builder& parts) {
  if (!type_header(parts) || !enter()) return;
  const NodeId id = open(NodeKind::List, pos_);
  add(parts, id);
  Builder members{id};
  skip_newlines();
  while (ok() && !at_end() && byte(pos_) != '}') {
    class_member(members);
    if (ok() && byte(pos_) != '}') skip_newlines();
  }
  close(id);
  if (ok()) expect('}', "the class");
  leave();
}

/// Properties end with the line or a `;`. After a method nothing may stand but the next member.
void PowerShellParser::class_member(Builder& members) {
  attributes(members);
  while (ok() && (take_keyword("hidden") || take_keyword("static"))) attributes(members);
  skip_newlines();
  if (!ok()) return;
  if (name_starts(pos_)) return method(members);
  if (byte(pos_) != '$') return unexpected("a member of the class");
  variable(members);
  if (ok() && byte(blanks_end(pos_, false)) == '=') {
    skip_blanks();
    ++pos_;
    skip_newlines();
    expression(members, Commas::Join);
  }
  end_of_member();
}

void PowerShellParser::end_of_member() {
  if (!ok()) return;
  const char c = byte(blanks_end(pos_, false));
  if (c != '\n' && c != ';' && c != '}') {
    skip_blanks();
    return unexpected("the end of the member");
  }
  skip_terminators_after_statement();
}

/// name ( parameters ) [: base ( arguments )] { body }
void PowerShellParser::method(Builder& members) {
  const NodeId id = open(NodeKind::Function, pos_);
  add(members, id);
  Builder parts{id};
  const std::uint32_t begin = pos_;
  pos_ = name_end(pos_);
  leaf(parts, NodeKind::Word, begin, pos_);
  parameters(parts);
  if (ok() && byte(blanks_end(pos_, true)) == ':') {
    skip_newlines();
    ++pos_;
    if (!take_keyword("base")) return unexpected("'base'");
    skip_newlines();
    if (byte(pos_) != '(') return unexpected("the '(' of the base's arguments");
    invocation(parts);
  }
  function_body(parts);
  close(id);
}

void PowerShellParser::enum_statement(Builder& parts) {
  if (!type_header(parts)) return;
  skip_newlines();
  while (ok() && !at_end() && byte(pos_) != '}') {
    const std::uint32_t begin = pos_;
    pos_ = name_end(pos_);
    if (pos_ == begin) return unexpected("a name");
    leaf(parts, NodeKind::Word, begin, pos_);
    if (byte(blanks_end(pos_, false)) == '=') {
      skip_blanks();
      ++pos_;
      skip_blanks();
      expression(parts, Commas::Join);
    }
    end_of_member();
  }
  if (ok()) expect('}', "the enum");
}

}  // namespace termhost::shell
