#include "shell/powershell_tokens/cursor.hpp"

#include <algorithm>
#include <utility>

namespace termhost::shell::powershell {

// A backtick before a blank is a blank too, and ends nothing.
std::uint32_t Cursor::find_blanks_end(std::uint32_t at, bool newlines) {
  for (;;) {
    while (at < text.size() && text[at] == ' ') ++at;
    if (at >= text.size() || !is(text[at], powershell::Layout)) return at;
    const char c = text[at];
    if (c == '\n') {
      if (!newlines) return at;
      ++at;
    } else if (const std::uint32_t length = blank(text, at); length > 0) {
      at += length;
    } else if (c == '`' && byte(at + 1) == '\n') {
      at += 2;
    } else if (c == '`' && blank(text, at + 1) > 0) {
      at += 1 + blank(text, at + 1);
    } else if (c == '#') {
      at = static_cast<std::uint32_t>(std::min(text.find('\n', at), text.size()));
    } else if (c == '<' && byte(at + 1) == '#') {
      const std::size_t close = text.find("#>", at + 2);
      if (close == std::string_view::npos && !open_comment) open_comment = at;
      at = close == std::string_view::npos ? end() : static_cast<std::uint32_t>(close + 2);
    } else {
      return at;
    }
  }
}

void Cursor::skip_some(std::uint32_t to, Layout::Role role) {
  std::uint32_t at = p;
  while (at < to && text[at] == ' ') ++at;
  if (at < to) record(role, p, to);
  p = to;
}

void Cursor::skip_terminators() {
  std::uint32_t to = p;
  do {
    to = blanks_end(to, true);
  } while (byte(to) == ';' && ++to);
  skip_to(to, p == 0 && text_id == 0 ? Layout::Role::Comment : Layout::Role::Blank);
}

void Cursor::skip_terminators_after_statement() {
  std::uint32_t to = p;
  bool terminated = false;
  for (;;) {
    const std::uint32_t same_line = blanks_end(to, false);
    to = blanks_end(to, true);
    if (to != same_line) terminated = true;
    if (byte(to) != ';') break;
    terminated = true;
    ++to;
  }
  if (to < text.size() && byte(to) != '}' && byte(to) != ')')
    return skip_to(to, terminated ? Layout::Role::Separator : Layout::Role::Blank);
  skip_to(to, to == text.size() && text_id == 0 ? Layout::Role::Comment : Layout::Role::Blank);
}

std::string_view Cursor::word_at(std::uint32_t at) const {
  if (!starts_name(text, at)) return {};
  const std::uint32_t behind = name_end(at);
  if (!starts_token(text, behind)) return {};
  return text.substr(at, behind - at);
}

bool Cursor::take_keyword(std::string_view keyword) {
  const std::uint32_t at = blanks_end(p, true);
  if (!keyword_at(at, keyword)) return false;
  skip_newlines();
  p = at + static_cast<std::uint32_t>(keyword.size());
  return true;
}

bool Cursor::expect_after_blanks(char c, std::string_view of) {
  skip_newlines();
  if (!at_end() && text[p] == c) {
    ++p;
    return true;
  }
  unexpected("the '" + std::string(1, c) + "'" + (of.empty() ? "" : " of " + std::string(of)));
  return false;
}

void Cursor::fail(SyntaxError::Kind kind, std::uint32_t position, std::string message) {
  if (ok()) {
    const bool whole = text_id == 0 && text.size() == tree.source().size();
    if (kind == SyntaxError::Kind::Incomplete && !whole) kind = SyntaxError::Kind::Invalid;
    tree.set_error({.kind = kind, .position = outer_position.value_or(position), .message = std::move(message)});
  }
  p = end();
}

void Cursor::unexpected(std::string_view expected) {
  const std::string what(expected);
  if (at_end()) return fail(SyntaxError::Kind::Incomplete, p, "the text ends where PowerShell expects " + what);
  fail(SyntaxError::Kind::Invalid, p, "PowerShell expects " + what + " here");
}

bool Cursor::enter() {
  if (++depth <= max_syntax_depth) return true;
  fail(SyntaxError::Kind::TooDeep, p, "nested too deeply");
  return false;
}

bool Cursor::at_statement_end(std::uint32_t at) const {
  if (at >= text.size()) return true;
  const char c = text[at];
  return c == '\n' || c == ';' || c == ')' || c == '}' || c == '|' || c == '&';
}

}  // namespace termhost::shell::powershell
