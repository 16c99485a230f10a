// The entries that `termhost setup` writes into the settings of each agent, and removes again. Pure: files are texts.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.hpp"

namespace termhost::cli {

/// An entry of ours is one whose program is called termhost and whose arguments are those that setup writes, wherever
/// the program is, or was: it is replaced by the wanted one, or removed.
struct SetupRequest {
  std::string agent;          ///< one of `setup_agents()`
  std::string program;        ///< what the agent starts as its MCP server and as its hook
  bool through_exec = false;  ///< of the hook
  bool attach = false;        ///< the server joins an editor
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

struct SetupState {
  bool complete = false;  ///< an entry of ours is in each place
  bool attach = false;
  std::vector<std::string> programs{};  ///< of the entries of ours
};

[[nodiscard]] SetupState setup_state(std::string_view agent, const TextOf& text_of, const VariableOf& variable_of);

/// Nothing is left but what every such file has: it need not be there.
[[nodiscard]] bool says_nothing(std::string_view text);

/// The change as lines with `-` and `+`, and some around them.
[[nodiscard]] std::string difference(const SettingsChange& change);

}  // namespace termhost::cli
