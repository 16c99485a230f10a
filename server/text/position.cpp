#include "text/position.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/utf8.hpp"

namespace termhost::text {
namespace {

using base::is_utf8_continuation;
constexpr std::size_t longest_code_point = base::max_utf8_length;

/// The code-point border at or before `at`; `at` itself where the bytes around it are not UTF-8.
std::size_t border_before(std::string_view text, std::size_t at) {
  for (std::size_t back = 0; back < longest_code_point && back <= at; ++back) {
    if (at - back == text.size() || !is_utf8_continuation(text[at - back])) return at - back;
  }
  return at;
}

}  // namespace

std::uint64_t count_line_ends(std::string_view text) {
  // Counters of one byte, which compilers turn into vector instructions; added up before they could overflow.
  constexpr std::size_t lanes = 32;
  constexpr std::size_t block = lanes * 255;
  std::uint64_t count = 0;
  for (; text.size() >= lanes; text.remove_prefix(std::min(block, text.size() / lanes * lanes))) {
    std::array<std::uint8_t, lanes> ends{};
    for (std::size_t at = 0; at < block && at + lanes <= text.size(); at += lanes) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        ends[lane] = static_cast<std::uint8_t>(ends[lane] + (text[at + lane] == '\n'));
    }
    count = std::accumulate(ends.begin(), ends.end(), count);
  }
  return count + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

Position advance(Position from, std::string_view text) {
  return {from.offset + text.size(), from.lines + count_line_ends(text)};
}

std::string_view code_point_prefix(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  return text.substr(0, border_before(text, limit));
}

std::string_view code_point_suffix(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  std::size_t from = text.size() - limit;
  for (std::size_t i = 1; i < longest_code_point && from < text.size() && is_utf8_continuation(text[from]); ++i) ++from;
  return text.substr(from);
}

std::string_view column_prefix(std::string_view text, std::size_t columns) {
  if (text.size() <= columns) return text;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_utf8_continuation(text[i]) && ++seen > columns) return text.substr(0, i);
  }
  return text;
}

}  // namespace termhost::text
