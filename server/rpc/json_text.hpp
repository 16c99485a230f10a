// What is done to a JSON text before it is parsed: bounded, and its bad characters replaced.
#pragma once

#include <string>
#include <string_view>

namespace termhost::rpc {

/// Arrays and objects are nested deeper than `limit`.
[[nodiscard]] bool deeper_than(std::string_view json, int limit);

/// The same text with every byte that is no UTF-8 (per maximal subpart, as Unicode recommends) and every escaped
/// surrogate without its other half replaced by U+FFFD. Nothing else changes.
[[nodiscard]] std::string repaired(std::string_view json);

}  // namespace termhost::rpc
