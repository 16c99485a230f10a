#include <algorithm>

#include "shell/powershell/characters.hpp"
#include "shell/powershell/parser.hpp"

namespace termhost::shell {

using powershell::blank;

/// A backtick before a blank is a blank too, and ends nothing.
std::uint32_t PowerShellParser::find_blanks_end(std::uint32_t at, bool newlines) const {
  const std::string_view text = text_.substr(0, end_);
  for (;;) {
    while (at < end_ && text[at] == ' ') ++at;
    if (at >= end_ || !powershell::is(text[at], powershell::Layout)) return at;
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
      at = static_cast<std::uint32_t>(std::min<std::size_t>(text.find('\n', at), end_));
    } else if (c == '<' && byte(at + 1) == '#') {
      const std::size_t close = text.find("#>", at + 2);
      if (close == std::string_view::npos && !open_comment_) open_comment_ = at;
      at = close == std::string_view::npos ? end_ : static_cast<std::uint32_t>(close + 2);
    } else {
      return at;
    }
  }
}

void PowerShellParser::skip_some(std::uint32_t end, Layout::Role role) {
  std::uint32_t at = pos_;
  while (at < end && text_[at] == ' ') ++at;
  if (at < end) tree_.add_layout({.role = role, .begin = pos_, .end = end, .text = text_id_});
  pos_ = end;
}

/// Before a first statement: nothing is there to separate.
void PowerShellParser::skip_terminators() {
  std::uint32_t end = pos_;
  do {
    end = blanks_end(end, true);
  } while (byte(end) == ';' && ++end);
  skip_to(end, pos_ == 0 && text_id_ == 0 ? Layout::Role::Comment : Layout::Role::Blank);
}

void PowerShellParser::skip_terminators_after_statement() {
  std::uint32_t end = pos_;
  bool terminated = false;
  for (;;) {
    const std::uint32_t same_line = blanks_end(end, false);
    end = blanks_end(end, true);
    if (end != same_line) terminated = true;
    if (byte(end) != ';') break;
    terminated = true;
    ++end;
  }
  if (end < end_ && byte(end) != '}' && byte(end) != ')')
    return skip_to(end, terminated ? Layout::Role::Separator : Layout::Role::Blank);
  skip_to(end, end == end_ && text_id_ == 0 ? Layout::Role::Comment : Layout::Role::Blank);
}

/// The identifier at `at` if it is a token of its own; as a command's name `if.exe` is none.
std::string_view PowerShellParser::word_at(std::uint32_t at) const {
  if (!name_starts(at)) return {};
  const std::uint32_t end = name_end(at);
  if (!powershell::starts_token(text_.substr(0, end_), end)) return {};
  return text_.substr(at, end - at);
}

bool PowerShellParser::keyword_at(std::uint32_t at, std::string_view keyword) const {
  return powershell::equal_ignoring_case(word_at(at), keyword);
}

bool PowerShellParser::take_keyword(std::string_view keyword) {
  const std::uint32_t at = blanks_end(pos_, true);
  if (!keyword_at(at, keyword)) return false;
  skip_newlines();
  pos_ = at + static_cast<std::uint32_t>(keyword.size());
  return true;
}

bool PowerShellParser::expect_after_blanks(char c, std::string_view of) {
  skip_newlines();
  if (!at_end() && text_[pos_] == c) {
    ++pos_;
    return true;
  }
  unexpected("the '" + std::string(1, c) + "'" + (of.empty() ? "" : " of " + std::string(of)));
  return false;
}

}  // namespace termhost::shell
