// Base64 (RFC 4648 section 4) of the few bytes that a secret has. Streams have protocol/base64, which text may not
// know.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace termhost::text {

/// Without padding.
[[nodiscard]] std::string in_base64(std::string_view bytes);

/// Of base64url too; nothing where it is neither.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view digits);

}  // namespace termhost::text
