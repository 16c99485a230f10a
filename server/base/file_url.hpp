// `file:` URLs, as shells and editors send them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace termhost::base {

/// Two hexadecimal digits as one byte.
[[nodiscard]] std::optional<unsigned char> hex_byte(std::string_view digits);

/// `file://host/path` → `/path`, percent-decoded; the host is not looked at. Empty where there is no path, or the
/// scheme is another.
[[nodiscard]] std::string path_of_file_url(std::string_view url);

}  // namespace termhost::base
