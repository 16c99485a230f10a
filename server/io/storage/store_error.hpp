// What the operating system says about a file, as the sentence that a result carries.
#pragma once

#include <string_view>

#include "terminal/artifact_store.hpp"

namespace termhost::io {

/// `number`: errno. `doing`: a verb, "create" or "write to".
[[nodiscard]] terminal::StoreError store_error(int number, std::string_view doing, std::string_view path);

}  // namespace termhost::io
