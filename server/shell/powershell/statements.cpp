#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "shell/powershell/characters.hpp"
#include "shell/powershell/parser.hpp"
#include "shell/syntax/short_words.hpp"

namespace termhost::shell {

using powershell::dash;
using powershell::equal_ignoring_case;

NodeId PowerShellParser::statement() {
  if (const std::string_view word = word_at(pos_); !word.empty()) {
    if (const NodeId id = keyword_statement(word); id != no_node) return id;
  } else if (byte(pos_) == '[') {
    const std::uint32_t at = blanks_end(attributes_end(pos_), true);
    if (keyword_at(at, "class") || keyword_at(at, "enum")) return definition_with_attributes();
  } else if (byte(pos_) == ':' && name_starts(pos_ + 1)) {
    if (const NodeId id = labelled_statement(); id != no_node) return id;
  }
  return chain();
}

/// no_node: the word is none of the keywords that start a statement.
NodeId PowerShellParser::keyword_statement(std::string_view word) {
  struct Row {
    std::string_view word;
    NodeKind kind;
    void (PowerShellParser::*read)(Builder&);
  };
  using P = PowerShellParser;
  static constexpr WordTable keywords(std::array{
      Row{"if", NodeKind::If, &P::if_statement},
      Row{"while", NodeKind::While, &P::while_statement},
      Row{"do", NodeKind::While, &P::do_statement},
      Row{"for", NodeKind::ArithmeticFor, &P::for_statement},
      Row{"foreach", NodeKind::For, &P::foreach_statement},
      Row{"switch", NodeKind::Case, &P::switch_statement},
      Row{"try", NodeKind::Always, &P::try_statement},
      Row{"trap", NodeKind::Group, &P::trap_statement},
      Row{"data", NodeKind::Group, &P::data_statement},
      Row{"function", NodeKind::Function, &P::function_statement},
      Row{"filter", NodeKind::Function, &P::function_statement},
      Row{"workflow", NodeKind::Function, &P::function_statement},
      Row{"class", NodeKind::Class, &P::class_statement},
      Row{"enum", NodeKind::Class, &P::enum_statement},
      Row{"return", NodeKind::SimpleCommand, &P::flow_statement},
      Row{"throw", NodeKind::SimpleCommand, &P::flow_statement},
      Row{"exit", NodeKind::SimpleCommand, &P::flow_statement},
      Row{"break", NodeKind::SimpleCommand, &P::jump_statement},
      Row{"continue", NodeKind::SimpleCommand, &P::jump_statement},
  });
  std::array<char, 8> lower{};  // none is longer
  if (word.size() > lower.size()) return no_node;
  std::transform(word.begin(), word.end(), lower.begin(), base::lower);
  const Row* row = keywords.find({lower.data(), word.size()});
  if (row == nullptr) return no_node;
  const NodeId id = open(row->kind, pos_);
  Builder parts{id};
  if (row->kind == NodeKind::SimpleCommand)
    leaf(parts, NodeKind::Word, pos_, pos_ + static_cast<std::uint32_t>(word.size()));
  pos_ += static_cast<std::uint32_t>(word.size());
  (this->*row->read)(parts);
  close(id);
  return id;
}

/// return, throw, exit: what they take must be on the same line.
void PowerShellParser::flow_statement(Builder& parts) {
  const std::uint32_t at = blanks_end(pos_, false);
  const bool call = byte(at) == '&' && byte(at + 1) != '&';
  if (at_statement_end(at) && !call) return;
  skip_blanks();
  add(parts, chain());
}

/// break, continue: a label.
void PowerShellParser::jump_statement(Builder& parts) {
  const std::uint32_t at = blanks_end(pos_, false);
  if (at_statement_end(at)) return;
  skip_blanks();
  const std::uint32_t begin = pos_;
  if (name_starts(pos_)) {
    pos_ = name_end(pos_);
    leaf(parts, NodeKind::Word, begin, pos_);
  } else if (starts_expression(pos_)) {
    unary(parts, Commas::Separate);
  }
}

NodeId PowerShellParser::labelled_statement() {
  const std::uint32_t begin = pos_;
  const std::uint32_t end = name_end(begin + 1);
  const std::uint32_t at = blanks_end(end, true);
  const std::string_view word = word_at(at);
  static constexpr std::array<std::string_view, 5> loops{"for", "foreach", "while", "do", "switch"};
  if (std::none_of(loops.begin(), loops.end(), [&](std::string_view loop) { return equal_ignoring_case(loop, word); }))
    return no_node;
  pos_ = end;
  skip_newlines();
  const NodeId id = keyword_statement(word);
  tree_.node(id).begin = begin;
  return id;
}

/// `{ statements }`
void PowerShellParser::block(Builder& parts, std::string_view of) {
  if (!ok() || !expect('{', of) || !enter()) return;
  add(parts, statements());
  if (ok()) expect('}', of);
  leave();
}

/// `( pipeline )`
void PowerShellParser::condition(Builder& parts) {
  if (!ok() || !expect('(', "the condition")) return;
  skip_newlines();
  header_part(parts);
  if (ok()) expect(')', "the condition");
}

void PowerShellParser::header_part(Builder& parts) {
  const NodeId id = open(NodeKind::List, pos_);
  add(parts, id);
  Builder inner{id};
  add(inner, chain());
  close(id);
}

void PowerShellParser::if_statement(Builder& parts) {
  condition(parts);
  block(parts, "if");
  while (ok() && take_keyword("elseif")) {
    condition(parts);
    block(parts, "elseif");
  }
  if (ok() && take_keyword("else")) block(parts, "else");
}

void PowerShellParser::while_statement(Builder& parts) {
  condition(parts);
  block(parts, "while");
}

void PowerShellParser::do_statement(Builder& parts) {
  block(parts, "do");
  if (!ok()) return;
  const bool until = take_keyword("until");
  if (!until && !take_keyword("while")) {
    skip_newlines();
    return unexpected("'while' or 'until' after 'do'");
  }
  if (until) tree_.node(parts.parent).kind = NodeKind::Until;
  condition(parts);
}

/// Between the parts of a for header stands a `;` or a line end.
void PowerShellParser::for_statement(Builder& parts) {
  if (!expect('(', "for")) return;
  skip_newlines();
  for (int part = 0; part < 3 && ok(); ++part) {
    if (byte(pos_) != ';' && byte(pos_) != ')') header_part(parts);
    if (!ok() || part == 2) break;
    const std::uint32_t at = blanks_end(pos_, false);
    if (byte(at) == ';') {
      skip_blanks();
      ++pos_;
      skip_newlines();
    } else {
      const std::uint32_t next = blanks_end(at, true);
      skip_to(next, next != at && byte(next) != ')' ? Layout::Role::Separator : Layout::Role::Blank);
    }
  }
  if (ok() && expect(')', "for")) block(parts, "for");
}

void PowerShellParser::foreach_statement(Builder& parts) {
  skip_newlines();
  while (ok() && dash(text_, pos_) > 0) {
    parameter_word(parts);
    skip_newlines();
    if (byte(pos_) != '(' && dash(text_, pos_) == 0) argument(parts);
    skip_newlines();
  }
  if (!ok() || !expect('(', "foreach")) return;
  skip_newlines();
  if (byte(pos_) != '$') return unexpected("the variable of foreach");
  variable(parts);
  if (!ok()) return;
  if (!take_keyword("in")) {
    skip_newlines();
    return unexpected("'in'");
  }
  skip_newlines();
  header_part(parts);
  if (ok() && expect(')', "foreach")) block(parts, "foreach");
}

void PowerShellParser::switch_statement(Builder& parts) {
  skip_newlines();
  bool from_file = false;
  while (ok() && dash(text_, pos_) > 0) {
    parameter_word(parts);
    const std::string_view flag = tree_.text(parts.last);
    const bool file =
        flag.size() > 1 && equal_ignoring_case(flag.substr(1), std::string_view("file").substr(0, flag.size() - 1));
    skip_newlines();
    if (file && ok()) argument(parts);
    from_file = from_file || file;
    skip_newlines();
  }
  if (!from_file) condition(parts);
  if (!ok() || !expect('{', "switch") || !enter()) return;
  skip_newlines();
  while (ok() && !at_end() && byte(pos_) != '}') {
    const NodeId item = open(NodeKind::CaseItem, pos_);
    add(parts, item);
    Builder pieces{item};
    if (at_statement_end(pos_) || byte(pos_) == ',') return unexpected("a case");
    argument(pieces);
    block(pieces, "the case");
    if (!ok()) return;
    close(item);
    skip_terminators_after_statement();
  }
  expect('}', "switch");
  leave();
}

void PowerShellParser::try_statement(Builder& parts) {
  block(parts, "try");
  bool handled = false;
  while (ok() && take_keyword("catch")) {
    handled = true;
    skip_newlines();
    while (ok() && byte(pos_) == '[') {
      type_or_attribute(parts);
      skip_newlines();
      if (byte(pos_) != ',') break;
      ++pos_;
      skip_newlines();
    }
    block(parts, "catch");
  }
  if (ok() && take_keyword("finally")) {
    handled = true;
    block(parts, "finally");
  }
  if (!ok() || handled) return;
  skip_newlines();
  unexpected("'catch' or 'finally'");
}

void PowerShellParser::trap_statement(Builder& parts) {
  skip_newlines();
  if (byte(pos_) == '[') type_or_attribute(parts);
  block(parts, "trap");
}

void PowerShellParser::data_statement(Builder& parts) {
  skip_newlines();
  while (ok() && !at_end() && byte(pos_) != '{') {
    if (byte(pos_) == ',')
      ++pos_;
    else if (at_statement_end(pos_))
      return unexpected("the '{' of data");
    else
      argument(parts);
    skip_newlines();
  }
  block(parts, "data");
}

}  // namespace termhost::shell
