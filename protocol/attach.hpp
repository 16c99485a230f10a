// How an agent's process joins an editor's termhost: the first message on the private socket; after its answer the
// connection speaks MCP.
#pragma once

#include <string>

#include "protocol/methods.hpp"

namespace termhost::protocol {

/// In the environment of the terminals that a listening termhost creates.
inline constexpr const char* socket_variable = "TERMHOST_SOCKET";
inline constexpr const char* token_variable = "TERMHOST_TOKEN";

struct AttachParams {
  std::string token;

  static void describe(auto& fields, auto& self) {
    fields.type("AttachParams");
    fields.required("token", self.token, "");
  }
};

namespace methods {

inline constexpr Request<AttachParams, Nothing> attach{"termhost/attach", ToServer, ""};

}  // namespace methods
}  // namespace termhost::protocol
