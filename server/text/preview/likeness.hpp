// Whether two lines say the same but for their numbers: times, percentages, counters, hashes.
#pragma once

#include <cstdint>
#include <string_view>

namespace termhost::text {

enum class Likeness { Different, Alike, Equal };

/// Alike: as many words, each the same but for the digits in it, or both a hash. Where the words beside a number ask
/// how something went (HTTP, status, exit, code, failed), a 0 that stands alone is no other number, nor is a 4xx or
/// 5xx: "returned 0" and "returned 1" differ, "GET /a 200" and "GET /a 500" too. Different is known after few bytes in
/// most pairs.
[[nodiscard]] Likeness likeness(std::string_view a, std::string_view b);

/// Whether it has a word, so that a line that is like it is no mere other number.
[[nodiscard]] bool has_word(std::string_view line);

/// Whether it is a row of values, such as a query, a benchmark or a training run prints: its numbers are what was asked
/// for. A line with a time of day or a word of work that goes on (retry, downloaded, request) is not one.
[[nodiscard]] bool is_row(std::string_view line);

/// The same for texts that are alike, and with `without_names` for those too that differ in what they quote.
[[nodiscard]] std::uint64_t likeness_hash(std::string_view text, bool without_names);

}  // namespace termhost::text
