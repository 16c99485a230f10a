#include "shell/fish/statements.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "shell/fish/blocks.hpp"
#include "shell/fish/tokens.hpp"

namespace termhost::shell::fish {

void Statements::script() {
  if (in_.text.size() > max_syntax_bytes) in_.fail(SyntaxError::Kind::TooLong, 0, "the text is too long");
  if (const std::size_t nul = in_.text.find('\0'); nul != std::string_view::npos)
    in_.fail(SyntaxError::Kind::Invalid, nul, "a NUL can't be in a command");
  tokens_.advance();
  in_.tree.set_root(list());
  if (in_.ok() && in_.token.kind != TokenKind::EndOfText) tokens_.unexpected();
}

NodeId Statements::list() {
  const NodeId id = in_.open(NodeKind::List, in_.token.begin);
  Parts items{id};
  bool after_background = false;
  while (true) {
    tokens_.skip_terminators();
    if (in_.token.kind != TokenKind::Word && in_.token.kind != TokenKind::OpenBrace) break;
    const Keyword first = tokens_.keyword();
    if (first == Keyword::End || first == Keyword::Else || first == Keyword::Case) break;
    const std::uint32_t begin = in_.token.begin;
    const NodeId item = conjunction();
    in_.add(items, item);
    if (!in_.ok()) break;
    if (after_background && (in_.tree.node(item).flags & Conjunction) != 0)
      in_.fail(SyntaxError::Kind::Invalid, begin, "'and' and 'or' can't follow a command in the background");
    after_background = (in_.tree.node(item).flags & Background) != 0;
  }
  in_.close(id, std::max(in_.consumed, in_.tree.node(id).begin));
  return id;
}

NodeId Statements::conjunction() {
  const std::uint32_t begin = in_.token.begin;
  Operator word = Operator::None;
  if ((tokens_.keyword() == Keyword::And || tokens_.keyword() == Keyword::Or) && !tokens_.help_follows()) {
    word = tokens_.keyword() == Keyword::And ? Operator::And : Operator::Or;
    tokens_.advance(true);
  }
  NodeId id = pipeline();
  if (in_.token.kind == TokenKind::AndIf || in_.token.kind == TokenKind::OrIf) {
    const NodeId joined = in_.open(NodeKind::AndOr, begin);
    Parts parts{joined};
    in_.add(parts, id);
    while (in_.token.kind == TokenKind::AndIf || in_.token.kind == TokenKind::OrIf) {
      const Operator op = in_.token.op;
      tokens_.advance();
      if (in_.token.kind == TokenKind::Newline) tokens_.advance();
      const NodeId next = pipeline();
      in_.tree.node(next).op = op;
      in_.add(parts, next);
    }
    if ((in_.tree.node(parts.last).flags & Background) != 0) in_.tree.node(joined).flags |= Background;
    in_.close(joined, in_.consumed);
    id = joined;
  }
  if (word != Operator::None) {
    in_.tree.node(id).op = word;
    in_.tree.node(id).flags |= Conjunction;
    in_.tree.node(id).begin = begin;
  }
  return id;
}

// [time] element { | element } [&]
NodeId Statements::pipeline() {
  const std::uint32_t begin = in_.token.begin;
  const bool timed = tokens_.keyword() == Keyword::Time && !tokens_.next_word().starts_with('-');
  if (timed) tokens_.advance(true);
  NodeId id = pipeline_element(true);
  if (timed || in_.token.kind == TokenKind::Pipe) {
    const NodeId whole = in_.open(NodeKind::Pipeline, begin);
    Parts parts{whole};
    in_.add(parts, id);
    while (in_.token.kind == TokenKind::Pipe) {
      const Token pipe = in_.token;
      if (in_.text[pipe.begin] != '|' && pipe.op == Operator::Pipe) {
        const NodeId which =
            in_.tree.add({.kind = NodeKind::Redirection, .op = Operator::Other, .begin = pipe.begin, .end = pipe.end});
        NodeId last = no_node;
        for (const NodeId child : in_.tree.children(parts.last)) last = child;
        in_.tree.append(parts.last, last, which);
      }
      tokens_.advance();
      if (in_.token.kind == TokenKind::Newline) tokens_.advance();
      const NodeId next = pipeline_element(false);
      in_.tree.node(next).op = pipe.op;
      in_.add(parts, next);
    }
    if (timed) in_.tree.node(whole).flags |= Timed;
    in_.close(whole, in_.consumed);
    check_pipeline(whole);
    id = whole;
  }
  if (in_.token.kind == TokenKind::Background) {
    in_.tree.node(id).flags |= Background;
    tokens_.advance();
  }
  return id;
}

void Statements::check_pipeline(NodeId pipeline) {
  const NodeId first = in_.tree.node(pipeline).first_child;
  if (!in_.ok() || in_.tree.node(first).next == no_node) return;
  for (const NodeId element : in_.tree.children(pipeline)) {
    if (in_.tree.node(element).kind != NodeKind::SimpleCommand) continue;
    const NodeId name = in_.tree.node(element).first_child;
    if (in_.tree.node(name).kind == NodeKind::Word && tokens_.keyword_of(name) == Keyword::Exec)
      return in_.fail(SyntaxError::Kind::Invalid, in_.tree.node(name).begin, "'exec' can't be used in a pipeline");
  }
}

// Assignments before a compound command wrap it in a Pipeline that holds both.
NodeId Statements::pipeline_element(bool first) {
  if (!first) {
    const bool conjunction_word = tokens_.keyword() == Keyword::And || tokens_.keyword() == Keyword::Or;
    if (conjunction_word || tokens_.keyword() == Keyword::Time) {
      in_.fail(SyntaxError::Kind::Invalid, in_.token.begin,
               "'and', 'or' and 'time' are allowed only at the start of a pipeline");
    }
  }
  const std::uint32_t begin = in_.token.begin;
  if (!is_assignment()) return statement();
  const NodeId holder = in_.open(NodeKind::Pipeline, begin);
  Parts parts{holder};
  while (is_assignment()) {
    in_.tree.node(in_.token.word).kind = NodeKind::Assignment;
    in_.add(parts, in_.token.word);
    tokens_.advance(true);
  }
  const NodeId inner = statement();
  if (in_.tree.node(inner).kind == NodeKind::SimpleCommand) {
    in_.tree.append(holder, parts.last, in_.tree.node(inner).first_child);
    in_.tree.node(holder).kind = NodeKind::SimpleCommand;
  } else {
    in_.add(parts, inner);
  }
  in_.close(holder, in_.consumed);
  return holder;
}

// `name=` as written, unquoted, before a command.
bool Statements::is_assignment() const { return looks_like_assignment() && !tokens_.next_word().empty(); }

bool Statements::looks_like_assignment() const {
  if (in_.token.kind != TokenKind::Word) return false;
  const std::string_view text = in_.tree.text(in_.token.word);
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(equals),
                     [](char c) { return is(c, Name); });
}

// A keyword that is only a call: `if --help`, or `if`, `not`, `for` with nothing after it (they print their help).
bool Statements::is_plain_call() const {
  const std::string_view next = tokens_.next_word();
  if (tokens_.keyword() == Keyword::Function && tokens_.help_follows()) return true;
  if (tokens_.keyword() != Keyword::Function && next.starts_with('-')) return true;
  if (tokens_.keyword() == Keyword::Begin || tokens_.keyword() == Keyword::End || !next.empty()) return false;
  std::uint32_t at = in_.token.end;
  while (in_.byte(at) == ' ' || in_.byte(at) == '\t' || in_.continues_line(at)) at += in_.byte(at) == '\\' ? 2 : 1;
  const char c = in_.byte(at);
  return at >= in_.text.size() || c == '\n' || c == ';' || c == '#' || (c == ')' && in_.substitutions > 0);
}

NodeId Statements::statement() {
  if (in_.token.kind == TokenKind::OpenBrace) return blocks_.braces();
  if (in_.token.kind != TokenKind::Word) {
    tokens_.unexpected();
    return in_.open(NodeKind::SimpleCommand, in_.p);
  }
  if (tokens_.keyword() == Keyword::None || is_plain_call()) return simple_command();
  switch (tokens_.keyword()) {
    case Keyword::Not: return negation();
    case Keyword::Begin:
    case Keyword::If:
    case Keyword::While:
    case Keyword::For:
    case Keyword::Function:
    case Keyword::Switch: return blocks_.compound();
    case Keyword::End: tokens_.unexpected(); return in_.open(NodeKind::SimpleCommand, in_.p);
    default: return simple_command();
  }
}

NodeId Statements::negation() {
  const NodeId id = in_.open(NodeKind::Pipeline, in_.token.begin);
  in_.enter(in_.token.begin);
  in_.tree.node(id).flags |= Negated;
  tokens_.advance(true);
  if (tokens_.keyword() == Keyword::Time && !tokens_.next_word().starts_with('-')) {
    in_.tree.node(id).flags |= Timed;
    tokens_.advance(true);
  }
  Parts parts{id};
  in_.add(parts, pipeline_element(true));
  in_.leave();
  in_.close(id, in_.consumed);
  return id;
}

NodeId Statements::simple_command() {
  const NodeId id = in_.open(NodeKind::SimpleCommand, in_.token.begin);
  Parts parts{id};
  if (looks_like_assignment())
    in_.fail(SyntaxError::Kind::Invalid, in_.token.begin, "fish has no assignment of this form; use 'set'");
  const bool decorated = (tokens_.keyword() == Keyword::Command || tokens_.keyword() == Keyword::Builtin ||
                          tokens_.keyword() == Keyword::Exec) &&
                         !tokens_.next_word().starts_with('-');
  bool name_is_next = true;
  bool decoration = decorated;
  while (in_.ok()) {
    if (in_.token.kind == TokenKind::Redirection) {
      redirection(parts);
    } else if (in_.token.kind == TokenKind::Word) {
      if (name_is_next) check_name(in_.token.word);
      name_is_next = std::exchange(decoration, false);
      if (!in_.ok()) break;
      in_.add(parts, in_.token.word);
      tokens_.advance();
    } else {
      break;
    }
  }
  in_.close(id, in_.consumed);
  return id;
}

void Statements::check_name(NodeId name) {
  const std::uint32_t begin = in_.tree.node(name).begin;
  const auto holds_substitution = [this](NodeId word) {
    const auto parts = in_.tree.children(word);
    return std::any_of(parts.begin(), parts.end(),
                       [this](NodeId part) { return in_.tree.node(part).kind == NodeKind::CommandSubstitution; });
  };
  bool substitution = holds_substitution(name);
  for (const NodeId part : in_.tree.children(name)) substitution = substitution || holds_substitution(part);
  if (substitution)
    return in_.fail(SyntaxError::Kind::Invalid, begin, "a command's name can't come from a substitution");
  const std::string_view text = in_.tree.text(name);
  if (in_.loops == 0 && (text == "break" || text == "continue") && !tokens_.help_follows())
    in_.fail(SyntaxError::Kind::Invalid, begin, "'" + std::string(text) + "' is outside of a loop");
}

void Statements::redirection(Parts& parts) {
  const Token token = in_.token;
  const NodeId id = in_.tree.add({.kind = NodeKind::Redirection, .op = token.op, .begin = token.begin});
  Parts pieces{id};
  if (token.digits > 0) in_.add_leaf(pieces, NodeKind::FileDescriptor, token.begin, token.begin + token.digits);
  in_.add(parts, id);
  tokens_.advance();
  if (in_.token.kind != TokenKind::Word) return tokens_.unexpected();
  in_.add(pieces, in_.token.word);
  tokens_.advance();
  in_.close(id, in_.consumed);
}

}  // namespace termhost::shell::fish
