// Programs as a shell finds them: in the folders of PATH, in their order.
#pragma once

#include <string>
#include <string_view>

namespace termhost::io {

/// The first place in `search_path` that has an executable of that name, as PATH spells it: relative where its folder
/// is (an empty one is `.`). Empty: there is none.
[[nodiscard]] std::string locate_program(std::string_view program, std::string_view search_path);

/// True if we may run this file.
[[nodiscard]] bool is_executable(const std::string& path);

}  // namespace termhost::io
