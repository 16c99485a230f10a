// Text of a frame → message. Total: never throws, and bytes that are no UTF-8 or escapes that are no character cost
// only themselves.
#pragma once

#include <string_view>

#include "rpc/message.hpp"

namespace termhost::rpc {

[[nodiscard]] Message parse_message(std::string_view text);

}  // namespace termhost::rpc
