// The characters that a JSON string must escape, searched in 64 bytes at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace termhost::simd {

/// Marks each quote, backslash and control character: one bit per byte for each of `blocks` blocks of 64 bytes from
/// `text` on.
void mark_json_specials(const char* text, std::size_t blocks, std::uint64_t* marks);

}  // namespace termhost::simd
