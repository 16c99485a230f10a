#include "cli/settings/settings_files.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "approval/rules/rules.hpp"
#include "cli/environment.hpp"
#include "cli/settings/strict_json.hpp"
#include "cli/settings/user_files.hpp"
#include "cli/settings/written_folders.hpp"
#include "io/own_file_posix.hpp"
#include "protocol/codec/encode.hpp"

namespace termhost::cli {
namespace {

namespace fs = std::filesystem;
using protocol::Json;
using protocol::OrderedJson;

constexpr const char* settings_root = "settings";
constexpr const char* trusted_list = "trustedWorkspaces";
constexpr const char* below_workspace = ".termhost/settings.json";

struct PersonFields : host::Settings {
  std::optional<std::string> schema;
  std::vector<std::string> trusted_workspaces;
  std::vector<WorkspaceMachine> machines;

  static void describe(auto& fields, auto& self) {
    host::Settings::describe(fields, self);
    fields.type("PersonSettings");
    fields.optional("$schema", self.schema, "The location of this file's schema.");
    fields.defaulted(trusted_list, self.trusted_workspaces,
                     "Trusted folders: .termhost/settings.json applies in them and in the folders below. ~ is the home "
                     "folder.");
    fields.defaulted(machines_list, self.machines,
                     "For each folder, the machine on which its commands run. The option --on overrides this list. If "
                     "several entries apply, the innermost folder decides.");
  }
};

struct WorkspaceFields : host::Confinement {
  std::optional<std::string> schema;

  static void describe(auto& fields, auto& self) {
    host::Confinement::describe(fields, self);
    fields.optional("$schema", self.schema, "The location of this file's schema.");
  }
};

/// Rules that can't be read are told where they stand.
void check_rules(StrictJson& json, const char* list, const std::vector<std::string>& rules) {
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (const auto rule = approval::parse_rule(rules[i]); !rule)
      json.complain(rule.error(), fmt::format("{}.{}[{}]", settings_root, list, i));
}

std::vector<std::string> names_of(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [name, value] : object.items())
    if (name != "$schema" && name != trusted_list && name != machines_list) names.push_back(name);
  return names;
}

/// Over the defaults of a command, which may be others than the field's.
host::Settings merged(const host::Settings& defaults, const Json& named) {
  Json all = protocol::encode(defaults);
  for (const auto& [name, value] : named.items())
    if (all.contains(name) && !value.is_null()) all[name] = value;
  host::Settings settings = defaults;
  (void)protocol::decode_leniently(all, settings_root, settings);
  return settings;
}

std::string absolute_folder(const std::string& folder) {
  std::error_code unknown;
  return fs::weakly_canonical(folder, unknown).string();
}

bool is_in(const fs::path& folder, const fs::path& above) {
  const auto [end, rest] = std::mismatch(above.begin(), above.end(), folder.begin(), folder.end());
  return end == above.end() || (end->empty() && std::next(end) == above.end());
}

std::string schema_with(OrderedJson fields, std::string_view title) {
  OrderedJson schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
  schema.update(fields);
  schema["additionalProperties"] = false;
  return schema.dump(2) + '\n';
}

/// In the folder `at`.
WorkspaceSettings read_workspace_file(const fs::path& file, const fs::path& at, const PersonSettings& person) {
  const bool trusted = std::any_of(person.trusted_workspaces.begin(), person.trusted_workspaces.end(),
                                   [&at](const std::string& above) { return is_in(at, above); });
  WorkspaceSettings workspace{.file = file.string(), .trusted = trusted, .confinement = {}};
  if (!trusted) return workspace;
  const auto text = io::read_plain_file("settings", workspace.file);
  if (text) return parse_workspace_settings(*text, workspace.file);
  workspace.confinement.problem = text.error();
  return workspace;
}

}  // namespace

PersonSettings parse_person_settings(std::string_view text, host::Settings defaults, std::string file) {
  StrictJson json(text, settings_root);
  if (json.problem().empty()) {
    json.refuse_unknown<PersonFields>(json.value(), "the file", settings_root);
    json.refuse_unknown_in<protocol::SandboxSetting>("sandbox");
    spell_out_sandbox(json, settings_root);
    if (json.value().contains(trusted_list))
      spell_out_folders(json, json.value()[trusted_list], fmt::format("{}.{}", settings_root, trusted_list));
    spell_out_machines(json, settings_root);
  }
  auto fields = json.decode<PersonFields>();
  check_rules(json, "allowedCommands", fields.allowed_commands);
  check_rules(json, "deniedCommands", fields.denied_commands);
  check_rules(json, "askedCommands", fields.asked_commands);
  PersonSettings person{.settings = std::move(defaults),
                        .trusted_workspaces = {},
                        .machines = {},
                        .named = {},
                        .file = std::move(file),
                        .problem = {}};
  if (!json.problem().empty()) {
    person.problem = fmt::format("{}: {}", person.file, json.problem());
    return person;
  }
  person.settings = merged(person.settings, json.value());
  person.named = names_of(json.value());
  for (const std::string& folder : fields.trusted_workspaces)
    person.trusted_workspaces.push_back(absolute_folder(folder));
  person.machines = std::move(fields.machines);
  return person;
}

PersonSettings read_person_settings(host::Settings defaults) {
  return person_settings_in(read_settings_file(), std::move(defaults));
}

void leave_out_trials(host::Settings& settings) {
  if (settings.sandbox.level == protocol::SandboxLevel::Auto) settings.sandbox.level = protocol::SandboxLevel::Off;
}

PersonSettings person_settings_in(const protocol::HandedFile& file, host::Settings defaults) {
  if (file.text) return parse_person_settings(*file.text, std::move(defaults), file.path);
  return {.settings = std::move(defaults),
          .trusted_workspaces = {},
          .machines = {},
          .named = {},
          .file = file.path,
          .problem = file.problem};
}

std::string machines_problem(const PersonSettings& person, const protocol::HandedFile& file) {
  std::error_code unknown;  // a home folder that is closed to this account holds no settings of its user
  const bool named = file.text ? file.text->find(fmt::format("\"{}\"", machines_list)) != std::string::npos
                               : fs::exists(file.path, unknown);
  if (person.problem.empty() || !named) return {};
  return fmt::format(
      "{}; the file {} `{}`, so correct the file, or name the machine by --on (--on local: this machine)",
      person.problem, file.text ? "has" : "may have", machines_list);
}

WorkspaceSettings parse_workspace_settings(std::string_view text, std::string file) {
  static const OrderedJson persons = protocol::schema_of<PersonFields>()["properties"];
  static const OrderedJson own = protocol::schema_of<WorkspaceFields>()["properties"];
  StrictJson json(text, settings_root);
  if (json.problem().empty()) {
    for (const auto& [name, value] : json.value().items())
      if (persons.contains(name) && !own.contains(name))
        json.complain(
            fmt::format("a workspace can only add restrictions; `{}` belongs in the user's settings.json", name),
            fmt::format("{}.{}", settings_root, name));
    json.refuse_unknown<WorkspaceFields>(json.value(), "the file", settings_root);
    json.refuse_unknown_in<host::SandboxConfinement>("sandbox");
    spell_out_sandbox(json, settings_root);
  }
  auto fields = json.decode<WorkspaceFields>();
  check_rules(json, "deniedCommands", fields.denied_commands);
  check_rules(json, "askedCommands", fields.asked_commands);
  WorkspaceSettings workspace{.file = std::move(file), .trusted = true, .confinement = std::move(fields)};
  if (!json.problem().empty()) workspace.confinement.problem = fmt::format("{}: {}", workspace.file, json.problem());
  return workspace;
}

std::vector<std::string> confined_names(const WorkspaceSettings& workspace, const host::Settings& persons) {
  const OrderedJson before = protocol::encode(persons);
  const OrderedJson after = protocol::encode(confined(persons, workspace.confinement));
  std::vector<std::string> names;
  for (const auto& [name, value] : before.items())
    if (after[name] != value) names.push_back(name);
  return names;
}

std::vector<WorkspaceSettings> read_workspace_settings(const std::string& folder, const PersonSettings& person) {
  std::vector<WorkspaceSettings> all;
  const fs::path inner = absolute_folder(folder);
  for (fs::path at = inner; !at.empty(); at = at.parent_path()) {
    if (const fs::path file = at / below_workspace; is_there(file))
      all.push_back(read_workspace_file(file, at, person));
    if (at == at.parent_path()) break;
  }
  return all;
}

host::Confinement own_denials(const PersonSettings& person) {
  host::Confinement denials;
  denials.denied_commands = person.settings.denied_commands;
  denials.asked_commands = person.settings.asked_commands;
  denials.secret_files = person.settings.secret_files;
  denials.sandbox.hidden = person.settings.sandbox.hidden;
  denials.secret_variables = person.settings.secret_variables;
  denials.secret_prefixes = person.settings.secret_prefixes;
  denials.builtin_rules = person.settings.builtin_rules;
  denials.problem = person.problem;
  return denials;
}

host::Confinement confinement_of(const std::vector<std::string>& folders, const PersonSettings& person) {
  host::Confinement all = own_denials(person);
  for (const std::string& folder : folders)
    for (const WorkspaceSettings& workspace : read_workspace_settings(folder, person)) add(all, workspace.confinement);
  return all;
}

std::string settings_schema() {
  return schema_with(protocol::schema_of<PersonFields>(), "The user's settings of termhost");
}

std::string workspace_settings_schema() {
  return schema_with(protocol::schema_of<WorkspaceFields>(), "Restrictions of a workspace in termhost");
}

}  // namespace termhost::cli
