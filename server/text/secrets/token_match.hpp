// Matches the shapes of the token tables at a place of a text.
#pragma once

#include "secrets/token_shapes.hpp"
#include "text/secrets/sighting.hpp"

namespace termhost::text {

/// `at`: where the prefix was found.
[[nodiscard]] Sighting match_token(const Stretch& in, std::size_t at, const secrets::TokenShape& shape);

/// `at`: where the key was found. The value is to be hidden.
[[nodiscard]] Sighting match_named(const Stretch& in, std::size_t at, const secrets::NamedShape& shape);

/// A JSON Web Token (RFC 7519), `at` its header: three parts of base64url, the first a JSON object that names `alg`.
[[nodiscard]] Sighting match_web_token(const Stretch& in, std::size_t at);

}  // namespace termhost::text
