// Messages between a termhost and the one that it has started on another machine (`--on`). The first line over each
// carrier is termhost/connect. After its answer both sides send numbered parts (io/link/numbered_parts), which are the
// same stream over all carriers of a session. The stream begins with termhost/run or termhost/serve, as one line. After
// the answer to termhost/serve it is MCP or the editor protocol.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/methods.hpp"

namespace termhost::protocol {

/// The version of these messages. Both ends must have the same one.
inline constexpr int remote_protocol = 2;

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

struct ConnectParams {
  int protocol = remote_protocol;
  std::string session;
  std::int64_t received = 0;
  int patience = 0;

  static void describe(auto& fields, auto& self) {
    fields.type("ConnectParams");
    fields.required("protocol", self.protocol, "");
    fields.defaulted("session", self.session, "The session whose carrier was lost; empty: a new one.");
    fields.defaulted("received", self.received, "Parts that have come from there.");
    fields.defaulted("patience", self.patience, "Seconds for which the session waits for its next carrier.");
  }
};

struct ConnectResult {
  std::string session;
  std::int64_t received = 0;

  static void describe(auto& fields, auto& self) {
    fields.type("ConnectResult");
    fields.defaulted("session", self.session, "Its name, and a secret; empty: no second carrier can reach it.");
    fields.defaulted("received", self.received, "Parts that have come from the user's machine.");
  }
};

struct RemoteParams {
  std::string machine;
  std::vector<std::string> arguments;
  HandedFile settings;
  HandedFile policy;
  bool policy_named = false;
  std::vector<std::string> workspace;
  std::string folder;
  std::string cwd;

  static void describe(auto& fields, auto& self) {
    fields.type("RemoteParams");
    fields.required("machine", self.machine, "The user's name for this machine.");
    fields.required("arguments", self.arguments, "A command of termhost, and its options.");
    fields.required("settings", self.settings, "");
    fields.required("policy", self.policy, "");
    fields.defaulted("policyNamed", self.policy_named, "By --policy; else it is the usual one.");
    fields.defaulted("workspace", self.workspace, "A folder of the user's machine, in all its spellings.");
    fields.defaulted("folder", self.folder, "The same folder of this machine, absolute or in the home folder.");
    fields.defaulted("cwd", self.cwd, "The folder in it in which the command begins; empty: itself.");
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

inline constexpr Request<ConnectParams, ConnectResult> connect{"termhost/connect", ToServer, ""};
inline constexpr Request<RemoteParams, RemoteRunResult> run_remotely{"termhost/run", ToServer, ""};
inline constexpr Request<RemoteParams, Nothing> serve_remotely{"termhost/serve", ToServer, ""};

}  // namespace methods
}  // namespace termhost::protocol
