// The approval question as an MCP form, and the person's answer out of it.
#pragma once

#include "host/shim.hpp"
#include "protocol/mcp.hpp"

namespace termhost::host {

[[nodiscard]] protocol::mcp::ElicitParams approval_form(const ApprovalQuestion& question);

/// What cannot be read as a yes is a no.
[[nodiscard]] ApprovalAnswer approval_of(const protocol::mcp::ElicitResult& filled_in,
                                         const ApprovalQuestion& question);

}  // namespace termhost::host
