// termhost config: the settings in force, and where each comes from.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/on_option.hpp"
#include "cli/log.hpp"
#include "cli/settings/policy_file.hpp"
#include "cli/settings/settings_files.hpp"
#include "protocol/codec/encode.hpp"

namespace termhost::cli {
namespace {

using protocol::OrderedJson;

struct ConfigOptions {
  std::string cwd;
  std::string schema;
  bool json = false;
};

struct Found {
  PersonSettings person;
  std::optional<SetMachine> machine;  ///< of the folder; nothing: this one
  std::string machine_problem;        ///< not empty: it is unknown, and no command runs
  std::vector<WorkspaceSettings> workspaces;
  host::Confinement confinement;
};

Found find(const std::string& folder) {
  const protocol::HandedFile file = read_settings_file();
  PersonSettings person = person_settings_in(file);
  auto workspaces = read_workspace_settings(folder, person);
  auto confinement = confinement_of({folder}, person);
  auto machine = machine_set_for(folder, person.machines);
  std::string machine_problem = machines_problem(person, file);
  if (machine_problem.empty() && machine) {
    const auto destination = destination_set_in(person, *machine, SshQuestions::Forbidden);
    if (!destination) machine_problem = destination.error();
  }
  return {std::move(person), std::move(machine), std::move(machine_problem), std::move(workspaces),
          std::move(confinement)};
}

bool names(const std::vector<std::string>& all, const std::string& name) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

/// The files that a setting's value is of; none: it is the default.
OrderedJson origins_of(const std::string& name, const Found& found) {
  OrderedJson origins = OrderedJson::array();
  if (names(found.person.named, name)) origins.push_back(found.person.file);
  for (const WorkspaceSettings& workspace : found.workspaces)
    if (names(confined_names(workspace, found.person.settings), name)) origins.push_back(workspace.file);
  return origins;
}

/// A file as people look for it: what it is, where, and whether it counts.
OrderedJson files_of(const Found& found, const std::string& policy) {
  std::error_code unknown;
  OrderedJson files = OrderedJson::array();
  const auto add = [&](const char* what, const std::string& path, const std::string& state) {
    files.push_back({{"what", what}, {"path", path}, {"state", state}});
  };
  const std::string& problem = found.person.problem;
  const bool there = std::filesystem::exists(found.person.file, unknown);
  add("settings", found.person.file, problem.empty() ? (there ? "read" : "not there") : "not used");
  for (const WorkspaceSettings& workspace : found.workspaces)
    add("workspace", workspace.file,
        !workspace.trusted                      ? "not trusted: ignored until trustedWorkspaces names its folder"
        : workspace.confinement.problem.empty() ? "read"
                                                : "not used");
  if (policy.empty())
    add("policy", usual_policy_file(), "not there");
  else
    add("policy", policy, read_policy_file(policy).rules.problem.empty() ? "read" : "not used");
  return files;
}

/// The machine that commands of the folder run on, and their folder there, if the settings name one.
OrderedJson machine_of(const SetMachine& set) {
  OrderedJson machine{{"on", set.machine.on}, {"workspace", set.machine.workspace}};
  if (set.machine.folder) machine["folder"] = *set.machine.folder + (set.rest.empty() ? "" : "/") + set.rest;
  return machine;
}

OrderedJson described(const Found& found, const std::string& policy) {
  OrderedJson all{{"settings", OrderedJson::object()}, {"files", files_of(found, policy)}};
  const OrderedJson settings = protocol::encode(confined(found.person.settings, found.confinement));
  for (const auto& [name, value] : settings.items())
    all["settings"][name] = {{"value", value}, {"from", origins_of(name, found)}};
  if (found.machine && found.machine->machine.on != "local") all["machine"] = machine_of(*found.machine);
  if (!found.machine_problem.empty()) all["machine"] = {{"problem", found.machine_problem}};
  all["problem"] = found.confinement.problem;
  return all;
}

std::string shown_machine(const OrderedJson& machine) {
  if (machine.contains("problem")) return "unknown";
  const std::string on = machine["on"];
  return machine.contains("folder") ? on + ", in " + machine["folder"].get<std::string>() : on;
}

void print(const OrderedJson& all) {
  for (const OrderedJson& file : all["files"])
    std::cout << fmt::format("{:<10} {} ({})\n", file["what"].get<std::string>(), file["path"].get<std::string>(),
                             file["state"].get<std::string>());
  if (all.contains("machine")) std::cout << fmt::format("{:<10} {}\n", "machine", shown_machine(all["machine"]));
  std::cout << '\n';
  for (const auto& [name, setting] : all["settings"].items()) {
    std::string from;
    for (const OrderedJson& file : setting["from"]) from += (from.empty() ? "  # " : ", ") + file.get<std::string>();
    std::cout << name << " = " << setting["value"].dump() << from << '\n';
  }
}

int run_config(const ConfigOptions& options) {
  if (!options.schema.empty()) {
    std::cout << (options.schema == "workspace" ? workspace_settings_schema()
                  : options.schema == "policy"  ? policy_schema()
                                                : settings_schema());
    return 0;
  }
  std::error_code unknown;
  const std::string folder = options.cwd.empty() ? std::filesystem::current_path(unknown).string() : options.cwd;
  const std::string policy = policy_file_of("");
  const OrderedJson all = described(find(folder), policy);
  if (options.json)
    std::cout << all.dump(2, ' ', false, OrderedJson::error_handler_t::replace) << '\n';
  else
    print(all);
  const std::string problem = all["problem"];
  if (!problem.empty()) log_unusable(problem);
  return problem.empty() ? 0 : 1;
}

}  // namespace

void add_config(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<ConfigOptions>();
  CLI::App* command =
      app.add_subcommand("config", "Print the settings in force, and the file that each setting comes from");
  command->add_option("--cwd", options->cwd, "Folder whose workspace settings apply; default: the current one")
      ->check(CLI::ExistingDirectory);
  command->add_flag("--json", options->json, "Print the settings as JSON");
  command->add_option("--schema", options->schema, "Print the JSON Schema for this kind of file")
      ->check(CLI::IsMember({"settings", "workspace", "policy"}))
      ->option_text("settings|workspace|policy");
  command->callback([options, &exit_status] { exit_status = run_config(*options); });
}

}  // namespace termhost::cli
