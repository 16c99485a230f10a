#include "rpc/json_reader.hpp"

#include <fmt/format.h>

namespace termhost::rpc {

using protocol::Json;
using protocol::OrderedJson;

template <class AnyJson>
base::Expected<AnyJson, JsonProblem> read_json(std::string_view text, const JsonForm& form) {
  if (auto excess = excess_in(text, form)) return base::unexpected(std::move(*excess));
  try {
    return AnyJson::parse(text, nullptr, true, form.comments);
  } catch (const typename AnyJson::parse_error& error) {
    return base::unexpected(JsonProblem{error.byte, "is not valid JSON"});
  } catch (const typename AnyJson::exception& error) {  // a number that fits no type
    return base::unexpected(JsonProblem{0, fmt::format("can't be read: {}", error.what())});
  }
}

template <class AnyJson>
base::Expected<ReadJson<AnyJson>, JsonProblem> read_repaired_json(std::string_view text) {
  auto value = read_json<AnyJson>(text);
  if (value) return ReadJson<AnyJson>{std::move(*value)};
  // Checked only now: nearly every text has none.
  if (text.size() <= max_json_string)
    if (auto again = read_json<AnyJson>(repaired(text))) return ReadJson<AnyJson>{std::move(*again), true};
  return base::unexpected(std::move(value.error()));
}

template base::Expected<Json, JsonProblem> read_json(std::string_view, const JsonForm&);
template base::Expected<OrderedJson, JsonProblem> read_json(std::string_view, const JsonForm&);
template base::Expected<ReadJson<Json>, JsonProblem> read_repaired_json(std::string_view);
template base::Expected<ReadJson<OrderedJson>, JsonProblem> read_repaired_json(std::string_view);

}  // namespace termhost::rpc
