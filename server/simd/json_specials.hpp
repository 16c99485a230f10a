// What can't stand in a JSON string as it is, in 64 bytes at once.
#pragma once

#include <cstdint>

namespace termhost::simd {

/// A bit for each of the 64 bytes at `block` that is a quote, a backslash or a control character.
[[nodiscard]] std::uint64_t json_specials(const char* block);

}  // namespace termhost::simd
