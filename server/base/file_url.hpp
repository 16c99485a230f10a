// `file:` URLs, as shells and editors send them.
#pragma once

#include <string>
#include <string_view>

namespace termhost::base {

/// `file://host/path` → `/path`, percent-decoded; the host is ignored. Empty if the URL has no path, or another scheme.
[[nodiscard]] std::string path_of_file_url(std::string_view url);

}  // namespace termhost::base
