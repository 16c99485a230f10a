#include "shell/powershell/strings.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "shell/powershell/parser.hpp"

namespace termhost::shell::powershell {

bool Strings::string(Parts& parts) {
  const std::string_view text = in_.text;
  if (single_quote(text, in_.p) > 0) {
    single_quoted(parts);
  } else if (double_quote(text, in_.p) > 0) {
    double_quoted(parts);
  } else if (in_.here() == '@' && single_quote(text, in_.p + 1) + double_quote(text, in_.p + 1) > 0) {
    here_string(parts);
  } else {
    return false;
  }
  return true;
}

void Strings::single_quoted(Parts& parts) {
  const std::string_view text = in_.text;
  const std::uint32_t begin = in_.p;
  in_.p += single_quote(text, in_.p);
  for (;;) {
    while (!in_.at_end() && !is(text[in_.p], QuotedStop)) ++in_.p;
    if (in_.at_end()) break;
    const std::uint32_t quote = single_quote(text, in_.p);
    if (quote > 0 && single_quote(text, in_.p + quote) == 0) break;
    in_.p += quote > 0 ? quote + single_quote(text, in_.p + quote) : 1;
  }
  if (in_.at_end()) return in_.fail(SyntaxError::Kind::Incomplete, begin, "a single quote is open");
  in_.p += single_quote(text, in_.p);
  in_.add_leaf(parts, NodeKind::SingleQuoted, begin, in_.p);
}

void Strings::double_quoted(Parts& parts) {
  const std::uint32_t begin = in_.p;
  Parts inner = in_.begin(parts, NodeKind::DoubleQuoted, begin);
  in_.p += double_quote(in_.text, in_.p);
  expandable_text(inner, false, in_.end());
  if (!in_.ok()) return;
  if (in_.at_end()) return in_.fail(SyntaxError::Kind::Incomplete, begin, "a double quote is open");
  in_.p += double_quote(in_.text, in_.p);
  in_.close(inner.parent);
}

void Strings::here_string(Parts& parts) {
  const std::string_view text = in_.text;
  const std::uint32_t begin = in_.p;
  const std::uint32_t double_length = double_quote(text, in_.p + 1);
  const bool expandable = double_length > 0;
  in_.p += 1 + (expandable ? double_length : single_quote(text, in_.p + 1));
  while (blank(text, in_.p) > 0) in_.p += blank(text, in_.p);
  if (in_.at_end()) return in_.fail(SyntaxError::Kind::Incomplete, begin, "a here-string is open");
  if (text[in_.p] != '\n')
    return in_.fail(SyntaxError::Kind::Invalid, in_.p, "a here-string starts on the line after its header");
  const std::uint32_t footer = here_string_footer(in_.p, expandable);
  if (footer == in_.end()) return in_.fail(SyntaxError::Kind::Incomplete, begin, "a here-string is open");
  Parts inner = in_.begin(parts, expandable ? NodeKind::DoubleQuoted : NodeKind::SingleQuoted, begin);
  const std::uint32_t body_end = std::max(footer - 1, ++in_.p);
  if (expandable && body_end > in_.p) expandable_text(inner, true, body_end);
  if (!in_.ok()) return;
  in_.p = footer + (expandable ? double_quote(text, footer) : single_quote(text, footer)) + 1;
  in_.close(inner.parent);
}

// Reads to the quote that ends the string, or to `end` in a here-string.
void Strings::expandable_text(Parts& parts, bool here, std::uint32_t end) {
  std::uint32_t text_begin = in_.p;
  const auto flush = [&] {
    if (in_.p > text_begin) in_.add_leaf(parts, NodeKind::Literal, text_begin, in_.p);
  };
  const std::string_view text = in_.text.substr(0, end);
  while (in_.ok()) {
    while (in_.p < end && !is(text[in_.p], QuotedStop)) ++in_.p;
    if (in_.p >= end) break;
    const char c = text[in_.p];
    if (const std::uint32_t quote = here ? 0 : double_quote(text, in_.p); quote > 0) {
      const std::uint32_t second = double_quote(text, in_.p + quote);
      if (second == 0) break;
      in_.p += quote + second;
    } else if (c == '`') {
      flush();
      in_.add_leaf(parts, NodeKind::Escape, in_.p, in_.p + escape_length(text, in_.p));
      in_.p += escape_length(text, in_.p);
      text_begin = in_.p;
    } else if (c == '$' &&
               (in_.byte(in_.p + 1) == '(' || in_.byte(in_.p + 1) == '{' || starts_variable(text, in_.p + 1))) {
      flush();
      if (in_.byte(in_.p + 1) == '(')
        substitution_in_string(parts, here);
      else
        variable(parts);
      text_begin = in_.p;
    } else {
      ++in_.p;
    }
  }
  if (in_.ok()) flush();
}

void Strings::substitution_in_string(Parts& parts, bool here) {
  const std::string_view text = in_.text;
  int open_parentheses = 1;
  bool doubled = false;
  std::uint32_t at = in_.p + 2;
  for (; at < in_.end() && open_parentheses > 0; ++at) {
    if (text[at] == '(') ++open_parentheses;
    if (text[at] == ')') --open_parentheses;
    const std::uint32_t quote = text[at] == '`' ? 1 : double_quote(text, at);
    if (!here && quote > 0 && double_quote(text, at + quote) > 0) {
      doubled = true;
      at += quote + double_quote(text, at + quote) - 1;
    }
  }
  if (open_parentheses > 0) return in_.fail(SyntaxError::Kind::Incomplete, in_.p, "a '$(' in a string is open");
  nested_substitution(parts, at, doubled);
}

void Strings::nested_substitution(Parts& parts, std::uint32_t end, bool doubled) {
  const std::uint32_t begin = in_.p;
  const std::string_view outer_text = in_.text;
  const std::uint32_t outer_id = in_.text_id;
  const auto outer_position = in_.outer_position;
  if (doubled) {
    std::string inner;
    for (std::uint32_t at = begin; at < end;) {
      const std::uint32_t quote = in_.text[at] == '`' ? 1 : double_quote(in_.text, at);
      const std::uint32_t second = quote > 0 ? double_quote(in_.text, at + quote) : 0;
      if (second > 0)
        inner += in_.text.substr(at + quote, second);
      else
        inner += in_.text[at];
      at += second > 0 ? quote + second : 1;
    }
    if (!in_.outer_position) in_.outer_position = begin;
    const std::uint32_t id = in_.tree.add_text(std::move(inner));
    in_.read(in_.tree.whole(id), id);
    in_.p = 0;
  } else {
    in_.read(in_.text.substr(0, end), in_.text_id);
  }
  const NodeId before = parts.last;
  all_.expressions.sub_expression(parts);
  if (in_.ok() && !in_.at_end()) in_.unexpected("the end of the '$(…)'");
  in_.read(outer_text, outer_id);
  in_.outer_position = outer_position;
  in_.p = in_.ok() ? end : in_.end();
  if (!in_.ok() || !doubled) return;
  // The node is in the outer text; its content is in a text of its own.
  const NodeId whole = before == no_node ? in_.tree.node(parts.parent).first_child : in_.tree.node(before).next;
  in_.tree.node(whole).begin = begin;
  in_.tree.node(whole).end = end;
  in_.tree.node(whole).text = outer_id;
}

// The `'@` or `"@` that ends a here-string: first on its line. `in_.end()` if there is none.
std::uint32_t Strings::here_string_footer(std::uint32_t from, bool expandable) const {
  const std::string_view text = in_.text;
  for (std::size_t newline = from; newline < in_.end(); newline = text.find('\n', newline + 1)) {
    const std::size_t line = newline + 1;
    const std::uint32_t quote = expandable ? double_quote(text, line) : single_quote(text, line);
    if (quote > 0 && in_.byte(static_cast<std::uint32_t>(line + quote)) == '@') return static_cast<std::uint32_t>(line);
    if (text.find('\n', newline + 1) == std::string_view::npos) break;
  }
  return in_.end();
}

std::uint32_t Strings::variable_end(std::uint32_t at) const {
  const std::string_view text = in_.text;
  std::uint32_t end = at + 1;
  if (in_.byte(end) == '{') {
    for (++end; end < in_.end() && text[end] != '}';) end += text[end] == '`' ? escape_length(text, end) : 1;
    return std::min(end + 1, in_.end() + 1);
  }
  if (in_.byte(end) == '$' || in_.byte(end) == '?' || in_.byte(end) == '^') return end + 1;
  for (;; ++end) {
    end = in_.name_end(end);
    const bool scope = in_.byte(end) == ':' && in_.byte(end + 1) != ':';
    if (in_.byte(end) != '?' && !scope) break;
  }
  return end;
}

void Strings::variable(Parts& parts) {
  const std::uint32_t begin = in_.p;
  const std::uint32_t end = variable_end(begin);
  if (end > in_.end()) return in_.fail(SyntaxError::Kind::Incomplete, begin, "a '${' is open");
  if (in_.text[end - 1] == ':' || in_.text.substr(begin, end - begin) == "${}")
    return in_.fail(SyntaxError::Kind::Invalid, begin, "a variable has no name");
  in_.add_leaf(parts, NodeKind::Parameter, begin, end);
  in_.p = end;
}

}  // namespace termhost::shell::powershell
