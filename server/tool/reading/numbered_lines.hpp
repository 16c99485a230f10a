// Lines with their numbers, as read_command_output shows them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/secrets/secrets.hpp"

namespace termhost::tool {

struct NumberedLine {
  std::uint64_t number = 0;  ///< from 1
  std::string text;          ///< without LF
  std::size_t bytes = 0;     ///< of the output, with its LF
  std::uint64_t lines = 1;   ///< of the output: more where a secret of several lines is in it
  bool context = false;      ///< near a match, but not one
  bool after_gap = false;    ///< lines between the one before and this one are not shown
};

/// "  9 | text" for each line, numbers right-aligned; "10 - text" for context; "--" for gaps. Ill-formed bytes become
/// U+FFFD and NUL its symbol, so that the text can be carried by JSON and shown anywhere.
[[nodiscard]] std::string format_lines(const std::vector<NumberedLine>& lines);

/// The lines of `text`, of which the first has the number `first`. In a masked text, a secret of several lines is one
/// label in its first line, followed by the rest of its last line.
[[nodiscard]] std::vector<NumberedLine> split_lines(std::string_view text, std::uint64_t first,
                                                    const text::Secrets* secrets = nullptr);

}  // namespace termhost::tool
