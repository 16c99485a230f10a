// What projects hide or git leaves out, and which holds no secret all the same: settings of tools, what is fetched or
// built. Whatever is hidden or ignored and not among these may be the user's own.
#pragma once

#include <string_view>

namespace termhost::secrets {

/// `path`: as seen from the top of the workspace. The name of a file, or of a folder that it lies in, is known.
[[nodiscard]] bool is_harmless_place(std::string_view path);

}  // namespace termhost::secrets
