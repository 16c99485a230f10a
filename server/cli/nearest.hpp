// The name that somebody may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace termhost::cli {

/// The one of `names` that is fewest edits (a letter more, less or another, two letters swapped) away from `word`: one
/// edit for each three letters at most. Empty: none is near.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string> names);

}  // namespace termhost::cli
