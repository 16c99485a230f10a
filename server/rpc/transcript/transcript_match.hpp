// Compares a message with the expectation of a transcript.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "rpc/message.hpp"

namespace termhost::rpc {

/// The values of the names ("$create") met so far.
using Bindings = std::map<std::string, Json>;

/// Nothing if `actual` has at least the fields of `expected` with their values (arrays element by element); otherwise
/// the place and kind of the difference. Binds names only on a match.
[[nodiscard]] std::optional<std::string> difference(const Json& expected, const Json& actual, Bindings& bindings);

/// `value` with every bound name replaced by its value.
[[nodiscard]] Json substituted(const Json& value, const Bindings& bindings);

}  // namespace termhost::rpc
