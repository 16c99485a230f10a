// The reason why a carrier has ended, or stays silent, before a termhost has answered, in one sentence.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "cli/remote/destination.hpp"

namespace termhost::cli {

/// `status`: its exit status, or 128 + the signal. `errors`: its standard error so far.
[[nodiscard]] std::string carrier_problem(const Destination& destination, int status, std::string_view errors);

/// Nothing has come from a termhost within this time. `errors`: as above.
[[nodiscard]] std::string silent_carrier(const Destination& destination, std::chrono::seconds time,
                                         std::string_view errors);

}  // namespace termhost::cli
