// Does a text look as if it held a password, a token or a private key?
#pragma once

#include <string_view>

namespace termhost::approval {

[[nodiscard]] bool holds_secret(std::string_view text);

}  // namespace termhost::approval
