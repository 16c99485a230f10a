#include <algorithm>
#include <utility>

#include "shell/powershell/characters.hpp"
#include "shell/powershell/parser.hpp"

namespace termhost::shell {

using powershell::blank;
using powershell::double_quote;
using powershell::escape_length;
using powershell::single_quote;

/// A string of any kind, if one starts here.
bool PowerShellParser::string(Builder& parts) {
  const std::string_view text = text_.substr(0, end_);
  if (single_quote(text, pos_) > 0) {
    single_quoted(parts);
  } else if (double_quote(text, pos_) > 0) {
    double_quoted(parts);
  } else if (byte(pos_) == '@' && single_quote(text, pos_ + 1) + double_quote(text, pos_ + 1) > 0) {
    here_string(parts);
  } else {
    return false;
  }
  return true;
}

void PowerShellParser::single_quoted(Builder& parts) {
  const std::string_view text = text_.substr(0, end_);
  const std::uint32_t begin = pos_;
  pos_ += single_quote(text, pos_);
  for (;;) {
    while (!at_end() && !powershell::is(text[pos_], powershell::QuotedStop)) ++pos_;
    if (at_end()) break;
    const std::uint32_t quote = single_quote(text, pos_);
    if (quote > 0 && single_quote(text, pos_ + quote) == 0) break;
    pos_ += quote > 0 ? quote + single_quote(text, pos_ + quote) : 1;
  }
  if (at_end()) return fail(SyntaxError::Kind::Incomplete, begin, "a single quote is open");
  pos_ += single_quote(text, pos_);
  leaf(parts, NodeKind::SingleQuoted, begin, pos_);
}

void PowerShellParser::double_quoted(Builder& parts) {
  const std::uint32_t begin = pos_;
  const NodeId id = open(NodeKind::DoubleQuoted, begin);
  add(parts, id);
  Builder inner{id};
  pos_ += double_quote(text_, pos_);
  expandable_text(inner, false, end_);
  if (!ok()) return;
  if (at_end()) return fail(SyntaxError::Kind::Incomplete, begin, "a double quote is open");
  pos_ += double_quote(text_, pos_);
  close(id);
}

/// Up to the quote that ends the string, or to `end` in a here-string.
void PowerShellParser::expandable_text(Builder& parts, bool here, std::uint32_t end) {
  std::uint32_t text_begin = pos_;
  const auto flush = [&] {
    if (pos_ > text_begin) leaf(parts, NodeKind::Literal, text_begin, pos_);
  };
  const std::string_view text = text_.substr(0, end);
  while (ok()) {
    while (pos_ < end && !powershell::is(text[pos_], powershell::QuotedStop)) ++pos_;
    if (pos_ >= end) break;
    const char c = text[pos_];
    if (const std::uint32_t quote = here ? 0 : double_quote(text, pos_); quote > 0) {
      const std::uint32_t second = double_quote(text, pos_ + quote);
      if (second == 0) break;
      pos_ += quote + second;
    } else if (c == '`') {
      flush();
      leaf(parts, NodeKind::Escape, pos_, pos_ + escape_length(text, pos_));
      pos_ += escape_length(text, pos_);
      text_begin = pos_;
    } else if (c == '$' &&
               (byte(pos_ + 1) == '(' || byte(pos_ + 1) == '{' || powershell::starts_variable(text, pos_ + 1))) {
      flush();
      if (byte(pos_ + 1) == '(')
        substitution_in_string(parts, here);
      else
        variable(parts);
      text_begin = pos_;
    } else {
      ++pos_;
    }
  }
  if (ok()) flush();
}

/// The `'@` or `"@` that ends a here-string: first on its line. `end_` if there is none.
std::uint32_t PowerShellParser::here_string_footer(std::uint32_t from, bool expandable) const {
  const std::string_view text = text_.substr(0, end_);
  for (std::size_t newline = from; newline < end_; newline = text.find('\n', newline + 1)) {
    const std::size_t line = newline + 1;
    const std::uint32_t quote = expandable ? double_quote(text, line) : single_quote(text, line);
    if (quote > 0 && byte(static_cast<std::uint32_t>(line + quote)) == '@') return static_cast<std::uint32_t>(line);
    if (text.find('\n', newline + 1) == std::string_view::npos) break;
  }
  return end_;
}

void PowerShellParser::here_string(Builder& parts) {
  const std::string_view text = text_.substr(0, end_);
  const std::uint32_t begin = pos_;
  const std::uint32_t double_length = double_quote(text, pos_ + 1);
  const bool expandable = double_length > 0;
  pos_ += 1 + (expandable ? double_length : single_quote(text, pos_ + 1));
  while (blank(text, pos_) > 0) pos_ += blank(text, pos_);
  if (at_end()) return fail(SyntaxError::Kind::Incomplete, begin, "a here-string is open");
  if (text[pos_] != '\n')
    return fail(SyntaxError::Kind::Invalid, pos_, "a here-string starts on the line after its header");
  const std::uint32_t footer = here_string_footer(pos_, expandable);
  if (footer == end_) return fail(SyntaxError::Kind::Incomplete, begin, "a here-string is open");
  const NodeId id = open(expandable ? NodeKind::DoubleQuoted : NodeKind::SingleQuoted, begin);
  add(parts, id);
  Builder inner{id};
  const std::uint32_t body_end = std::max(footer - 1, ++pos_);
  if (expandable && body_end > pos_) expandable_text(inner, true, body_end);
  if (!ok()) return;
  pos_ = footer + (expandable ? double_quote(text, footer) : single_quote(text, footer)) + 1;
  close(id);
}

/// PowerShell finds the end of `$(…)` in a string by counting parentheses alone, and takes doubled (or escaped) quotes
/// in it for one, except in here-strings.
void PowerShellParser::substitution_in_string(Builder& parts, bool here) {
  const std::string_view text = text_.substr(0, end_);
  int open_parentheses = 1;
  bool doubled = false;
  std::uint32_t at = pos_ + 2;
  for (; at < end_ && open_parentheses > 0; ++at) {
    if (text[at] == '(') ++open_parentheses;
    if (text[at] == ')') --open_parentheses;
    const std::uint32_t quote = text[at] == '`' ? 1 : double_quote(text, at);
    if (!here && quote > 0 && double_quote(text, at + quote) > 0) {
      doubled = true;
      at += quote + double_quote(text, at + quote) - 1;
    }
  }
  if (open_parentheses > 0) return fail(SyntaxError::Kind::Incomplete, pos_, "a '$(' in a string is open");
  nested_substitution(parts, at, doubled);
}

void PowerShellParser::nested_substitution(Builder& parts, std::uint32_t end, bool doubled) {
  const std::uint32_t begin = pos_;
  const std::uint32_t outer_end = end_;
  const std::string_view outer_text = text_;
  const std::uint32_t outer_id = text_id_;
  const auto outer_position = outer_position_;
  if (doubled) {
    std::string inner;
    for (std::uint32_t at = begin; at < end;) {
      const std::uint32_t quote = text_[at] == '`' ? 1 : double_quote(text_, at);
      const std::uint32_t second = quote > 0 ? double_quote(text_, at + quote) : 0;
      if (second > 0)
        inner += text_.substr(at + quote, second);
      else
        inner += text_[at];
      at += second > 0 ? quote + second : 1;
    }
    if (!outer_position_) outer_position_ = begin;
    const std::uint32_t id = tree_.add_text(std::move(inner));
    const std::string_view text = tree_.texts()[id];
    read(text, id, static_cast<std::uint32_t>(text.size()));
    pos_ = 0;
  } else {
    read(text_, text_id_, end);
  }
  const NodeId before = parts.last;
  sub_expression(parts);
  if (ok() && !at_end()) unexpected("the end of the '$(…)'");
  read(outer_text, outer_id, outer_end);
  outer_position_ = outer_position;
  pos_ = ok() ? end : end_;
  if (!ok() || !doubled) return;
  // The node stands in the outer text; what is in it, in its own.
  const NodeId whole = before == no_node ? tree_.node(parts.parent).first_child : tree_.node(before).next;
  tree_.node(whole).begin = begin;
  tree_.node(whole).end = end;
  tree_.node(whole).text = outer_id;
}

/// End of the variable whose `$` or `@` is at `at`.
std::uint32_t PowerShellParser::variable_end(std::uint32_t at) {
  const std::string_view text = text_.substr(0, end_);
  std::uint32_t end = at + 1;
  if (byte(end) == '{') {
    for (++end; end < end_ && text[end] != '}';) end += text[end] == '`' ? escape_length(text, end) : 1;
    return std::min(end + 1, end_ + 1);
  }
  if (byte(end) == '$' || byte(end) == '?' || byte(end) == '^') return end + 1;
  for (;; ++end) {
    end = name_end(end);
    const bool scope = byte(end) == ':' && byte(end + 1) != ':';
    if (byte(end) != '?' && !scope) break;
  }
  return end;
}

void PowerShellParser::variable(Builder& parts) {
  const std::uint32_t begin = pos_;
  const std::uint32_t end = variable_end(begin);
  if (end > end_) return fail(SyntaxError::Kind::Incomplete, begin, "a '${' is open");
  if (text_[end - 1] == ':' || text_.substr(begin, end - begin) == "${}")
    return fail(SyntaxError::Kind::Invalid, begin, "a variable has no name");
  leaf(parts, NodeKind::Parameter, begin, end);
  pos_ = end;
}

}  // namespace termhost::shell
