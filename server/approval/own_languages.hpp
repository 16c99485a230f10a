// Scripts of programs with a language of their own.
#pragma once

#include <string_view>

namespace termhost::approval {

/// A sed script or an awk program that plainly only computes and prints. Not proven is no proof of harm.
[[nodiscard]] bool is_plain_sed(std::string_view script);
[[nodiscard]] bool is_plain_awk(std::string_view program);

}  // namespace termhost::approval
