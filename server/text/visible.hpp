// Text of agents as a user can judge it: nothing of it acts on the screen, hides, or pushes the rest out of view. What
// a reader could not see or tell apart stands between ⟨ and ⟩, which the text itself can't hold:
//
//   ⟨ESC⟩ ⟨CR⟩        control characters, by name           ⟨U+202E⟩  what has no width, or changes the order or the
//   ⟨300 blanks⟩      long runs, and those that end a line             look of others; blanks that are not a space
//   ⟨28 empty lines⟩  more than two                         ⟨0xFF⟩    a byte that is no UTF-8
//
// A tab is ⇥. Words that are written from right to left keep their place among the others (by U+200E around them).
// tests/fixtures/visible.jsonl is the table of cases, for the editors' own copies of this too.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace termhost::text {

/// Lines stay lines.
[[nodiscard]] std::string visible(std::string_view text);

/// What would be typed: ⏎ is Enter, and the next keys stand on the next line.
[[nodiscard]] std::string visible_keys(std::string_view keys);

/// All in one line, ⟨LF⟩ for a line break. Of a text that is longer than `most` bytes the middle is left out, and said.
[[nodiscard]] std::string visible_line(std::string_view text, std::size_t most = 240);

/// Of a reason that quotes a command, for `visible_line`.
inline constexpr std::size_t longest_reason = 4096;

/// "82 lines, 2340 bytes"
[[nodiscard]] std::string size_in_words(std::string_view text);

}  // namespace termhost::text
