// Facts about MCP clients, by the names that they give themselves: the part of a result that reaches the model.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/clock.hpp"
#include "protocol/codec/encode.hpp"
#include "protocol/tool.hpp"

namespace termhost::host {

/// The choice whether a client gets results as a structure too; Auto: its kind decides.
enum class StructureWish { Auto, Always, Never };

struct McpClientKind {
  std::string_view name;           ///< how its name begins
  bool structure = true;           ///< false: its model would get the structure instead of the text, for more tokens
  std::int64_t most_read = 0;      ///< bytes of output that reach the model of one read_command_output
  base::Millis patience{45'000};   ///< it waits longer than this for the answer to a call
  bool defers_tools = false;       ///< its model does not see the tools that do not ask for it
  bool submits_empty_text = true;  ///< false: its form cannot be sent while an optional text is empty
};

[[nodiscard]] const McpClientKind& client_kind(std::string_view name);

/// The part of the tools' descriptions that a client gets, because each word costs its model tokens.
struct ShownTools {
  bool structure = true;
  bool always_loaded = false;  ///< the client defers tools, and shall not defer these
  bool tasks = false;          ///< which of them may be tasks is said (MCP 2025-11-25)
  bool sandbox = false;        ///< how a command asks to run outside of it
};
[[nodiscard]] protocol::OrderedJson mcp_tools(ShownTools shown);

/// The reason of a cancellation says that the client's clock has run out. Otherwise the user wanted to cancel.
[[nodiscard]] bool ran_out_of_time(std::string_view reason);

/// The result likewise. A structure says all that the text says, and has no empty fields.
[[nodiscard]] protocol::OrderedJson mcp_result(const protocol::ToolCallResult& result, bool structure);

}  // namespace termhost::host
