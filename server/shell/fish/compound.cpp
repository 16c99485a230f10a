#include <utility>

#include "shell/fish/parser.hpp"

namespace termhost::shell {

/// Everything that `end` closes, with the redirections after it.
NodeId FishParser::compound() {
  const std::uint32_t begin = token_.begin;
  const Keyword first = keyword();
  const NodeId id = open(NodeKind::Group, begin);
  Builder parts{id};
  if (++depth_ > max_syntax_depth) fail(SyntaxError::Kind::TooDeep, begin, "nested too deeply");
  advance();
  const auto read = [&](NodeKind kind, void (FishParser::*block)(Builder&)) {
    tree_.node(id).kind = kind;
    (this->*block)(parts);
  };
  switch (first) {
    case Keyword::If: read(NodeKind::If, &FishParser::if_block); break;
    case Keyword::While: read(NodeKind::While, &FishParser::while_block); break;
    case Keyword::For: read(NodeKind::For, &FishParser::for_block); break;
    case Keyword::Function: read(NodeKind::Function, &FishParser::function_block); break;
    case Keyword::Switch: read(NodeKind::Case, &FishParser::switch_block); break;
    default: body(parts);
  }
  end_of_block(parts);
  --depth_;
  close(id, consumed_);
  return id;
}

void FishParser::body(Builder& parts) { add(parts, list()); }

/// One job, and the `and`/`or` jobs right after it.
void FishParser::condition(Builder& parts) {
  const NodeId id = open(NodeKind::List, token_.begin);
  add(parts, id);
  Builder jobs{id};
  const auto read_job = [&] {
    const std::uint32_t begin = token_.begin;
    const NodeId item = conjunction();
    add(jobs, item);
    if (tree_.ok() && (tree_.node(item).flags & Background) != 0)
      fail(SyntaxError::Kind::Invalid, begin, "a command in the background can't be a condition");
  };
  read_job();
  const auto goes_on = [this] {
    return (keyword() == Keyword::And || keyword() == Keyword::Or) && !next_word_after_token().empty() &&
           !help_follows();
  };
  skip_terminators();
  while (tree_.ok() && goes_on()) {
    read_job();
    skip_terminators();
  }
  close(id, consumed_);
}

void FishParser::if_block(Builder& parts) {
  condition(parts);
  body(parts);
  while (tree_.ok() && keyword() == Keyword::Else) {
    advance();
    if (keyword() == Keyword::If) {
      advance();
      condition(parts);
      body(parts);
      continue;
    }
    expect_terminator();
    body(parts);
    return;
  }
}

void FishParser::while_block(Builder& parts) {
  condition(parts);
  ++loops_;
  body(parts);
  --loops_;
}

/// The words up to the end of the line, then that end.
void FishParser::words(Builder& parts) {
  while (token_.kind == TokenKind::Word) {
    add(parts, token_.word);
    advance();
  }
  expect_terminator();
}

void FishParser::for_block(Builder& parts) {
  if (token_.kind != TokenKind::Word) return unexpected();
  add(parts, token_.word);
  advance();
  if (keyword() != Keyword::In) return unexpected();
  advance();
  words(parts);
  ++loops_;
  body(parts);
  --loops_;
}

void FishParser::function_block(Builder& parts) {
  if (token_.kind != TokenKind::Word) return unexpected();
  words(parts);
  const int loops = std::exchange(loops_, 0);
  body(parts);
  loops_ = loops;
}

void FishParser::switch_block(Builder& parts) {
  if (token_.kind != TokenKind::Word) return unexpected();
  add(parts, token_.word);
  advance();
  expect_terminator();
  skip_terminators();
  while (tree_.ok() && keyword() == Keyword::Case) {
    const NodeId item = open(NodeKind::CaseItem, token_.begin);
    add(parts, item);
    Builder pieces{item};
    advance();
    words(pieces);
    body(pieces);
    close(item, consumed_);
  }
}

void FishParser::end_of_block(Builder& parts) {
  if (!tree_.ok()) return;
  if (keyword() != Keyword::End) {
    const bool cut = token_.kind == TokenKind::EndOfText || token_.kind == TokenKind::Close;
    if (!cut) return unexpected();
    return fail(SyntaxError::Kind::Incomplete, tree_.node(parts.parent).begin, "a block has no 'end'");
  }
  advance();
  while (token_.kind == TokenKind::Redirection && tree_.ok()) redirection(parts);
  if (token_.kind == TokenKind::Word && tree_.ok())
    fail(SyntaxError::Kind::Invalid, token_.begin, "'end' takes no arguments");
}

}  // namespace termhost::shell
