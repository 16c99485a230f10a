#include "shell/powershell/statements.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "shell/powershell/parser.hpp"
#include "shell/syntax/short_words.hpp"

namespace termhost::shell::powershell {

NodeId Statements::statement() {
  if (const std::string_view word = in_.word_at(in_.p); !word.empty()) {
    if (const NodeId id = keyword_statement(word); id != no_node) return id;
  } else if (in_.here() == '[') {
    const std::uint32_t at = in_.blanks_end(all_.types.attributes_end(in_.p), true);
    if (in_.keyword_at(at, "class") || in_.keyword_at(at, "enum")) return all_.definitions.definition_with_attributes();
  } else if (in_.here() == ':' && starts_name(in_.text, in_.p + 1)) {
    if (const NodeId id = labelled_statement(); id != no_node) return id;
  }
  return all_.commands.chain();
}

// no_node: the word is none of the keywords that start a statement.
NodeId Statements::keyword_statement(std::string_view word) {
  struct Row {
    std::string_view word;
    NodeKind kind;
    void (Statements::*read)(Parts&);
  };
  static constexpr WordTable keywords(std::array{
      Row{"if", NodeKind::If, &Statements::if_statement},
      Row{"while", NodeKind::While, &Statements::while_statement},
      Row{"do", NodeKind::While, &Statements::do_statement},
      Row{"for", NodeKind::ArithmeticFor, &Statements::for_statement},
      Row{"foreach", NodeKind::For, &Statements::foreach_statement},
      Row{"switch", NodeKind::Case, &Statements::switch_statement},
      Row{"try", NodeKind::Always, &Statements::try_statement},
      Row{"trap", NodeKind::Group, &Statements::trap_statement},
      Row{"data", NodeKind::Group, &Statements::data_statement},
      Row{"function", NodeKind::Function, &Statements::function_statement},
      Row{"filter", NodeKind::Function, &Statements::function_statement},
      Row{"workflow", NodeKind::Function, &Statements::function_statement},
      Row{"class", NodeKind::Class, &Statements::class_statement},
      Row{"enum", NodeKind::Class, &Statements::enum_statement},
      Row{"return", NodeKind::SimpleCommand, &Statements::flow_statement},
      Row{"throw", NodeKind::SimpleCommand, &Statements::flow_statement},
      Row{"exit", NodeKind::SimpleCommand, &Statements::flow_statement},
      Row{"break", NodeKind::SimpleCommand, &Statements::jump_statement},
      Row{"continue", NodeKind::SimpleCommand, &Statements::jump_statement},
  });
  std::array<char, 8> lower{};  // none is longer
  if (word.size() > lower.size()) return no_node;
  std::transform(word.begin(), word.end(), lower.begin(), base::lower);
  const Row* row = keywords.find({lower.data(), word.size()});
  if (row == nullptr) return no_node;
  const NodeId id = in_.open(row->kind, in_.p);
  Parts parts{id};
  if (row->kind == NodeKind::SimpleCommand)
    in_.add_leaf(parts, NodeKind::Word, in_.p, in_.p + static_cast<std::uint32_t>(word.size()));
  in_.p += static_cast<std::uint32_t>(word.size());
  (this->*row->read)(parts);
  in_.close(id);
  return id;
}

NodeId Statements::labelled_statement() {
  const std::uint32_t begin = in_.p;
  const std::uint32_t end = in_.name_end(begin + 1);
  const std::uint32_t at = in_.blanks_end(end, true);
  const std::string_view word = in_.word_at(at);
  static constexpr std::array<std::string_view, 5> loops{"for", "foreach", "while", "do", "switch"};
  if (std::none_of(loops.begin(), loops.end(), [&](std::string_view loop) { return equal_ignoring_case(loop, word); }))
    return no_node;
  in_.p = end;
  in_.skip_newlines();
  const NodeId id = keyword_statement(word);
  in_.tree.node(id).begin = begin;
  return id;
}

// return, throw, exit: what they take must be on the same line.
void Statements::flow_statement(Parts& parts) {
  const std::uint32_t at = in_.blanks_end(in_.p, false);
  const bool call = in_.byte(at) == '&' && in_.byte(at + 1) != '&';
  if (in_.at_statement_end(at) && !call) return;
  in_.skip_blanks();
  in_.add(parts, all_.commands.chain());
}

// break, continue: a label.
void Statements::jump_statement(Parts& parts) {
  const std::uint32_t at = in_.blanks_end(in_.p, false);
  if (in_.at_statement_end(at)) return;
  in_.skip_blanks();
  const std::uint32_t begin = in_.p;
  if (starts_name(in_.text, in_.p)) {
    in_.p = in_.name_end(in_.p);
    in_.add_leaf(parts, NodeKind::Word, begin, in_.p);
  } else if (all_.expressions.starts(in_.p)) {
    all_.expressions.unary(parts, Expressions::Commas::Separate);
  }
}

void Statements::if_statement(Parts& parts) {
  condition(parts);
  block(parts, "if");
  while (in_.ok() && in_.take_keyword("elseif")) {
    condition(parts);
    block(parts, "elseif");
  }
  if (in_.ok() && in_.take_keyword("else")) block(parts, "else");
}

void Statements::while_statement(Parts& parts) {
  condition(parts);
  block(parts, "while");
}

void Statements::do_statement(Parts& parts) {
  block(parts, "do");
  if (!in_.ok()) return;
  const bool until = in_.take_keyword("until");
  if (!until && !in_.take_keyword("while")) {
    in_.skip_newlines();
    return in_.unexpected("'while' or 'until' after 'do'");
  }
  if (until) in_.tree.node(parts.parent).kind = NodeKind::Until;
  condition(parts);
}

// The parts of a for header are separated by a `;` or a line end.
void Statements::for_statement(Parts& parts) {
  if (!in_.expect('(', "for")) return;
  in_.skip_newlines();
  for (int part = 0; part < 3 && in_.ok(); ++part) {
    if (in_.here() != ';' && in_.here() != ')') header_part(parts);
    if (!in_.ok() || part == 2) break;
    const std::uint32_t at = in_.blanks_end(in_.p, false);
    if (in_.byte(at) == ';') {
      in_.take_operator();
    } else {
      const std::uint32_t next = in_.blanks_end(at, true);
      in_.skip_to(next, next != at && in_.byte(next) != ')' ? Layout::Role::Separator : Layout::Role::Blank);
    }
  }
  if (in_.ok() && in_.expect(')', "for")) block(parts, "for");
}

void Statements::foreach_statement(Parts& parts) {
  in_.skip_newlines();
  while (in_.ok() && dash(in_.text, in_.p) > 0) {
    all_.arguments.parameter_word(parts);
    in_.skip_newlines();
    if (in_.here() != '(' && dash(in_.text, in_.p) == 0) all_.arguments.argument(parts);
    in_.skip_newlines();
  }
  if (!in_.ok() || !in_.expect('(', "foreach")) return;
  in_.skip_newlines();
  if (in_.here() != '$') return in_.unexpected("the variable of foreach");
  all_.strings.variable(parts);
  if (!in_.ok()) return;
  if (!in_.take_keyword("in")) {
    in_.skip_newlines();
    return in_.unexpected("'in'");
  }
  in_.skip_newlines();
  header_part(parts);
  if (in_.ok() && in_.expect(')', "foreach")) block(parts, "foreach");
}

void Statements::switch_statement(Parts& parts) {
  in_.skip_newlines();
  bool from_file = false;
  while (in_.ok() && dash(in_.text, in_.p) > 0) {
    all_.arguments.parameter_word(parts);
    const std::string_view flag = in_.tree.text(parts.last);
    const bool file =
        flag.size() > 1 && equal_ignoring_case(flag.substr(1), std::string_view("file").substr(0, flag.size() - 1));
    in_.skip_blanks();
    if (file && in_.ok()) all_.arguments.argument(parts);
    from_file = from_file || file;
    in_.skip_blanks();
    if (!from_file && in_.ok() && in_.here() == '\n') return in_.unexpected("the '(' of the switch");
  }
  if (!from_file) condition(parts);
  if (!in_.ok() || !in_.expect('{', "switch") || !in_.enter()) return;
  in_.skip_newlines();
  while (in_.ok() && !in_.at_end() && in_.here() != '}') {
    Parts pieces = in_.begin(parts, NodeKind::CaseItem, in_.p);
    if (in_.at_statement_end(in_.p) || in_.here() == ',') return in_.unexpected("a case");
    all_.arguments.argument(pieces);
    block(pieces, "the case");
    if (!in_.ok()) return;
    in_.close(pieces.parent);
    in_.skip_terminators_after_statement();
  }
  in_.expect('}', "switch");
  in_.leave();
}

void Statements::try_statement(Parts& parts) {
  block(parts, "try");
  bool handled = false;
  while (in_.ok() && in_.take_keyword("catch")) {
    handled = true;
    in_.skip_newlines();
    while (in_.ok() && in_.here() == '[') {
      all_.types.type_or_attribute(parts);
      in_.skip_newlines();
      if (in_.here() != ',') break;
      ++in_.p;
      in_.skip_newlines();
    }
    block(parts, "catch");
  }
  if (in_.ok() && in_.take_keyword("finally")) {
    handled = true;
    block(parts, "finally");
  }
  if (!in_.ok() || handled) return;
  in_.skip_newlines();
  in_.unexpected("'catch' or 'finally'");
}

void Statements::trap_statement(Parts& parts) {
  in_.skip_newlines();
  if (in_.here() == '[') all_.types.type_or_attribute(parts);
  block(parts, "trap");
}

void Statements::data_statement(Parts& parts) {
  in_.skip_newlines();
  while (in_.ok() && !in_.at_end() && in_.here() != '{') {
    if (in_.here() == ',')
      ++in_.p;
    else if (in_.at_statement_end(in_.p))
      return in_.unexpected("the '{' of data");
    else
      all_.arguments.argument(parts);
    in_.skip_newlines();
  }
  block(parts, "data");
}

void Statements::block(Parts& parts, std::string_view of) {
  if (!in_.ok() || !in_.expect('{', of) || !in_.enter()) return;
  in_.add(parts, all_.scripts.statement_list());
  if (in_.ok()) in_.expect('}', of);
  in_.leave();
}

// `( pipeline )`
void Statements::condition(Parts& parts) {
  if (!in_.ok() || !in_.expect('(', "the condition")) return;
  in_.skip_newlines();
  header_part(parts);
  if (in_.ok()) in_.expect(')', "the condition");
}

void Statements::header_part(Parts& parts) {
  Parts inner = in_.begin(parts, NodeKind::List, in_.p);
  in_.add(inner, all_.commands.chain());
  in_.close(inner.parent);
}

void Statements::function_statement(Parts& parts) { all_.definitions.function_statement(parts); }
void Statements::class_statement(Parts& parts) { all_.definitions.class_statement(parts); }
void Statements::enum_statement(Parts& parts) { all_.definitions.enum_statement(parts); }

}  // namespace termhost::shell::powershell
