// Does a text look as if its author had put a password, a token or a private key in it?
#pragma once

#include <string_view>

namespace termhost::secrets {

/// A token of a known shape, a login in an address, a value behind a name that says secret, a private key. The text is
/// whole: what finds secrets in a stream is text/secrets.
[[nodiscard]] bool holds_secret(std::string_view text);

}  // namespace termhost::secrets
