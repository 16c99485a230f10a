// Of a literal the four bytes to look for with a LiteralPrefilter.
#pragma once

#include <cstddef>
#include <string_view>

namespace termhost::text {

/// Where the piece of `literal`, which is lower case and has one, begins that is the rarest in English and in logs.
[[nodiscard]] std::size_t rarest_piece(std::string_view literal);

}  // namespace termhost::text
