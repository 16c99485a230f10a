// A file that decides what may run: it counts only if nobody but the person, or root, can have written it.
#pragma once

#include <string>

#include "base/expected.hpp"

namespace termhost::cli {

/// The whole of it. The error: one sentence, which names the file and says what to do; `what` is what it is, "policy".
[[nodiscard]] base::Expected<std::string, std::string> read_own_file(const std::string& what, const std::string& path);

}  // namespace termhost::cli
