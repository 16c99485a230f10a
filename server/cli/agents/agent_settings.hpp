// The entries that `termhost setup` writes into the settings of each agent, and removes again. Pure: files are texts.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.hpp"

namespace termhost::cli {

struct SetupRequest {
  std::string agent;                       ///< one of `setup_agents()`
  std::string program;                     ///< what the agent starts as its MCP server
  std::string hook;                        ///< the command line of its hook
  std::vector<std::string> other_hooks{};  ///< those of ours with other options or paths, which this one replaces
  bool attach = false;  ///< the server joins an editor; an entry of ours that does not is replaced, and vice versa
  std::string other_program{};  ///< another path of ours, whose entry this one replaces; empty: there is none
  bool remove = false;
};

struct SettingsChange {
  std::string file;  ///< a path, or one below the home folder: "~/.claude/settings.json"
  std::string before, after;
};

[[nodiscard]] std::vector<std::string> setup_agents();

using TextOf = std::function<base::Expected<std::string, std::string>(const std::string& file)>;
using VariableOf = std::function<std::string(const char* name)>;

/// The folder with the agent's settings: it is there where the agent was used.
[[nodiscard]] std::string settings_folder(std::string_view agent, const VariableOf& variable_of);

/// One change for each file that changes. An error is one sentence, and nothing is to be done.
[[nodiscard]] base::Expected<std::vector<SettingsChange>, std::string> plan_setup(const SetupRequest& request,
                                                                                  const TextOf& text_of,
                                                                                  const VariableOf& variable_of);

/// Nothing is left but what every such file has: it need not be there.
[[nodiscard]] bool says_nothing(std::string_view text);

/// The change as lines with `-` and `+`, and some around them.
[[nodiscard]] std::string difference(const SettingsChange& change);

}  // namespace termhost::cli
