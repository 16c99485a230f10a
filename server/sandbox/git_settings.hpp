// Settings of git, read as git reads them (git-config(1), "Syntax") and without git, which would obey them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::sandbox {

/// `core.fsmonitor` with its value, the name in small letters.
struct GitSetting {
  std::string name;
  std::string value;  ///< `true` where there is none
};

/// The last setting has this name if git rejects the text; another version of git may read more of it.
inline constexpr std::string_view unreadable_setting = "include.unreadable";

[[nodiscard]] std::vector<GitSetting> read_git_settings(std::string_view text);

}  // namespace termhost::sandbox
