#include "shell/syntax_powershell.hpp"

#include <utility>

#include "shell/parse.hpp"
#include "shell/powershell_characters.hpp"

namespace termhost::shell {

SyntaxTree parse_powershell(std::string source) {
  return PowerShellParser(std::move(source), nullptr, SyntaxTree::bytes_per_word).run();
}

SyntaxTree parse_powershell_again(std::string line, KnownCommands& known) {
  // What ends other commands does not end one with `--%`, so that none can be taken over as it is.
  KnownCommands* const usable = line.find("--%") == std::string::npos ? &known : nullptr;
  return PowerShellParser(std::move(line), usable, SyntaxTree::bytes_per_change).run();
}

bool parse_powershell_pieces(std::string& source, std::size_t bytes, const TakePiece& take) {
  PowerShellParser parser(std::move(source), nullptr, SyntaxTree::in_pieces);
  const bool wanted = parser.run_pieces(bytes, take);
  source = std::move(parser).take_source();
  return wanted;
}

PowerShellParser::PowerShellParser(std::string source, KnownCommands* known, std::size_t bytes_per_node)
    : tree_(std::move(source), bytes_per_node), known_(known) {}

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

bool PowerShellParser::run_pieces(std::size_t bytes, const TakePiece& take) {
  start();
  do {
    tree_.forget();
    attributes_run_ = {};
    cut_ = false;
    const std::uint32_t begin = pos_;
    const NodeId root = open(NodeKind::List, begin);
    tree_.set_root(root);
    Builder parts{root};
    if (begin == 0)
      script_block_body(parts, bytes);
    else
      add(parts, statements(begin + bytes));
    if (!cut_) end_of_text();
    close(root);
    if (!ok() || !take({tree_, begin, pos_})) return false;
  } while (cut_);
  return true;
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
void PowerShellParser::script_block_body(Builder& parts, std::size_t enough) {
  skip_terminators();
  if (parameter_block(parts)) skip_to_next_block();
  if (!ok()) return;
  add(parts, named_block_at(pos_) ? named_blocks() : statements(enough));
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

/// no_node: what stands here is not known.
NodeId PowerShellParser::known_command() {
  if (known_ == nullptr || text_id_ != 0) return no_node;
  const NodeId there = known_->take(text_.substr(0, end_), pos_);
  if (there == no_node) return no_node;
  const NodeId id = tree_.take_over(there, known_->at(there, pos_));
  pos_ = tree_.node(id).end;
  return id;
}

NodeId PowerShellParser::statements(std::size_t enough) {
  skip_terminators();
  const NodeId id = open(NodeKind::List, pos_);
  Builder items{id};
  while (ok() && !cut_ && !at_end() && byte(pos_) != ')' && byte(pos_) != '}') {
    const std::uint32_t begin = pos_;
    const NodeId known = known_command();
    add(items, known != no_node ? known : statement());
    if (ok() && pos_ == begin) unexpected("a statement");
    close(id);
    if (ok()) skip_terminators_after_statement();
    cut_ = ok() && !at_end() && pos_ >= enough;
  }
  return id;
}

}  // namespace termhost::shell
