// Text of agents in a form that a user can judge: it cannot act on the screen, hide a part, or push the rest out of
// view. Text that a reader could not see or tell apart is between ⟨ and ⟩, which the text itself cannot contain:
//
//   ⟨ESC⟩ ⟨CR⟩        control characters, by name           ⟨U+202E⟩  no width, or a change of the order or look of
//   ⟨300 blanks⟩      long runs, and those that end a line             others; blanks that are not a space
//   ⟨28 empty lines⟩  more than two                         ⟨0xFF⟩    a byte that is not UTF-8
//
// A tab is ⇥. Words that are written from right to left keep their place among the others (by U+200E around them).
// tests/fixtures/visible.jsonl is the table of cases, also for the editors' own copies of this code.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace termhost::text {

/// Lines stay lines.
[[nodiscard]] std::string visible(std::string_view text);

/// The keys that would be typed: ⏎ is Enter, and the next keys are on the next line.
[[nodiscard]] std::string visible_keys(std::string_view keys);

/// The text in one line, with ⟨LF⟩ for a line break. A text longer than `most` bytes loses its middle, with a note.
[[nodiscard]] std::string visible_line(std::string_view text, std::size_t most = 240);

/// The limit of `visible_line` for a reason that quotes a command.
inline constexpr std::size_t longest_reason = 4096;

/// "82 lines, 2340 bytes"
[[nodiscard]] std::string size_in_words(std::string_view text);

}  // namespace termhost::text
