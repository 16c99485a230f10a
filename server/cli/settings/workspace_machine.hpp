// `machines` in the user's settings: the machine on which the commands of a folder of this machine run. A workspace's
// own file has no such setting, for a machine is reached by a program that runs here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/settings/strict_json.hpp"

namespace termhost::cli {

struct WorkspaceMachine {
  std::string workspace, on;
  std::optional<std::string> folder;

  static void describe(auto& fields, auto& self) {
    fields.type("WorkspaceMachine");
    fields.required("workspace", self.workspace,
                    "The folder of this machine whose commands run on the other machine; ~ is the home folder.");
    fields.required("on", self.on,
                    "The machine, as in the option --on: ssh:HOST, cmd:COMMAND, or local for this machine.");
    fields.optional("folder", self.folder,
                    "The folder on the other machine in which these commands run; ~ is the home folder there.");
  }
};

inline constexpr const char* machines_list = "machines";

/// Makes the folders of this machine absolute in the JSON itself, and complains about unknown fields and folders that
/// are relative.
void spell_out_machines(StrictJson& json, const std::string& root);

/// A folder that a machine was set for, and where `folder` is in it.
struct SetMachine {
  WorkspaceMachine machine;
  std::vector<std::string> workspace;  ///< its path as it is written, and without links
  std::string rest;                    ///< of `folder`, below the workspace; empty: itself
};

/// The machine of the innermost workspace that `folder` is in. Nothing: none is set.
[[nodiscard]] std::optional<SetMachine> machine_set_for(const std::string& folder,
                                                        const std::vector<WorkspaceMachine>& machines);

}  // namespace termhost::cli
