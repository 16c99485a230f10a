// The text of a file of /proc, and the target of a link there.
#pragma once

#include <optional>
#include <string>

namespace termhost::io {

/// Nothing: there is no such file, or the process has gone. Such a file has no size, and is made when it is read: a
/// stream of the standard library would read it three times.
[[nodiscard]] std::optional<std::string> proc_text(const std::string& path);
/// Empty: there is no such link, or it may not be read.
[[nodiscard]] std::string proc_link(const std::string& path);

}  // namespace termhost::io
