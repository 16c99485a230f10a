// Text of a frame → message. Total: it never throws, and replaces only the bytes that are not UTF-8 and the escapes
// that are not a character.
#pragma once

#include <string_view>
#include <vector>

#include "rpc/message.hpp"

namespace termhost::rpc {

/// The messages of a batch, an array of them; of any other text the one that it is.
[[nodiscard]] std::vector<Message> parse_batch(std::string_view text);

[[nodiscard]] Message parse_message(std::string_view text);

}  // namespace termhost::rpc
