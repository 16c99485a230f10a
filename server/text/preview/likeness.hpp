// Compares two lines without their numbers: times, percentages, counters, hashes.
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

/// True if the line has a word. Two lines without words that are alike may be different numbers.
[[nodiscard]] bool has_word(std::string_view line);

/// True for a row of values, as a query, a benchmark or a training run prints them: its numbers are the result. A line
/// with a time of day or a word for work in progress (retry, downloaded, request) is not one.
[[nodiscard]] bool is_row(std::string_view line);

/// A hash that alike texts share. With `without_names` also texts that only differ in their quoted names share it.
[[nodiscard]] std::uint64_t likeness_hash(std::string_view text, bool without_names);

}  // namespace termhost::text
