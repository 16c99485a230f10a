#include "host/state/configuration.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "host/state/places.hpp"

namespace termhost::host {

std::string policy_warning(const approval::Policy& policy, std::string& told) {
  if (policy.problem() == told) return {};
  told = policy.problem();
  if (told.empty() || told.starts_with("settings.")) return {};
  return fmt::format("settings: the policy could not be used ({}); every command needs approval", told);
}

Configuration::Configuration(HostEnvironment environment, Settings settings, approval::FindProgram find_program,
                             const approval::Files* files, ConfinedBy confined_by)
    : environment_(std::move(environment)),
      defaults_(settings),
      configured_(std::move(settings)),
      find_program_(std::move(find_program)),
      files_(files),
      confined_by_(std::move(confined_by)) {
  confine();
}

void Configuration::set_settings(Settings settings, std::string rules_problem, bool allows_nothing) {
  configured_ = std::move(settings);
  settings_ = confined(configured_, confinement_);
  rules_problem_ = std::move(rules_problem);
  allows_nothing_ = allows_nothing;
  apply_rules();
  find_secrets();
}

void Configuration::set_workspace_folders(std::vector<std::string> folders) {
  if (folders.empty()) return;
  environment_.cwd = folders.front();
  environment_.workspace_folders = std::move(folders);
  confine();
}

std::vector<std::string> Configuration::folders() const {
  return environment_.workspace_folders.empty() ? std::vector{environment_.cwd} : environment_.workspace_folders;
}

std::string Configuration::real_path(const std::string& path) const {
  return files_ != nullptr && path.starts_with('/') ? files_->real_path(path) : path;
}

void Configuration::confine() {
  std::vector<std::string> places = folders();
  if (confined_by_) confinement_ = confined_by_(places);
  for (std::size_t i = places.size(); i-- > 0;) places.push_back(real_path(places[i]));
  workspace_ = approval::Workspace(places);
  settings_ = confined(configured_, confinement_);
  apply_rules();
  find_secrets();
}

void Configuration::find_secrets() {
  secrets_.reset();
  if (settings_.hide_secrets) secrets_ = std::make_shared<text::Secrets>(known_secrets(), settings_.secret_prefixes);
}

std::vector<text::NamedValue> Configuration::known_secrets() const {
  text::Variables variables = environment_.terminal_variables;
  variables.insert(environment_.variables.begin(), environment_.variables.end());
  return text::secret_values(variables, settings_.secret_variables);
}

std::shared_ptr<const text::Secrets> Configuration::secrets(const text::Variables& also) const {
  const std::vector<text::NamedValue> more = text::secret_values(also, settings_.secret_variables);
  if (!secrets_ || more.empty()) return secrets_;
  std::vector<text::NamedValue> values = known_secrets();
  values.insert(values.end(), more.begin(), more.end());
  return std::make_shared<text::Secrets>(std::move(values), settings_.secret_prefixes);
}

void Configuration::set_terminal_variables(std::map<std::string, std::string> variables) {
  environment_.terminal_variables = std::move(variables);
  find_secrets();
}

void Configuration::set_policy(const approval::PolicyRules& rules) {
  policy_from_settings_ = false;
  rules_ = rules;
  make_policy();
}

void Configuration::apply_rules() {
  if (!policy_from_settings_) return make_policy();
  rules_ = {configured_.allowed_commands, configured_.denied_commands, rules_problem_};
  rules_.asked = configured_.asked_commands;
  rules_.secret_files = configured_.secret_files;
  rules_.secret_variables = configured_.secret_variables;
  if (configured_.builtin_rules == protocol::BuiltinRules::ReadOnly) rules_.builtin = approval::BuiltinRules::ReadOnly;
  if (const auto& own = environment_.own_rules; own)
    approval::add(rules_, allows_nothing_ ? approval::without_allowed(*own) : *own);
  make_policy();
}

void Configuration::make_policy() {
  approval::PolicyRules all = confined(rules_, confinement_);
  const std::vector<std::string>& hidden = settings_.sandbox.hidden;
  all.secret_files.insert(all.secret_files.end(), hidden.begin(), hidden.end());
  for (const Remember& rule : session_rules_) (rule.allowed ? all.allowed : all.denied).push_back(rule.prefix);
  policy_ = approval::Policy(all);
}

void Configuration::remember(const Remember& rule) {
  if (rule.scope == RememberScope::Session) {
    session_rules_.push_back(rule);
  } else {
    for (Settings* settings : {&configured_, &settings_})
      (rule.allowed ? settings->allowed_commands : settings->denied_commands).push_back(rule.prefix);
    (rule.allowed ? rules_.allowed : rules_.denied).push_back(rule.prefix);
  }
  make_policy();
}

approval::Decision Configuration::check(std::string_view command, std::string_view cwd, shell::ShellKind shell,
                                        const shell::SyntaxTree* tree) const {
  const std::string folder = real_path(std::string(cwd));
  return approval::decide({.command = command,
                           .shell = shell,
                           .cwd = folder,
                           .workspace = workspace_,
                           .session = &defined_names_,
                           .locate = find_program_,
                           .files = files_,
                           .tree = tree},
                          policy_);
}

sandbox::Sandbox Configuration::sandbox() const {
  return sandbox(static_cast<sandbox::Level>(settings_.sandbox.level));
}

sandbox::Sandbox Configuration::sandbox(sandbox::Level level) const {
  return sandbox_at(level, settings_.sandbox, folders(), policy_.secret_files());
}

shell::ShellKind Configuration::default_shell() const { return shell::shell_kind_of(environment_.default_shell); }

const std::string& Configuration::shell_path(const std::string& named) const {
  return named.empty() ? environment_.default_shell : named;
}

std::string Configuration::absolute_path(const std::string& path) const {
  if (path.empty()) return environment_.cwd;
  if (path == "~" || path.starts_with("~/"))
    if (const auto home = environment_.variables.find("HOME"); home != environment_.variables.end())
      return std::filesystem::path(home->second + path.substr(1)).lexically_normal().string();
  return (std::filesystem::path(environment_.cwd) / environment_.shared.path(path)).lexically_normal().string();
}

std::string Configuration::place_with_machine(const std::string& sandbox) const {
  if (environment_.machine.empty()) return sandbox;
  return "on " + environment_.machine + (sandbox.empty() ? "" : ", " + sandbox);
}

}  // namespace termhost::host
