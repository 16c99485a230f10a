// Base64 (RFC 4648 section 4) for the few bytes of a secret. Streams use protocol/base64, which this layer may not
// include.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace termhost::text {

/// The base64 of `bytes`, without padding.
[[nodiscard]] std::string in_base64(std::string_view bytes);

/// The decoded bytes of base64 or base64url; empty if `digits` is neither.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view digits);

}  // namespace termhost::text
