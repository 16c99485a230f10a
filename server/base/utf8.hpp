// UTF-8 at the borders of chunks.
#pragma once

#include <cstddef>
#include <string_view>

namespace termhost::base {

/// Bytes at the end of `text` that begin a code point and do not finish it: 0 to 3. Bytes that can't begin one count as
/// finished.
[[nodiscard]] std::size_t incomplete_utf8_suffix(std::string_view text);

}  // namespace termhost::base
