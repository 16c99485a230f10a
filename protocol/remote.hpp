// Messages between a termhost and the one that it has started on another machine (`--on`). The first line is one of
// these requests. After the answer to termhost/serve the connection speaks MCP or the editor protocol.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/methods.hpp"

namespace termhost::protocol {

/// The version of these messages. Both ends must have the same one.
inline constexpr int remote_protocol = 1;

/// A file of the user, as the user's machine has read it. Without a text and a problem the file is not there.
struct HandedFile {
  std::string path;
  std::optional<std::string> text;
  std::string problem;

  static void describe(auto& fields, auto& self) {
    fields.type("HandedFile");
    fields.required("path", self.path, "On the user's machine.");
    fields.optional("text", self.text, "");
    fields.defaulted("problem", self.problem, "Why it cannot be read: a sentence.");
  }
};

struct RemoteParams {
  int protocol = remote_protocol;
  std::string machine;
  std::vector<std::string> arguments;
  HandedFile settings;
  HandedFile policy;
  bool policy_named = false;

  static void describe(auto& fields, auto& self) {
    fields.type("RemoteParams");
    fields.required("protocol", self.protocol, "");
    fields.required("machine", self.machine, "The user's name for this machine.");
    fields.required("arguments", self.arguments, "A command of termhost, and its options.");
    fields.required("settings", self.settings, "");
    fields.required("policy", self.policy, "");
    fields.defaulted("policyNamed", self.policy_named, "By --policy; else it is the usual one.");
  }
};

struct RemoteRunResult {
  std::string output;
  int status = 0;

  static void describe(auto& fields, auto& self) {
    fields.type("RemoteRunResult");
    fields.required("output", self.output, "The text for standard output.");
    fields.required("status", self.status, "The exit status.");
  }
};

namespace methods {

inline constexpr Request<RemoteParams, RemoteRunResult> run_remotely{"termhost/run", ToServer, ""};
inline constexpr Request<RemoteParams, Nothing> serve_remotely{"termhost/serve", ToServer, ""};

}  // namespace methods
}  // namespace termhost::protocol
