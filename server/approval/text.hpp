// Small functions on words that the tables and the checks share.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "base/ascii.hpp"
#include "base/word_list.hpp"

namespace termhost::approval {

using base::for_each_part;
using base::is_digit;
using base::is_name_char;
using base::is_name_start;
using base::listed;
using base::NameSet;
[[nodiscard]] inline std::string lower(std::string_view text) { return base::lowered(text); }

[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/// The last component of a path; all of a plain name.
[[nodiscard]] inline std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// Has `text` nothing but letters, digits, `_` and these marks?
[[nodiscard]] inline bool has_only(std::string_view text, std::string_view marks) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_name_char(c) || marks.find(c) != std::string_view::npos; });
}

/// The place of the last bracket of the `[:space:]` that begins at `at`; npos: there is none.
[[nodiscard]] inline std::size_t class_end(std::string_view text, std::size_t at) {
  const std::size_t end = text.substr(at, 2) == "[:" ? text.find(":]", at + 2) : std::string_view::npos;
  if (end == std::string_view::npos) return end;
  const std::string_view name = text.substr(at + 2, end - at - 2);
  return std::all_of(name.begin(), name.end(), is_name_char) ? end + 1 : std::string_view::npos;
}

/// The name of a variable: letters, digits and underscores, and no subscript that could run code.
[[nodiscard]] inline bool is_plain_name(std::string_view name) {
  return !name.empty() && is_name_start(name[0]) && std::all_of(name.begin(), name.end(), is_name_char);
}

/// `NAME=…`, as `env` and `make` read it.
[[nodiscard]] inline bool is_assignment_word(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && is_plain_name(word.substr(0, equals));
}

}  // namespace termhost::approval
