#include "shell/fish/parser.hpp"

#include <algorithm>
#include <utility>

#include "shell/fish/parse.hpp"

namespace termhost::shell {

SyntaxTree parse_fish(std::string source) { return FishParser(std::move(source)).run(); }

SyntaxTree FishParser::run() {
  start();
  const NodeId root = list();
  tree_.set_root(root);
  if (tree_.ok() && token_.kind != TokenKind::EndOfText) unexpected();
  return std::move(tree_);
}

void FishParser::start() {
  if (text_.size() > max_syntax_bytes) fail(SyntaxError::Kind::TooLong, 0, "the text is too long");
  if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos)
    fail(SyntaxError::Kind::Invalid, nul, "a NUL can't be in a command");
  advance();
}

/// Only the first problem counts. The rest of the text is given up, so that everything under way comes to its end.
void FishParser::fail(SyntaxError::Kind kind, std::size_t position, std::string message) {
  if (tree_.ok()) tree_.set_error({.kind = kind, .position = position, .message = std::move(message)});
  pos_ = static_cast<std::uint32_t>(text_.size());
  token_ = Token{.begin = pos_, .end = pos_};
}

void FishParser::unexpected() {
  const auto kind = token_.kind == TokenKind::EndOfText ? SyntaxError::Kind::Incomplete : SyntaxError::Kind::Invalid;
  switch (token_.kind) {
    case TokenKind::EndOfText: return fail(kind, token_.begin, "the text ends where fish expects more");
    case TokenKind::Word:
      if (keyword() == Keyword::End) return fail(kind, token_.begin, "'end' closes nothing");
      if (keyword() == Keyword::Else) return fail(kind, token_.begin, "'else' belongs to no 'if'");
      if (keyword() == Keyword::Case) return fail(kind, token_.begin, "'case' belongs to no 'switch'");
      return fail(kind, token_.begin, "a word stands where fish expects the end of the statement");
    case TokenKind::Newline: return fail(kind, token_.begin, "the line ends where fish expects more");
    case TokenKind::Semicolon: return fail(kind, token_.begin, "a ';' stands where fish expects more");
    case TokenKind::Close: return fail(kind, token_.begin, "a ')' stands where fish expects more");
    case TokenKind::Redirection: return fail(kind, token_.begin, "a redirection stands where fish expects a command");
    case TokenKind::Pipe:
    case TokenKind::AndIf:
    case TokenKind::OrIf:
    case TokenKind::Background: return fail(kind, token_.begin, "an operator stands where fish expects a command");
  }
}

void FishParser::skip_terminators() {
  while (at_terminator()) advance();
}

void FishParser::expect_terminator() {
  if (!at_terminator()) return unexpected();
  advance();
}

NodeId FishParser::list() {
  const NodeId id = open(NodeKind::List, token_.begin);
  Builder items{id};
  bool after_background = false;
  while (true) {
    skip_terminators();
    if (token_.kind != TokenKind::Word) break;
    const Keyword first = keyword();
    if (first == Keyword::End || first == Keyword::Else || first == Keyword::Case) break;
    const std::uint32_t begin = token_.begin;
    const NodeId item = conjunction();
    add(items, item);
    if (!tree_.ok()) break;
    if (after_background && (tree_.node(item).flags & Conjunction) != 0)
      fail(SyntaxError::Kind::Invalid, begin, "'and' and 'or' can't follow a command in the background");
    after_background = (tree_.node(item).flags & Background) != 0;
  }
  close(id, std::max(consumed_, tree_.node(id).begin));
  return id;
}

/// `and`/`or` before a job, and jobs joined by && and ||.
NodeId FishParser::conjunction() {
  const std::uint32_t begin = token_.begin;
  Operator word = Operator::None;
  if ((keyword() == Keyword::And || keyword() == Keyword::Or) && !help_follows()) {
    word = keyword() == Keyword::And ? Operator::And : Operator::Or;
    advance();
  }
  NodeId id = pipeline();
  if (token_.kind == TokenKind::AndIf || token_.kind == TokenKind::OrIf) {
    const NodeId joined = open(NodeKind::AndOr, begin);
    Builder parts{joined};
    add(parts, id);
    while (token_.kind == TokenKind::AndIf || token_.kind == TokenKind::OrIf) {
      const Operator op = token_.op;
      advance();
      if (token_.kind == TokenKind::Newline) advance();
      const NodeId next = pipeline();
      tree_.node(next).op = op;
      add(parts, next);
    }
    if ((tree_.node(parts.last).flags & Background) != 0) tree_.node(joined).flags |= Background;
    close(joined, consumed_);
    id = joined;
  }
  if (word != Operator::None) {
    tree_.node(id).op = word;
    tree_.node(id).flags |= Conjunction;
    tree_.node(id).begin = begin;
  }
  return id;
}

/// [time] element { | element } [&]
NodeId FishParser::pipeline() {
  const std::uint32_t begin = token_.begin;
  const bool timed = keyword() == Keyword::Time && !next_word_after_token().starts_with('-');
  if (timed) advance();
  NodeId id = pipeline_element(true);
  if (timed || token_.kind == TokenKind::Pipe) {
    const NodeId whole = open(NodeKind::Pipeline, begin);
    Builder parts{whole};
    add(parts, id);
    while (token_.kind == TokenKind::Pipe) {
      const Token pipe = token_;
      if (text_[pipe.begin] != '|' && pipe.op == Operator::Pipe) {
        const NodeId which =
            tree_.add({.kind = NodeKind::Redirection, .op = Operator::Other, .begin = pipe.begin, .end = pipe.end});
        NodeId last = no_node;
        for (const NodeId child : tree_.children(parts.last)) last = child;
        tree_.append(parts.last, last, which);
      }
      advance();
      if (token_.kind == TokenKind::Newline) advance();
      const NodeId next = pipeline_element(false);
      tree_.node(next).op = pipe.op;
      add(parts, next);
    }
    if (timed) tree_.node(whole).flags |= Timed;
    close(whole, consumed_);
    check_pipeline(whole);
    id = whole;
  }
  if (token_.kind == TokenKind::Background) {
    tree_.node(id).flags |= Background;
    advance();
  }
  return id;
}

void FishParser::check_pipeline(NodeId pipeline) {
  const NodeId first = tree_.node(pipeline).first_child;
  if (!tree_.ok() || tree_.node(first).next == no_node) return;
  for (const NodeId element : tree_.children(pipeline)) {
    if (tree_.node(element).kind != NodeKind::SimpleCommand) continue;
    const NodeId name = tree_.node(element).first_child;
    if (tree_.node(name).kind == NodeKind::Word && keyword_of(name) == Keyword::Exec)
      return fail(SyntaxError::Kind::Invalid, tree_.node(name).begin, "'exec' can't be used in a pipeline");
  }
}

/// Assignments before a compound command wrap it in a Pipeline that holds both.
NodeId FishParser::pipeline_element(bool first) {
  if (!first) {
    const bool conjunction_word = keyword() == Keyword::And || keyword() == Keyword::Or;
    if (conjunction_word || keyword() == Keyword::Time) {
      fail(SyntaxError::Kind::Invalid, token_.begin, "'and', 'or' and 'time' stand only at the start of a pipeline");
    }
  }
  const std::uint32_t begin = token_.begin;
  if (!is_assignment()) return statement();
  const NodeId holder = open(NodeKind::Pipeline, begin);
  Builder parts{holder};
  while (is_assignment()) {
    tree_.node(token_.word).kind = NodeKind::Assignment;
    add(parts, token_.word);
    advance();
  }
  const NodeId inner = statement();
  if (tree_.node(inner).kind == NodeKind::SimpleCommand) {
    tree_.append(holder, parts.last, tree_.node(inner).first_child);
    tree_.node(holder).kind = NodeKind::SimpleCommand;
  } else {
    add(parts, inner);
  }
  close(holder, consumed_);
  return holder;
}

/// `name=` as written, unquoted, before a command.
bool FishParser::is_assignment() const { return looks_like_assignment() && !next_word_after_token().empty(); }

bool FishParser::looks_like_assignment() const {
  if (token_.kind != TokenKind::Word) return false;
  const std::string_view text = tree_.text(token_.word);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(equals),
                     [](char c) { return fish::is(c, fish::Name); });
}

/// A keyword that is only a call: `if --help`, or `if`, `not`, `for` with nothing after it (they print their help).
bool FishParser::is_plain_call() const {
  const std::string_view next = next_word_after_token();
  if (keyword() == Keyword::Function && help_follows()) return true;
  if (keyword() != Keyword::Function && next.starts_with('-')) return true;
  if (keyword() == Keyword::Begin || keyword() == Keyword::End || !next.empty()) return false;
  std::uint32_t at = token_.end;
  while (byte(at) == ' ' || byte(at) == '\t' || continues_line(at)) at += byte(at) == '\\' ? 2 : 1;
  const char c = byte(at);
  return at >= text_.size() || c == '\n' || c == ';' || c == '#' || (c == ')' && substitutions_ > 0);
}

NodeId FishParser::statement() {
  if (token_.kind != TokenKind::Word) {
    unexpected();
    return open(NodeKind::SimpleCommand, pos_);
  }
  if (keyword() == Keyword::None || is_plain_call()) return simple_command();
  switch (keyword()) {
    case Keyword::Not: return negation();
    case Keyword::Begin:
    case Keyword::If:
    case Keyword::While:
    case Keyword::For:
    case Keyword::Function:
    case Keyword::Switch: return compound();
    case Keyword::End: unexpected(); return open(NodeKind::SimpleCommand, pos_);
    case Keyword::None:
    case Keyword::And:
    case Keyword::Or:
    case Keyword::Time:
    case Keyword::Else:
    case Keyword::In:
    case Keyword::Case:
    case Keyword::Command:
    case Keyword::Builtin:
    case Keyword::Exec: return simple_command();
  }
  return simple_command();
}

NodeId FishParser::negation() {
  const NodeId id = open(NodeKind::Pipeline, token_.begin);
  if (++depth_ > max_syntax_depth) fail(SyntaxError::Kind::TooDeep, token_.begin, "nested too deeply");
  tree_.node(id).flags |= Negated;
  advance();
  if (keyword() == Keyword::Time && !next_word_after_token().starts_with('-')) {
    tree_.node(id).flags |= Timed;
    advance();
  }
  Builder parts{id};
  add(parts, pipeline_element(true));
  --depth_;
  close(id, consumed_);
  return id;
}

NodeId FishParser::simple_command() {
  const NodeId id = open(NodeKind::SimpleCommand, token_.begin);
  Builder parts{id};
  if (looks_like_assignment())
    fail(SyntaxError::Kind::Invalid, token_.begin, "an assignment stands alone; fish has 'set' for that");
  const bool decorated =
      (keyword() == Keyword::Command || keyword() == Keyword::Builtin || keyword() == Keyword::Exec) &&
      !next_word_after_token().starts_with('-');
  bool name_is_next = true;
  bool decoration = decorated;
  while (tree_.ok()) {
    if (token_.kind == TokenKind::Redirection) {
      redirection(parts);
    } else if (token_.kind == TokenKind::Word) {
      if (name_is_next) check_name(token_.word);
      name_is_next = std::exchange(decoration, false);
      if (!tree_.ok()) break;
      add(parts, token_.word);
      advance();
    } else {
      break;
    }
  }
  close(id, consumed_);
  return id;
}

void FishParser::check_name(NodeId name) {
  const std::uint32_t begin = tree_.node(name).begin;
  const auto holds_substitution = [this](NodeId word) {
    const auto parts = tree_.children(word);
    return std::any_of(parts.begin(), parts.end(),
                       [this](NodeId part) { return tree_.node(part).kind == NodeKind::CommandSubstitution; });
  };
  bool substitution = holds_substitution(name);
  for (const NodeId part : tree_.children(name)) substitution = substitution || holds_substitution(part);
  if (substitution) return fail(SyntaxError::Kind::Invalid, begin, "a command's name can't come from a substitution");
  const std::string_view text = tree_.text(name);
  if (loops_ == 0 && (text == "break" || text == "continue") && !help_follows())
    fail(SyntaxError::Kind::Invalid, begin, "'" + std::string(text) + "' stands outside of a loop");
}

void FishParser::redirection(Builder& parts) {
  const Token token = token_;
  const NodeId id = tree_.add({.kind = NodeKind::Redirection, .op = token.op, .begin = token.begin});
  Builder pieces{id};
  if (token.digits > 0) leaf(pieces, NodeKind::FileDescriptor, token.begin, token.begin + token.digits);
  add(parts, id);
  advance();
  if (token_.kind != TokenKind::Word) return unexpected();
  add(pieces, token_.word);
  advance();
  close(id, consumed_);
}

}  // namespace termhost::shell
