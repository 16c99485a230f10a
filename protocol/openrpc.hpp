// The machine-readable description of the editor protocol: an OpenRPC 1.3 document made from `all_methods`.
#pragma once

#include <string>

namespace termhost::protocol {

/// What protocol/openrpc.json must hold.
[[nodiscard]] std::string openrpc_document();

}  // namespace termhost::protocol
