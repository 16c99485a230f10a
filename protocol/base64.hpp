// Base64 (RFC 4648 section 4) for stream data that may not be well-formed text.
#pragma once

#include <string>
#include <string_view>

namespace termhost::protocol {

/// Decodes into `out`, whose old content is lost. False if `text` is not base64; padding may be missing.
[[nodiscard]] bool decode_base64(std::string_view text, std::string& out);

[[nodiscard]] std::string encode_base64(std::string_view bytes);

}  // namespace termhost::protocol
