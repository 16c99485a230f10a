// Arguments as a model sends them: what it meant is understood, what it made up is refused.
#pragma once

#include <string>
#include <string_view>

#include "base/expected.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/schema.hpp"
#include "protocol/tool_arguments.hpp"

namespace termhost::host {

/// Results say executionId, tools want execution_id, and its digits look like a number: a model that takes one for the
/// other is understood.
[[nodiscard]] protocol::Json as_meant(const protocol::Json& arguments);

/// The unknown name probably means the known one: `cmd` for `command`, `run_in_background` for `background`.
[[nodiscard]] bool may_mean(std::string_view given, std::string_view known);

/// Empty, or that the tool has no such argument, and which it has. `known`: the properties of its schema.
[[nodiscard]] std::string unknown_argument(std::string_view tool, const protocol::Json& arguments,
                                           const protocol::OrderedJson& known);

/// The error is one for the model: what is wrong, and what is expected.
template <class Arguments>
[[nodiscard]] base::Expected<Arguments, std::string> read_arguments(std::string_view tool,
                                                                    const protocol::Json& arguments) {
  std::string unknown = unknown_argument(tool, arguments, protocol::schema_of<Arguments>()["properties"]);
  if (!unknown.empty()) return base::unexpected(std::move(unknown));
  auto decoded = protocol::decode<Arguments>(arguments, "arguments");
  if (!decoded) return base::unexpected(protocol::to_string(decoded.error()));
  return std::move(*decoded);
}

}  // namespace termhost::host
