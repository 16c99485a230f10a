// Variables that another environment has: `DB_PASSWORD=…` as `cat .env`, `set -x` and `docker inspect` print it.
#pragma once

#include <string_view>

#include "text/secrets/sighting.hpp"

namespace termhost::text {

/// `at`: where `end` was found, one of secrets::assignment_ends(). The value is to be hidden, where the name says
/// secret and it looks like one.
[[nodiscard]] Sighting match_assignment(const Stretch& in, std::size_t at, std::string_view end);

}  // namespace termhost::text
