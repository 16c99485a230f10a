// Lines of tool output that look like the error: compilers, linters, test runners, package managers, stack traces. The
// table in error_lines.cpp has all the knowledge; nothing here depends on the command that ran.
#pragma once

#include <cstddef>
#include <string_view>

namespace termhost::text {

enum class ErrorRank {
  None,
  Hint,     ///< a word such as "failed" somewhere
  Summary,  ///< reports that something failed, seldom why: "make: *** [all] Error 2"
  Cause,    ///< says what is wrong and where: "a.c:3:5: error: …", an exception with its message
};
inline constexpr std::size_t error_ranks = 4;

/// `line` without its LF.
[[nodiscard]] ErrorRank rank_error_line(std::string_view line);

/// The lines below it are the frames of a trace as long as they are indented deeper. The line that ends them says what
/// was raised, under any name: "Traceback (most recent call last):" of Python and Ruby.
[[nodiscard]] bool begins_trace(std::string_view line);

/// The offset of the first byte at or after `from` where a line could be more than None, or npos. Fast, and never
/// misses: every line that ranks contains at least one of the places it returns.
[[nodiscard]] std::size_t find_error_keyword(std::string_view text, std::size_t from);

}  // namespace termhost::text
