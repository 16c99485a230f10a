// The user's files that decide what may run: settings.json and a policy. They are read on the machine of the user, and
// handed to a termhost on another machine (`--on`), which reads none of its own.
#pragma once

#include <filesystem>
#include <string>

#include "protocol/remote.hpp"

namespace termhost::cli {

struct UserFiles {
  protocol::HandedFile settings, policy;
  bool policy_named = false;  ///< by --policy
};

/// $XDG_CONFIG_HOME/termhost/settings.json and policy.json, there or not.
[[nodiscard]] std::string settings_file();
[[nodiscard]] std::string usual_policy_file();

/// True also for a link to nowhere, which cannot be read.
[[nodiscard]] bool is_there(const std::filesystem::path& path);

[[nodiscard]] protocol::HandedFile read_settings_file();
/// `named`: the file that --policy names; empty: the usual one.
[[nodiscard]] UserFiles read_user_files(const std::string& named = {});

}  // namespace termhost::cli
