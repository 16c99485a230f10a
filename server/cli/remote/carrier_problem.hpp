// The reason why a carrier has ended before a termhost answered, in one sentence.
#pragma once

#include <string>
#include <string_view>

#include "cli/remote/destination.hpp"

namespace termhost::cli {

/// `status`: its exit status, or 128 + the signal. `errors`: its standard error so far.
[[nodiscard]] std::string carrier_problem(const Destination& destination, int status, std::string_view errors);

}  // namespace termhost::cli
