// The places of the parts of a JSON text, so that a problem of one of them can be shown there.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "rpc/json_text.hpp"

namespace termhost::cli {

struct JsonPlaces {
  /// Offsets in bytes by path, as `protocol::decode` names it: "policy", "policy.rules[1].text". A member stands where
  /// its name does.
  std::map<std::string, std::size_t> offsets;
  std::string twice;  ///< the path of a member whose name its object had before, which then stands at the second
};

/// `text` is valid JSON, perhaps with comments. What is nested more than `deepest` levels deep has no place.
[[nodiscard]] JsonPlaces json_places(std::string_view text, const std::string& root);
inline constexpr int deepest = 64;

/// "line 1, column 3", both counted from 1 in bytes.
[[nodiscard]] std::string place_of(std::string_view text, std::size_t byte);

/// One sentence: where, and why `text` could not be read.
[[nodiscard]] std::string problem_in(std::string_view text, const rpc::JsonProblem& problem);

}  // namespace termhost::cli
