#include "rpc/frames/content_length.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "rpc/frames/framer.hpp"

namespace termhost::rpc {
namespace {

constexpr std::string_view length_field = "content-length";
constexpr std::size_t shown_bytes = 40;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_name(char c) { return base::is_name_char(c) || c == '-'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && (is_blank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::string shown(std::string_view text) {
  std::string safe;
  for (const char c : text.substr(0, shown_bytes)) safe += c >= ' ' && c <= '~' ? c : '.';
  return text.size() > shown_bytes ? safe + "…" : safe;
}

/// The length, or nothing where it is not a number of at most the frame limit.
std::optional<std::size_t> body_length(std::string_view value) {
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), length);
  if (error != std::errc{} || end != value.data() + value.size() || length > max_frame_bytes) return std::nullopt;
  return length;
}

/// The offset of the "C" of a `Content-Length: digits` that ends at `end` (before the line break).
std::optional<std::size_t> header_ending_at(std::string_view bytes, std::size_t end) {
  const auto back_over = [&](auto matches) {
    const std::size_t before = end;
    while (end > 0 && matches(bytes[end - 1])) --end;
    return before - end;
  };
  if (end > 0 && bytes[end - 1] == '\r') --end;
  back_over(is_blank);
  if (back_over(base::is_digit) == 0) return std::nullopt;
  back_over(is_blank);
  if (end == 0 || bytes[--end] != ':') return std::nullopt;
  if (end < length_field.size()) return std::nullopt;
  const std::size_t start = end - length_field.size();
  if (base::lowered(bytes.substr(start, length_field.size())) != length_field) return std::nullopt;
  return start;
}

}  // namespace

HeaderResult read_header(std::string_view bytes) {
  std::optional<std::size_t> length;
  std::size_t at = 0;
  while (at < max_header_bytes) {
    const std::size_t newline = bytes.substr(0, max_header_bytes).find('\n', at);
    if (newline == std::string_view::npos) {
      if (bytes.size() < max_header_bytes) return HeaderIncomplete{};
      break;
    }
    const std::string_view line = trimmed(bytes.substr(at, newline - at));
    if (line.empty() && length) return HeaderBlock{newline + 1, *length};
    if (line.empty()) return HeaderBroken{"a header had no Content-Length", 0};
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    if (colon == std::string_view::npos || name.empty() || !std::ranges::all_of(name, is_name)) {
      return HeaderBroken{fmt::format("expected a header, found '{}'", shown(line)), at};
    }
    at = newline + 1;
    if (base::lowered(name) != length_field) continue;
    const std::string_view value = trimmed(line.substr(colon + 1));
    length = body_length(value);
    if (!length) {
      return HeaderBroken{
          fmt::format("Content-Length '{}' is not a number from 0 to {}", shown(value), max_frame_bytes), at};
    }
  }
  return HeaderBroken{fmt::format("a header is longer than {} bytes", max_header_bytes), 1};
}

std::optional<std::size_t> find_header(std::string_view bytes, std::size_t from) {
  for (std::size_t newline = bytes.find('\n', from); newline != std::string_view::npos;
       newline = bytes.find('\n', newline + 1)) {
    const auto start = header_ending_at(bytes, newline);
    if (start && *start >= from && newline - *start < header_line_bytes) return start;
  }
  return std::nullopt;
}

}  // namespace termhost::rpc
