// `file:` URLs, as shells and editors send them.
#pragma once

#include <string>
#include <string_view>

namespace termhost::base {

/// `file://host/path` → `/path`, percent-decoded; the host is not looked at. Empty where there is no path, or the
/// scheme is another.
[[nodiscard]] std::string path_of_file_url(std::string_view url);

}  // namespace termhost::base
