// write(2) until everything is written.
#pragma once

#include <string_view>

namespace termhost::io {

/// False where `fd` takes no more. Blocks as `fd` does.
[[nodiscard]] bool write_whole(int fd, std::string_view text);

}  // namespace termhost::io
