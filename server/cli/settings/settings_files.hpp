// The person's settings, $XDG_CONFIG_HOME/termhost/settings.json, and a workspace's own, .termhost/settings.json, which
// count only where the person trusts the folder, and can only forbid and confine.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/settings/workspace_machine.hpp"
#include "host/state/confinement.hpp"
#include "protocol/remote.hpp"

namespace termhost::cli {

struct PersonSettings {
  host::Settings settings;                      ///< theirs, where they name them; else the command's own defaults
  std::vector<std::string> trusted_workspaces;  ///< folders, absolute
  std::vector<WorkspaceMachine> machines;       ///< of folders, absolute
  std::vector<std::string> named;               ///< the settings that the file names
  std::string file;                             ///< its path, there or not
  std::optional<approval::PolicyRules> rules;   ///< of the policy file, if they count next to an editor's settings
  std::string problem;                          ///< a whole sentence; not empty: nothing of it counts, everything asks
};

struct WorkspaceSettings {
  std::string file;
  bool trusted = false;
  host::Confinement confinement;  ///< of one that is not trusted: nothing
};

/// Never fails, see `problem`. `defaults`: what holds where the file says nothing.
[[nodiscard]] PersonSettings parse_person_settings(std::string_view json, host::Settings defaults, std::string file);
[[nodiscard]] PersonSettings read_person_settings(host::Settings defaults = {});
/// For commands that the user or an editor chose: a trial is for those of an agent.
void leave_out_trials(host::Settings& settings);
/// The same from a file that somebody has read already.
[[nodiscard]] PersonSettings person_settings_in(const protocol::HandedFile& file, host::Settings defaults = {});

/// Not empty: the file cannot be used and has `machines`, so that a command might run on the wrong machine; a sentence.
[[nodiscard]] std::string machines_problem(const PersonSettings& person, const protocol::HandedFile& file);

/// The workspace settings in `folder` and the folders above it, the nearest first. All of them hold, so that none takes
/// away what an outer one forbids.
[[nodiscard]] std::vector<WorkspaceSettings> read_workspace_settings(const std::string& folder,
                                                                     const PersonSettings& person);
[[nodiscard]] WorkspaceSettings parse_workspace_settings(std::string_view json, std::string file);

/// The settings that the workspace makes others than the person's: where it asks for more than there is, it does not.
[[nodiscard]] std::vector<std::string> confined_names(const WorkspaceSettings& workspace,
                                                      const host::Settings& persons);

/// The restrictions in the user's file, which hold whatever an editor's settings or a policy say; or its problem.
[[nodiscard]] host::Confinement own_denials(const PersonSettings& person);

/// The same, and what the workspaces of these folders confine.
[[nodiscard]] host::Confinement confinement_of(const std::vector<std::string>& folders, const PersonSettings& person);

/// JSON Schemas of the two files: docs/settings.schema.json, docs/workspace-settings.schema.json.
[[nodiscard]] std::string settings_schema();
[[nodiscard]] std::string workspace_settings_schema();

}  // namespace termhost::cli
