#include "cli/settings/workspace_machine.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

#include "cli/settings/written_folders.hpp"

namespace termhost::cli {
namespace {

namespace fs = std::filesystem;

fs::path without_links(const std::string& folder) {
  std::error_code unknown;
  const fs::path resolved = fs::weakly_canonical(folder, unknown);
  return unknown ? fs::path(folder) : resolved;
}

/// The part of `folder` below `above`; nothing: it is not in it.
std::optional<fs::path> part_below(const fs::path& above, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(above.begin(), above.end(), folder.begin(), folder.end());
  if (end != above.end()) return std::nullopt;
  fs::path below;
  for (auto part = rest; part != folder.end(); ++part) below /= *part;
  return below;
}

bool is_folder_there(const std::string& folder) {
  return folder.starts_with('/') || folder == "~" || folder.starts_with("~/");
}

void spell_out_machine(StrictJson& json, protocol::Json& machine, const std::string& path) {
  if (!machine.is_object()) return;
  json.refuse_unknown<WorkspaceMachine>(machine, fmt::format("an entry of `{}`", machines_list), path);
  if (machine.contains("workspace")) spell_out_folder(json, machine["workspace"], path + ".workspace");
  if (!machine.contains("folder") || !machine["folder"].is_string()) return;
  auto& folder = machine["folder"].get_ref<std::string&>();
  if (!is_folder_there(folder))
    json.complain(fmt::format("'{}' is neither an absolute path of the other machine nor one in the home folder there, "
                              "such as `~/x`",
                              folder),
                  path + ".folder");
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
}

}  // namespace

void spell_out_machines(StrictJson& json, const std::string& root) {
  if (!json.value().contains(machines_list) || !json.value()[machines_list].is_array()) return;
  protocol::Json& machines = json.value()[machines_list];
  for (std::size_t i = 0; i < machines.size(); ++i)
    spell_out_machine(json, machines[i], fmt::format("{}.{}[{}]", root, machines_list, i));
}

std::optional<SetMachine> machine_set_for(const std::string& folder, const std::vector<WorkspaceMachine>& machines) {
  const fs::path inner = without_links(folder);
  std::optional<SetMachine> found;
  std::size_t innermost = 0;
  for (const WorkspaceMachine& machine : machines) {
    const fs::path workspace = without_links(machine.workspace);
    const std::optional<fs::path> rest = part_below(workspace, inner);
    const auto depth = static_cast<std::size_t>(std::distance(workspace.begin(), workspace.end()));
    if (!rest || depth <= innermost) continue;
    innermost = depth;
    found = SetMachine{machine, {machine.workspace, workspace.string()}, rest->string()};
  }
  return found;
}

}  // namespace termhost::cli
