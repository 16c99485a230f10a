// The characters of a JSON string, at several gigabytes a second: most of the time that output costs on the wire.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace termhost::rpc {

/// Bytes past `end` that unescape() may read, and past its result that it may write.
inline constexpr std::size_t unescape_slack = 96;

struct Unescaped {
  const char* after = nullptr;  ///< after the closing quote; null: not a proper string, or it does not end before `end`
  char* end = nullptr;          ///< of what was written
};

/// Reads a JSON string (RFC 8259 section 7) from the place after its opening quote and writes its characters to `to`,
/// which has room for `end - at` bytes. It does not check for UTF-8; a lone surrogate is an error.
[[nodiscard]] Unescaped unescape(const char* at, const char* end, char* to);

/// Appends `text` to `out` as a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
void append_json_string(std::string_view text, std::string& out);

}  // namespace termhost::rpc
