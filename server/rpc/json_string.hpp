// The characters of a JSON string, at several gigabytes a second: most of the time that output costs on the wire.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace termhost::rpc {

/// Bytes behind `end` that unescape() may read, and behind what it writes that it may write.
inline constexpr std::size_t unescape_slack = 96;

struct Unescaped {
  const char* after = nullptr;  ///< behind the closing quote; null: no proper string, or it does not end before `end`
  char* end = nullptr;          ///< of what was written
};

/// Reads a JSON string (RFC 8259 section 7) from behind its opening quote and writes its characters to `to`, which has
/// room for `end - at` bytes. Whether its bytes are UTF-8 is not checked; a lone surrogate is no proper string.
[[nodiscard]] Unescaped unescape(const char* at, const char* end, char* to);

/// Writes `text` as a JSON string with its quotes behind `out`. What is no UTF-8 becomes U+FFFD.
void append_json_string(std::string_view text, std::string& out);

}  // namespace termhost::rpc
