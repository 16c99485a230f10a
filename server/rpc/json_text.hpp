// The preparation of a JSON text before it is parsed: limits, and the replacement of bad characters.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace termhost::rpc {

// A tree costs many times its text, unless these bound it.
inline constexpr int max_json_depth = 128;  // deeper than any real message; bounds the recursion of what reads it
inline constexpr std::size_t max_json_values = std::size_t{1} << 18;
inline constexpr std::size_t max_json_string = std::size_t{16} << 20;  // output in plain frames never becomes a tree

/// The accepted form of a text.
struct JsonForm {
  int depth = max_json_depth;
  bool comments = false;  ///< `//` to the end of the line, `/*` to `*/`, in what users write by hand
};

/// The reason why a text has no value.
struct JsonProblem {
  std::size_t byte = 0;  ///< its place, counted from 1; 0: none
  std::string what;      ///< the end of a sentence: "is nested deeper than 128"
};

/// The first limit that the text exceeds, so that no tree is made of it; empty if there is none.
[[nodiscard]] std::optional<JsonProblem> excess_in(std::string_view json, const JsonForm& form = {});

/// `json` with U+FFFD for each byte that is not UTF-8 (per maximal subpart, as Unicode recommends) and for each escaped
/// surrogate without its other half. Nothing else changes.
[[nodiscard]] std::string repaired(std::string_view json);

}  // namespace termhost::rpc
