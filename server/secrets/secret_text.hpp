// Does a text look as if its author had put a password, a token or a private key in it?
#pragma once

#include <string_view>

namespace termhost::secrets {

/// True for a token of a known shape, a login in an address, a value after a secret's name, or a private key. The text
/// must be whole; for streams see text/secrets.
[[nodiscard]] bool holds_secret(std::string_view text);

}  // namespace termhost::secrets
