// Hidden and ignored files of projects that hold no secret: settings of tools, downloads, build results. Any other
// hidden or ignored file may be the user's own.
#pragma once

#include <string_view>

namespace termhost::secrets {

/// True if the name of the file, or of a folder that it lies in, is known. `path` is relative to the top of the
/// workspace.
[[nodiscard]] bool is_harmless_place(std::string_view path);

}  // namespace termhost::secrets
