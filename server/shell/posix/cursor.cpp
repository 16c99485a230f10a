#include <algorithm>
#include <array>
#include <cstring>

#include "shell/posix/parse.hpp"
#include "shell/posix/parser.hpp"
#include "shell/posix/scope.hpp"

namespace termhost::shell::posix {

void Parser::record(Layout::Role role, std::size_t begin, std::size_t end) {
  tree_.add_layout({.role = role,
                    .begin = static_cast<std::uint32_t>(begin),
                    .end = static_cast<std::uint32_t>(end),
                    .text = text_});
}

void Parser::settle_continuations() {
  while (continues(p_)) {
    record(Layout::Role::Continuation, p_, p_ + 2);
    p_ += 2;
  }
}

/// `end` lies behind what joins lines before it.
void Parser::take_until(std::size_t end) {
  while (p_ < end && at(p_) != '\\' && !failed_) ++p_;
  while (over(p_) < end && !failed_) take();
}

void Parser::skip_other_blanks() {
  for (;;) {
    if (at(p_) == ' ') {
      ++p_;
    } else if (at(p_) == '\t') {
      record(Layout::Role::Blank, p_, p_ + 1);
      ++p_;
    } else if (continues(p_)) {
      settle_continuations();
    } else {
      return;
    }
  }
}

void Parser::skip_to_line_end() {
  const std::size_t end = std::min(s_.find('\n', p_), s_.size());
  record(Layout::Role::Comment, p_, end);
  p_ = end;
}

// At a newline or comment.
bool Parser::skip_lines(Layout::Role role) {
  for (bool any = false;; any = true) {
    skip_comment();
    if (at(p_) != '\n') return any;
    if (!any) newlines_at_ = tree_.layout().size();
    record(any ? Layout::Role::Blank : role, p_, p_ + 1);
    ++p_;
    if (!waiting_.empty()) read_here_documents();
    skip_blanks();
  }
}

void Parser::fail(SyntaxError::Kind kind, std::string message) {
  if (failed_) return;
  failed_ = true;
  tree_.set_error(
      {.kind = kind, .position = text_ == 0 ? std::min(p_, s_.size()) : origin_, .message = std::move(message)});
  s_ = {};
  p_ = 0;
  keyword_at_ = std::string_view::npos;
}

void Parser::unexpected(std::string_view inside) {
  if (failed_) return;
  settle();
  if (p_ >= s_.size()) {
    fail(SyntaxError::Kind::Incomplete, "the text ends inside " + std::string(inside));
    return;
  }
  std::size_t end = p_;
  while (end < s_.size() && end < p_ + 20 && !is_metacharacter(s_[end])) ++end;
  const std::string_view found = s_.substr(p_, std::max<std::size_t>(end - p_, 1));
  fail(SyntaxError::Kind::Invalid, "unexpected " +
                                       (found == "\n" ? std::string("newline") : "`" + std::string(found) + "`") +
                                       " in " + std::string(inside));
}

void Parser::expect(char c, std::string_view inside) {
  if (!accept(c)) unexpected(inside);
}

NodeId Parser::wrap(NodeKind kind, NodeId child) {
  const NodeId node = open(kind, tree_.node(child).begin);
  tree_.node(node).first_child = child;
  tree_.node(node).end = tree_.node(child).end;
  return node;
}

namespace {

constexpr std::size_t longest_keyword = 8;

}  // namespace

Keyword Parser::look_up_keyword() {
  keyword_at_ = p_;
  keyword_ = Keyword::None;
  const std::size_t begin = over(p_);
  if (!is(at(begin), StartsKeyword)) return keyword_;
  keyword_end_ = begin + 1;
  if (is_.zsh && at(begin) == '{') return keyword_ = Keyword::OpenBrace;  // zsh asks for no blank after it
  keyword_end_ = end_of_run(keyword_end_, InKeyword);
  if (continues(keyword_end_)) return look_up_joined_keyword(begin);
  if (!is_metacharacter(at(keyword_end_))) return keyword_;
  return keyword_ = keyword_of(s_.substr(begin, keyword_end_ - begin), is_);
}

// One that is cut by the end of a line.
Keyword Parser::look_up_joined_keyword(std::size_t begin) {
  std::array<char, longest_keyword> word{};
  std::size_t length = 0;
  std::size_t i = begin;
  for (; !is_metacharacter(at(i)); i = over(i + 1)) {
    if (length == word.size()) return keyword_;
    word[length++] = at(i);
  }
  keyword_end_ = i;
  return keyword_ = keyword_of({word.data(), length}, is_);
}

void Parser::take_keyword() {
  take_until(keyword_end_);
  settle();
}

void Parser::expect_keyword(Keyword wanted, std::string_view inside) {
  skip_blanks();
  if (keyword() != wanted) return unexpected(inside);
  take_keyword();
}

Parser::TextScope::TextScope(Parser& parser, std::uint32_t text, std::size_t origin)
    : parser_(parser), s_(parser.s_), text_(parser.text_), p_(parser.p_), origin_(parser.origin_) {
  waiting_.swap(parser.waiting_);
  parser.origin_ = parser.text_ == 0 ? origin : parser.origin_;
  parser.s_ = parser.tree_.texts()[text];
  parser.text_ = text;
  parser.p_ = 0;
  parser.keyword_at_ = std::string_view::npos;
}

Parser::TextScope::~TextScope() {
  parser_.waiting_.swap(waiting_);
  parser_.text_ = text_;
  parser_.origin_ = origin_;
  parser_.keyword_at_ = std::string_view::npos;
  if (parser_.failed_) return;
  parser_.s_ = s_;
  parser_.p_ = p_;
}

}  // namespace termhost::shell::posix
