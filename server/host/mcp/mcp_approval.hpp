// The approval question as an MCP form, and the person's answer out of it.
#pragma once

#include "host/ports/shim.hpp"
#include "protocol/mcp.hpp"

namespace termhost::host {

/// The form; its optional field for a message to the agent can be left out.
[[nodiscard]] protocol::mcp::ElicitParams approval_form(const ApprovalQuestion& question, bool with_message);

/// A no, or a problem: that nobody answered, or not with what was offered. Only a yes is a yes.
[[nodiscard]] ApprovalAnswer approval_of(const protocol::mcp::ElicitResult& filled_in,
                                         const ApprovalQuestion& question);

}  // namespace termhost::host
