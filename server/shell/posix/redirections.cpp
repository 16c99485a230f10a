#include "shell/posix/redirections.hpp"

#include <algorithm>
#include <array>

#include "shell/posix/parser.hpp"
#include "shell/syntax/short_words.hpp"

namespace termhost::shell::posix {
namespace {

enum class In { All, Both, Zsh, Ksh, Extended };

struct OperatorRow {
  std::string_view word;
  Operator op;
  In in = In::All;
};

constexpr std::size_t longest_operator = 4;

constexpr WordTable operators(std::array{
    OperatorRow{"&>", Operator::OutputBoth, In::Both},
    OperatorRow{"&>>", Operator::AppendBoth, In::Both},
    OperatorRow{"&>|", Operator::OutputBoth, In::Zsh},
    OperatorRow{"&>!", Operator::OutputBoth, In::Zsh},
    OperatorRow{"&>&", Operator::OutputBoth, In::Zsh},
    OperatorRow{"&>>|", Operator::AppendBoth, In::Zsh},
    OperatorRow{"&>>!", Operator::AppendBoth, In::Zsh},
    OperatorRow{"<", Operator::Input},
    OperatorRow{"<&", Operator::DuplicateIn},
    OperatorRow{"<>", Operator::InputOutput},
    OperatorRow{"<>;", Operator::InputOutput, In::Ksh},
    OperatorRow{"<<", Operator::HereDocument},
    OperatorRow{"<<-", Operator::HereDocumentTabs},
    OperatorRow{"<<#", Operator::HereDocumentTabs, In::Ksh},
    OperatorRow{"<<<", Operator::HereString, In::Extended},
    OperatorRow{"<#", Operator::Other, In::Ksh},
    OperatorRow{">", Operator::Output},
    OperatorRow{">>", Operator::Append},
    OperatorRow{">>|", Operator::Append, In::Zsh},
    OperatorRow{">>!", Operator::Append, In::Zsh},
    OperatorRow{">>&", Operator::AppendBoth, In::Zsh},
    OperatorRow{">>&|", Operator::AppendBoth, In::Zsh},
    OperatorRow{">>&!", Operator::AppendBoth, In::Zsh},
    OperatorRow{">&", Operator::DuplicateOut},
    OperatorRow{">&|", Operator::OutputBoth, In::Zsh},
    OperatorRow{">&!", Operator::OutputBoth, In::Zsh},
    OperatorRow{">|", Operator::OutputClobber},
    OperatorRow{">!", Operator::OutputClobber, In::Zsh},
    OperatorRow{">;", Operator::Output, In::Ksh},
    OperatorRow{">#", Operator::Other, In::Ksh},
});

bool known_in(In in, const Dialect& dialect) {
  switch (in) {
    case In::All: return true;
    case In::Both: return dialect.both_redirection;
    case In::Zsh: return dialect.zsh;
    case In::Ksh: return dialect.ksh;
    case In::Extended: return dialect.extended;
  }
  return false;
}

// The longest operator at the start of `text`; there must be one.
const OperatorRow& row_of(std::string_view text, const Dialect& dialect) {
  for (; !text.empty(); text.remove_suffix(1)) {
    const OperatorRow* row = operators.find(text);
    if (row != nullptr && known_in(row->in, dialect)) return *row;
  }
  return *operators.find(">");
}

}  // namespace

// The offset of the operator, after a file descriptor or {variable}; npos if no redirection starts here.
std::size_t Redirections::find_operator() const {
  const std::size_t begin = in_.over(in_.p);
  std::size_t i = begin;
  const char c = in_.at(i);
  if (is_digit(c)) {
    while (is_digit(in_.at(i)))
      i = in_.shell.zsh ? i + 1 : in_.over(i + 1);  // zsh reads no descriptor whose line is joined to the operator's
  } else if (c == '{' && in_.shell.extended && is_name_start(in_.at(i + 1))) {
    do ++i;
    while (is_name_char(in_.at(i)));
    if (in_.at(i) == '[') i = std::min(in_.text.find(']', i), in_.text.size() - 1) + 1;
    if (in_.at(i) != '}') return std::string_view::npos;
    i = in_.over(i + 1);
  } else if (c == '&') {
    return in_.shell.both_redirection && in_.at(in_.over(i + 1)) == '>' && in_.at(in_.over(in_.over(i + 1) + 1)) != '('
               ? i
               : std::string_view::npos;
  }
  if (in_.at(i) != '<' && in_.at(i) != '>') return std::string_view::npos;
  if (i == begin && in_.shell.extended && in_.at(in_.over(i + 1)) == '(') return std::string_view::npos;
  if (i == begin && in_.at(i) == '<' && all_.words.zsh_number_range()) return std::string_view::npos;
  return i;
}

NodeId Redirections::redirection() {
  in_.settle();
  const std::size_t begin = in_.p;
  const NodeId node = in_.open(NodeKind::Redirection, begin);
  NodeId last = no_node;
  const std::size_t operator_at = find_operator();
  if (operator_at > in_.p) {
    in_.take_until(operator_at);
    last = in_.tree.append(node, last, in_.leaf(NodeKind::FileDescriptor, begin, in_.p));
  }
  in_.settle();
  std::array<char, longest_operator> found{};
  std::size_t length = 0;
  for (std::size_t i = in_.p; length < found.size() && in_.at(i) != '\0'; i = in_.over(i + 1))
    found[length++] = in_.at(i);
  const OperatorRow& row = row_of({found.data(), length}, in_.shell);
  for (std::size_t i = 0; i < row.word.size(); ++i) in_.take();
  in_.tree.node(node).op = row.op;
  in_.skip_blanks();
  if (row.op == Operator::HereDocument || row.op == Operator::HereDocumentTabs) {
    in_.tree.append(node, last, all_.lines.delimiter(row.op));
  } else if (row.op == Operator::Other && in_.peek() == '(' && in_.peek2() == '(') {
    in_.tree.append(node, last, all_.compounds.arithmetic_command());
  } else if (all_.words.starts(WordPlace::Argument)) {
    in_.tree.append(node, last, all_.words.word(WordPlace::Argument));
  } else {
    in_.unexpected("a redirection");
  }
  return in_.close(node);
}

NodeId Redirections::redirections(NodeId node, NodeId last) {
  in_.skip_blanks();
  while (starts()) {
    last = in_.tree.append(node, last, redirection());
    in_.tree.node(node).end = in_.tree.node(last).end;
    in_.skip_blanks();
  }
  return last;
}

}  // namespace termhost::shell::posix
