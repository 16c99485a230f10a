// Variables in the output of another environment: `DB_PASSWORD=…` from `cat .env`, `set -x` or `docker inspect`.
#pragma once

#include <string_view>

#include "text/secrets/sighting.hpp"

namespace termhost::text {

/// `at`: where `end` was found, one of secrets::assignment_ends(). The value is to be hidden, where the name says
/// secret and it looks like one.
[[nodiscard]] Sighting match_assignment(const Stretch& in, std::size_t at, std::string_view end);

}  // namespace termhost::text
