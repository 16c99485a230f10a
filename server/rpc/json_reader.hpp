// The only parser of JSON texts from outside. Bounded and total: it never throws, and no text costs more than the
// limits of json_text.hpp allow.
#pragma once

#include <string_view>

#include <nlohmann/json.hpp>

#include "base/expected.hpp"
#include "protocol/codec/fields.hpp"
#include "rpc/json_text.hpp"

namespace termhost::rpc {

template <class AnyJson>
struct ReadJson {
  AnyJson value;
  bool repaired = false;  ///< bytes that are not UTF-8, or halves of surrogate pairs, became U+FFFD
};

/// The value, or why the text holds none. For `protocol::Json` and `protocol::OrderedJson`.
template <class AnyJson = protocol::Json>
[[nodiscard]] base::Expected<AnyJson, JsonProblem> read_json(std::string_view text, const JsonForm& form = {});

/// Like read_json, for a text that may have bad characters: only these are replaced, the rest is read.
template <class AnyJson = protocol::Json>
[[nodiscard]] base::Expected<ReadJson<AnyJson>, JsonProblem> read_repaired_json(std::string_view text);

}  // namespace termhost::rpc
