// The machine-readable description of the editor protocol: an OpenRPC 1.3 document made from `all_methods`.
#pragma once

#include <string>

namespace termhost::protocol {

/// The required content of protocol/openrpc.json.
[[nodiscard]] std::string openrpc_document();

}  // namespace termhost::protocol
