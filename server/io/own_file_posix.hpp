// Files that decide what may run, read whole: at most 4 MiB, and never waited for.
#pragma once

#include <string>

#include "base/expected.hpp"

namespace termhost::io {

/// A file that counts only if nobody but the user, or root, can have written it.
/// The error: one sentence, which names the file and says what to do; `what` is its kind, "policy".
[[nodiscard]] base::Expected<std::string, std::string> read_own_file(const std::string& what, const std::string& path);

/// A file that somebody else may have made, who would have us wait for a pipe or read a device for ever.
[[nodiscard]] base::Expected<std::string, std::string> read_plain_file(const std::string& what,
                                                                       const std::string& path);

}  // namespace termhost::io
