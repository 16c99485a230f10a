// What is done to a JSON text before it is parsed: bounded, and its bad characters replaced.
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

/// How a text may be written.
struct JsonForm {
  int depth = max_json_depth;
  bool comments = false;  ///< `//` to the end of the line, `/*` to `*/`, in what users write by hand
};

/// Why no value is made of a text.
struct JsonProblem {
  std::size_t byte = 0;  ///< where, counted from 1; 0: nowhere
  std::string what;      ///< the end of a sentence: "is nested deeper than 128"
};

/// What there is too much of in the text for a tree to be made of it.
[[nodiscard]] std::optional<JsonProblem> excess_in(std::string_view json, const JsonForm& form = {});

/// The same text with every byte that is no UTF-8 (per maximal subpart, as Unicode recommends) and every escaped
/// surrogate without its other half replaced by U+FFFD. Nothing else changes.
[[nodiscard]] std::string repaired(std::string_view json);

}  // namespace termhost::rpc
