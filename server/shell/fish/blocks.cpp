#include "shell/fish/blocks.hpp"

#include <utility>

#include <fmt/format.h>

#include "shell/fish/statements.hpp"
#include "shell/fish/tokens.hpp"

namespace termhost::shell::fish {

NodeId Blocks::compound() {
  const std::uint32_t begin = in_.token.begin;
  const Keyword first = tokens_.keyword();
  const NodeId id = in_.open(NodeKind::Group, begin);
  Parts parts{id};
  in_.enter(begin);
  tokens_.advance(first == Keyword::Begin || first == Keyword::If || first == Keyword::While);
  const auto read = [&](NodeKind kind, void (Blocks::*read_block)(Parts&)) {
    in_.tree.node(id).kind = kind;
    (this->*read_block)(parts);
  };
  switch (first) {
    case Keyword::If: read(NodeKind::If, &Blocks::if_block); break;
    case Keyword::While: read(NodeKind::While, &Blocks::while_block); break;
    case Keyword::For: read(NodeKind::For, &Blocks::for_block); break;
    case Keyword::Function: read(NodeKind::Function, &Blocks::function_block); break;
    case Keyword::Switch: read(NodeKind::Case, &Blocks::switch_block); break;
    default: body(parts);
  }
  end_of_block(parts, tokens_.keyword() == Keyword::End, "end");
  in_.leave();
  in_.close(id, in_.consumed);
  return id;
}

NodeId Blocks::braces() {
  const std::uint32_t begin = in_.token.begin;
  const NodeId id = in_.open(NodeKind::Group, begin);
  Parts parts{id};
  in_.enter(begin);
  ++in_.blocks;
  tokens_.advance();
  body(parts);
  --in_.blocks;
  end_of_block(parts, in_.token.kind == TokenKind::CloseBrace, "}");
  in_.leave();
  in_.close(id, in_.consumed);
  return id;
}

void Blocks::body(Parts& parts) { in_.add(parts, statements_.list()); }

// One job, and the `and`/`or` jobs right after it.
void Blocks::condition(Parts& parts) {
  Parts jobs = in_.begin(parts, NodeKind::List, in_.token.begin);
  const auto read_job = [&] {
    const std::uint32_t begin = in_.token.begin;
    const NodeId item = statements_.conjunction();
    in_.add(jobs, item);
    if (in_.ok() && (in_.tree.node(item).flags & Background) != 0)
      in_.fail(SyntaxError::Kind::Invalid, begin, "a command in the background can't be a condition");
  };
  read_job();
  const auto goes_on = [this] {
    return (tokens_.keyword() == Keyword::And || tokens_.keyword() == Keyword::Or) && !tokens_.next_word().empty() &&
           !tokens_.help_follows();
  };
  tokens_.skip_terminators();
  while (in_.ok() && goes_on()) {
    read_job();
    tokens_.skip_terminators();
  }
  in_.close(jobs.parent, in_.consumed);
}

void Blocks::if_block(Parts& parts) {
  condition(parts);
  body(parts);
  while (in_.ok() && tokens_.keyword() == Keyword::Else) {
    tokens_.advance();
    if (tokens_.keyword() == Keyword::If) {
      tokens_.advance(true);
      condition(parts);
      body(parts);
      continue;
    }
    tokens_.expect_terminator();
    body(parts);
    return;
  }
}

void Blocks::while_block(Parts& parts) {
  condition(parts);
  ++in_.loops;
  body(parts);
  --in_.loops;
}

// The words up to the end of the line, then that end.
void Blocks::words_of_line(Parts& parts) {
  while (in_.token.kind == TokenKind::Word) {
    in_.add(parts, in_.token.word);
    tokens_.advance();
  }
  tokens_.expect_terminator();
}

void Blocks::for_block(Parts& parts) {
  if (in_.token.kind != TokenKind::Word) return tokens_.unexpected();
  in_.add(parts, in_.token.word);
  tokens_.advance();
  if (tokens_.keyword() != Keyword::In) return tokens_.unexpected();
  tokens_.advance();
  words_of_line(parts);
  ++in_.loops;
  body(parts);
  --in_.loops;
}

void Blocks::function_block(Parts& parts) {
  if (in_.token.kind != TokenKind::Word) return tokens_.unexpected();
  words_of_line(parts);
  const int loops = std::exchange(in_.loops, 0);
  body(parts);
  in_.loops = loops;
}

void Blocks::switch_block(Parts& parts) {
  if (in_.token.kind != TokenKind::Word) return tokens_.unexpected();
  in_.add(parts, in_.token.word);
  tokens_.advance();
  tokens_.expect_terminator();
  tokens_.skip_terminators();
  while (in_.ok() && tokens_.keyword() == Keyword::Case) {
    Parts pieces = in_.begin(parts, NodeKind::CaseItem, in_.token.begin);
    tokens_.advance();
    words_of_line(pieces);
    body(pieces);
    in_.close(pieces.parent, in_.consumed);
  }
}

void Blocks::end_of_block(Parts& parts, bool closed, const char* name) {
  if (!in_.ok()) return;
  if (!closed) {
    const bool cut = in_.token.kind == TokenKind::EndOfText || in_.token.kind == TokenKind::Close;
    if (!cut) return tokens_.unexpected();
    return in_.fail(SyntaxError::Kind::Incomplete, in_.tree.node(parts.parent).begin,
                    fmt::format("a block has no '{}'", name));
  }
  tokens_.advance();
  while (in_.token.kind == TokenKind::Redirection && in_.ok()) statements_.redirection(parts);
  if (in_.token.kind == TokenKind::Word && in_.ok())
    in_.fail(SyntaxError::Kind::Invalid, in_.token.begin, fmt::format("'{}' takes no arguments", name));
}

}  // namespace termhost::shell::fish
