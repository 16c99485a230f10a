// Compares two lines without their numbers: times, percentages, counters, hashes.
#pragma once

#include <cstdint>
#include <string_view>

namespace termhost::text {

enum class Likeness { Different, Alike, Equal };

/// Alike: the same number of words, each the same except for its digits, or a hash in both lines. If the words near a
/// number make it a result (HTTP, status, exit, code, failed), 0 differs from other numbers, and so do 4xx and 5xx:
/// "returned 0" and "returned 1" differ, "GET /a 200" and "GET /a 500" too. Most pairs are found different after few
/// bytes.
[[nodiscard]] Likeness likeness(std::string_view a, std::string_view b);

/// True if the line has a word. Two lines without words that are alike may be different numbers.
[[nodiscard]] bool has_word(std::string_view line);

/// True for a row of values, as a query, a benchmark or a training run prints them: its numbers are the result. A line
/// with a time of day or a word for work in progress (retry, downloaded, request) is not one.
[[nodiscard]] bool is_row(std::string_view line);

/// A hash that alike texts share. With `without_names` also texts that only differ in their quoted names share it.
[[nodiscard]] std::uint64_t likeness_hash(std::string_view text, bool without_names);

}  // namespace termhost::text
