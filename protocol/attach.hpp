// Messages for an agent's process that joins an editor's termhost over the private socket: with the token of one of its
// terminals (termhost/attach), or after a question to the user (termhost/join). Then the connection speaks MCP.
#pragma once

#include <string>
#include <vector>

#include "protocol/methods.hpp"

namespace termhost::protocol {

/// In the environment of the terminals that a listening termhost creates.
inline constexpr const char* socket_variable = "TERMHOST_SOCKET";
inline constexpr const char* token_variable = "TERMHOST_TOKEN";

/// The version of these messages. Both ends must have the same one.
inline constexpr int attach_protocol = 1;

struct AttachParams {
  std::string token;

  static void describe(auto& fields, auto& self) {
    fields.type("AttachParams");
    fields.required("token", self.token, "");
  }
};

/// The facts that an agent's process needs about an editor before it joins.
struct EditorDescription {
  int protocol = 0;
  bool asks = false;
  std::vector<std::string> workspace_folders;

  static void describe(auto& fields, auto& self) {
    fields.type("EditorDescription");
    fields.required("protocol", self.protocol, "");
    fields.defaulted("asks", self.asks, "It can ask its user about agents.");
    fields.defaulted("workspaceFolders", self.workspace_folders, "Real paths.");
  }
};

namespace methods {

inline constexpr Request<Nothing, EditorDescription> describe_editor{"termhost/describe", ToServer, ""};
inline constexpr Request<Nothing, Nothing> join{"termhost/join", ToServer, ""};
inline constexpr Request<AttachParams, Nothing> attach{"termhost/attach", ToServer, ""};

}  // namespace methods
}  // namespace termhost::protocol
