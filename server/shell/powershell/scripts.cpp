#include "shell/powershell/scripts.hpp"

#include <string_view>

#include "shell/powershell/parser.hpp"

namespace termhost::shell::powershell {

void Scripts::script() {
  if (in_.text.size() > max_syntax_bytes) in_.fail(SyntaxError::Kind::TooLong, 0, "the text is too long");
  if (const std::size_t nul = in_.text.find('\0'); nul != std::string_view::npos)
    in_.fail(SyntaxError::Kind::Invalid, static_cast<std::uint32_t>(nul), "a NUL can't be in a command");
  const NodeId root = in_.open(NodeKind::List, 0);
  in_.tree.set_root(root);
  Parts parts{root};
  script_block_body(parts);
  if (in_.ok() && !in_.at_end()) in_.unexpected("the end of the text");
  if (in_.ok() && in_.open_comment)
    in_.fail(SyntaxError::Kind::Incomplete, *in_.open_comment, "a '<#' comment is open");
  in_.close(root);
}

void Scripts::script_block_body(Parts& parts) {
  in_.skip_terminators();
  if (all_.types.parameter_block(parts)) skip_to_next_block();
  if (!in_.ok()) return;
  in_.add(parts, named_block_at(in_.p) ? named_blocks() : statement_list());
}

NodeId Scripts::statement_list() {
  in_.skip_terminators();
  const NodeId id = in_.open(NodeKind::List, in_.p);
  Parts items{id};
  while (in_.ok() && !in_.at_end() && in_.here() != ')' && in_.here() != '}') {
    const std::uint32_t begin = in_.p;
    in_.add(items, all_.statements.statement());
    if (in_.ok() && in_.p == begin) in_.unexpected("a statement");
    in_.close(id);
    if (in_.ok()) in_.skip_terminators_after_statement();
  }
  return id;
}

NodeId Scripts::named_blocks() {
  const NodeId id = in_.open(NodeKind::List, in_.p);
  Parts blocks{id};
  while (in_.ok() && named_block_at(in_.p)) {
    Parts inner = in_.begin(blocks, NodeKind::Group, in_.p);
    in_.p += static_cast<std::uint32_t>(in_.word_at(in_.p).size());
    all_.statements.block(inner, "the block");
    in_.close(inner.parent);
    skip_to_next_block();
  }
  in_.close(id);
  return id;
}

bool Scripts::named_block_at(std::uint32_t at) const {
  const std::string_view word = in_.word_at(at);
  if (word.empty()) return false;
  for (const std::string_view name : {"begin", "process", "end", "dynamicparam", "clean"}) {
    if (!equal_ignoring_case(word, name)) continue;
    return in_.byte(in_.blanks_end(at + static_cast<std::uint32_t>(name.size()), true)) == '{';
  }
  return false;
}

// Named blocks need nothing between them; statements do.
void Scripts::skip_to_next_block() {
  if (named_block_at(in_.blanks_end(in_.p, true)))
    in_.skip_newlines();
  else
    in_.skip_terminators_after_statement();
}

}  // namespace termhost::shell::powershell
