// Divides pieces into the groups of a LiteralPrefilter so that it reports few places without a piece.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace termhost::text {

/// A group below `most` for each of the pieces, of up to four bytes: neighbours in the alphabet share one.
[[nodiscard]] std::vector<std::size_t> piece_groups(std::span<const std::string_view> sorted, std::size_t most);

}  // namespace termhost::text
