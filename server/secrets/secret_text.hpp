// Does a text that somebody wrote look as if it held a password, a token or a private key?
#pragma once

#include <string_view>

namespace termhost::secrets {

/// A token of a known shape, a login in an address, a value behind a name that says secret, a private key. The text is
/// whole: what finds secrets in a stream is text/secrets.
[[nodiscard]] bool holds_secret(std::string_view text);

}  // namespace termhost::secrets
