// Variables that another environment has: `DB_PASSWORD=…` as `cat .env`, `set -x` and `docker inspect` print it.
#pragma once

#include <span>

#include "text/secrets/sighting.hpp"

namespace termhost::text {

/// What is looked for: the ends of names that say secret, with their `=`.
[[nodiscard]] std::span<const std::string_view> assignment_ends();

/// `at`: where `end` was found. The value is to be hidden, where the name says secret and it looks like one.
[[nodiscard]] Sighting match_assignment(const Stretch& in, std::size_t at, std::string_view end);

}  // namespace termhost::text
