#include "shell/powershell/parser.hpp"

#include <utility>

#include "shell/powershell/characters.hpp"
#include "shell/powershell/parse.hpp"

namespace termhost::shell {

SyntaxTree parse_powershell(std::string source) { return PowerShellParser(std::move(source)).run(); }

SyntaxTree PowerShellParser::run() {
  start();
  const NodeId root = open(NodeKind::List, 0);
  tree_.set_root(root);
  Builder parts{root};
  script_block_body(parts);
  end_of_text();
  close(root);
  return std::move(tree_);
}

void PowerShellParser::start() {
  read(tree_.source(), 0, static_cast<std::uint32_t>(tree_.source().size()));
  if (text_.size() > max_syntax_bytes) fail(SyntaxError::Kind::TooLong, 0, "the text is too long");
  if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos)
    fail(SyntaxError::Kind::Invalid, static_cast<std::uint32_t>(nul), "a NUL can't be in a command");
}

void PowerShellParser::end_of_text() {
  if (ok() && !at_end()) unexpected("the end of the text");
  if (ok() && open_comment_) fail(SyntaxError::Kind::Incomplete, *open_comment_, "a '<#' comment is open");
}

/// Only the first problem counts. The rest of the text is given up, so that everything under way comes to its end.
void PowerShellParser::fail(SyntaxError::Kind kind, std::uint32_t position, std::string message) {
  if (ok()) {
    const bool whole = text_id_ == 0 && end_ == tree_.source().size();
    if (kind == SyntaxError::Kind::Incomplete && !whole) kind = SyntaxError::Kind::Invalid;
    tree_.set_error({.kind = kind, .position = outer_position_.value_or(position), .message = std::move(message)});
  }
  pos_ = end_;
}

void PowerShellParser::unexpected(std::string_view expected) {
  const std::string what(expected);
  if (at_end()) return fail(SyntaxError::Kind::Incomplete, pos_, "the text ends where PowerShell expects " + what);
  fail(SyntaxError::Kind::Invalid, pos_, "PowerShell expects " + what + " here");
}

bool PowerShellParser::enter() {
  if (++depth_ <= max_syntax_depth) return true;
  fail(SyntaxError::Kind::TooDeep, pos_, "nested too deeply");
  return false;
}

/// What a script, a script block, a function or a method holds: param(…), then named blocks or statements.
void PowerShellParser::script_block_body(Builder& parts) {
  skip_terminators();
  if (parameter_block(parts)) skip_to_next_block();
  if (!ok()) return;
  add(parts, named_block_at(pos_) ? named_blocks() : statements());
}

bool PowerShellParser::named_block_at(std::uint32_t at) const {
  const std::string_view word = word_at(at);
  if (word.empty()) return false;
  for (const std::string_view name : {"begin", "process", "end", "dynamicparam", "clean"}) {
    if (!powershell::equal_ignoring_case(word, name)) continue;
    return byte(blanks_end(at + static_cast<std::uint32_t>(name.size()), true)) == '{';
  }
  return false;
}

/// Named blocks need nothing between them; statements do.
void PowerShellParser::skip_to_next_block() {
  if (named_block_at(blanks_end(pos_, true)))
    skip_newlines();
  else
    skip_terminators_after_statement();
}

NodeId PowerShellParser::named_blocks() {
  const NodeId id = open(NodeKind::List, pos_);
  Builder blocks{id};
  while (ok() && named_block_at(pos_)) {
    const NodeId group = open(NodeKind::Group, pos_);
    add(blocks, group);
    Builder inner{group};
    pos_ += static_cast<std::uint32_t>(word_at(pos_).size());
    block(inner, "the block");
    close(group);
    skip_to_next_block();
  }
  close(id);
  return id;
}

NodeId PowerShellParser::statements() {
  skip_terminators();
  const NodeId id = open(NodeKind::List, pos_);
  Builder items{id};
  while (ok() && !at_end() && byte(pos_) != ')' && byte(pos_) != '}') {
    const std::uint32_t begin = pos_;
    add(items, statement());
    if (ok() && pos_ == begin) unexpected("a statement");
    close(id);
    if (ok()) skip_terminators_after_statement();
  }
  return id;
}

}  // namespace termhost::shell
