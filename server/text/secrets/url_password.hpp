// Credentials in a URL: `scheme://user:PASSWORD@host`, or one long random word in place of the user (RFC 3986 section
// 3.2.1). If a text is cut before the `@`, a possible password counts as one.
#pragma once

#include "text/secrets/sighting.hpp"

namespace termhost::text {

/// `at`: where `://` was found. The password is to be hidden, or the random word.
[[nodiscard]] Sighting match_url_password(const Stretch& in, std::size_t at);

}  // namespace termhost::text
