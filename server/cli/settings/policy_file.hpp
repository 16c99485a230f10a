// A policy file: JSON with the lists of rules, each rule a text or an object with examples, a reason, a folder, the
// sandbox that its commands run in; and the sandbox for what no rule allows.
//
//   {"allowedCommands": ["git log", {"prefix": "npm run", "match": ["npm run build"], "notMatch": ["npm install"]}],
//    "deniedCommands": [{"prefix": "rm", "reason": "move it to the trash"}], "builtinRules": "readOnly",
//    "sandbox": {"level": "workspace"}}
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/decision/decide.hpp"
#include "cli/settings/settings_files.hpp"
#include "cli/settings/user_files.hpp"

namespace termhost::cli {

struct PolicyFile {
  approval::PolicyRules rules;
  std::optional<protocol::SandboxSetting> sandbox;  ///< instead of the one in the settings
};

/// Never fails: what cannot be used is `problem`, and everything asks. Unknown fields are a problem too, for a misspelt
/// `deniedCommands` would deny nothing. Comments are allowed.
[[nodiscard]] PolicyFile parse_policy(std::string_view json);

/// JSON Schema of the file, for editors: docs/policy.schema.json.
[[nodiscard]] std::string policy_schema();

/// The same from a file; one that cannot be read is a `problem`.
[[nodiscard]] PolicyFile read_policy_file(const std::string& path);

/// `named`, or else the usual one, if it is there; empty: the user has none.
[[nodiscard]] std::string policy_file_of(const std::string& named);
[[nodiscard]] std::string policy_path_of(const UserFiles& files);

/// The same from a file that somebody has read already; one that is not there says nothing.
[[nodiscard]] PolicyFile policy_file_in(const protocol::HandedFile& file);

/// A policy that is named is all that is allowed; else what `policy_file_of` finds, with the rules of their settings.
[[nodiscard]] PolicyFile persons_policy(const std::string& named, const PersonSettings& person);

[[nodiscard]] PolicyFile persons_policy(const UserFiles& files, const PersonSettings& person);

/// The same, as the workspace of these folders confines it.
[[nodiscard]] approval::PolicyRules policy_in(const std::vector<std::string>& folders, const std::string& named,
                                              const PersonSettings& person);

}  // namespace termhost::cli
