#include "shell/powershell/definitions.hpp"

#include <string_view>

#include "shell/powershell/parser.hpp"

namespace termhost::shell::powershell {

void Definitions::function_statement(Parts& parts) {
  in_.skip_newlines();
  if (in_.at_statement_end(in_.p) || in_.here() == '(' || in_.here() == '{')
    return in_.unexpected("the name of the function");
  all_.arguments.generic_word(parts);
  if (in_.ok() && in_.byte(in_.blanks_end(in_.p, true)) == '(') {
    Parts inner = in_.begin(parts, NodeKind::Expression, in_.p);
    all_.types.parameters(inner);
    in_.close(inner.parent);
  }
  function_body(parts);
}

void Definitions::function_body(Parts& parts) {
  if (!in_.ok() || !in_.expect('{', "the function") || !in_.enter()) return;
  all_.scripts.script_block_body(parts);
  if (in_.ok()) in_.expect('}', "the function");
  in_.leave();
}

NodeId Definitions::definition_with_attributes() {
  const NodeId id = in_.open(NodeKind::Class, in_.p);
  Parts parts{id};
  all_.types.attributes(parts);
  in_.skip_newlines();
  if (!in_.ok()) return id;
  const bool is_class = in_.keyword_at(in_.p, "class");
  in_.p += is_class ? 5 : 4;
  if (is_class)
    class_statement(parts);
  else
    enum_statement(parts);
  in_.close(id);
  return id;
}

// name [: type, …] {
bool Definitions::type_header(Parts& parts) {
  in_.skip_newlines();
  const std::uint32_t begin = in_.p;
  in_.p = in_.name_end(in_.p);
  if (in_.p == begin) in_.unexpected("a name");
  if (!in_.ok()) return false;
  in_.add_leaf(parts, NodeKind::Word, begin, in_.p);
  if (in_.byte(in_.blanks_end(in_.p, true)) == ':') {
    do {
      in_.skip_newlines();
      ++in_.p;
      in_.skip_newlines();
      const std::uint32_t type = in_.p;
      for (in_.p = in_.name_end(in_.p); std::string_view(".+`[]").find(in_.here()) != std::string_view::npos;)
        in_.p = in_.name_end(in_.p + 1);
      if (in_.p == type) in_.unexpected("the name of a type");
    } while (in_.ok() && in_.byte(in_.blanks_end(in_.p, true)) == ',');
  }
  return in_.ok() && in_.expect('{', "the type");
}

void Definitions::class_statement(Parts& parts) {
  if (!type_header(parts) || !in_.enter()) return;
  Parts members = in_.begin(parts, NodeKind::List, in_.p);
  in_.skip_newlines();
  while (in_.ok() && !in_.at_end() && in_.here() != '}') {
    class_member(members);
    if (in_.ok() && in_.here() != '}') in_.skip_newlines();
  }
  in_.close(members.parent);
  if (in_.ok()) in_.expect('}', "the class");
  in_.leave();
}

// Properties end with the line or a `;`. After a method only the next member may follow.
void Definitions::class_member(Parts& members) {
  all_.types.attributes(members);
  while (in_.ok() && (in_.take_keyword("hidden") || in_.take_keyword("static"))) all_.types.attributes(members);
  in_.skip_newlines();
  if (!in_.ok()) return;
  if (starts_name(in_.text, in_.p)) return method(members);
  if (in_.here() != '$') return in_.unexpected("a member of the class");
  all_.strings.variable(members);
  if (in_.ok() && in_.byte(in_.blanks_end(in_.p, false)) == '=') {
    in_.take_operator();
    all_.expressions.expression(members, Expressions::Commas::Join);
  }
  end_of_member();
}

void Definitions::end_of_member() {
  if (!in_.ok()) return;
  const char c = in_.byte(in_.blanks_end(in_.p, false));
  if (c != '\n' && c != ';' && c != '}') {
    in_.skip_blanks();
    return in_.unexpected("the end of the member");
  }
  in_.skip_terminators_after_statement();
}

// name ( parameters ) [: base ( arguments )] { body }
void Definitions::method(Parts& members) {
  Parts parts = in_.begin(members, NodeKind::Function, in_.p);
  const std::uint32_t begin = in_.p;
  in_.p = in_.name_end(in_.p);
  in_.add_leaf(parts, NodeKind::Word, begin, in_.p);
  all_.types.parameters(parts);
  if (in_.ok() && in_.byte(in_.blanks_end(in_.p, true)) == ':') {
    in_.skip_newlines();
    ++in_.p;
    if (!in_.take_keyword("base")) return in_.unexpected("'base'");
    in_.skip_newlines();
    if (in_.here() != '(') return in_.unexpected("the '(' before the arguments of the base class's constructor");
    all_.expressions.invocation(parts);
  }
  function_body(parts);
  in_.close(parts.parent);
}

void Definitions::enum_statement(Parts& parts) {
  if (!type_header(parts)) return;
  in_.skip_newlines();
  while (in_.ok() && !in_.at_end() && in_.here() != '}') {
    const std::uint32_t begin = in_.p;
    in_.p = in_.name_end(in_.p);
    if (in_.p == begin) return in_.unexpected("a name");
    in_.add_leaf(parts, NodeKind::Word, begin, in_.p);
    if (in_.byte(in_.blanks_end(in_.p, false)) == '=') {
      in_.skip_blanks();
      ++in_.p;
      in_.skip_blanks();
      all_.expressions.expression(parts, Expressions::Commas::Join);
    }
    end_of_member();
  }
  if (in_.ok()) in_.expect('}', "the enum");
}

}  // namespace termhost::shell::powershell
