// The editor that an agent's process joins, chosen among those that run. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.hpp"

namespace termhost::cli {

struct FoundEditor {
  std::string socket;
  int protocol = 0;                    ///< 0: it does not tell, since it is older than this question
  bool asks = false;                   ///< it can ask its user about agents
  std::vector<std::string> folders{};  ///< of its workspace, as real paths
  unsigned long long started = 0;      ///< when: a greater number is later
};

/// The longest of `folders` that is `path` or holds it; all are real paths.
[[nodiscard]] std::optional<std::string> holding_folder(const std::vector<std::string>& folders, std::string_view path);

/// The editor whose workspace folder is nearest to `cwd`, a real path; of several the newest. It can ask, and speaks
/// our protocol. The error is a sentence on why there is none.
[[nodiscard]] base::Expected<FoundEditor, std::string> choose_editor(const std::vector<FoundEditor>& editors,
                                                                     const std::string& cwd);

}  // namespace termhost::cli
