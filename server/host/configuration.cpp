#include "host/configuration.hpp"

#include <filesystem>
#include <utility>

namespace termhost::host {

Configuration::Configuration(HostEnvironment environment, Settings settings, approval::FindProgram find_program)
    : environment_(std::move(environment)), settings_(std::move(settings)), find_program_(std::move(find_program)) {
  apply_rules();
}

void Configuration::set_settings(Settings settings, std::string rules_problem) {
  settings_ = std::move(settings);
  rules_problem_ = std::move(rules_problem);
  apply_rules();
}

void Configuration::set_workspace_folders(std::vector<std::string> folders) {
  if (folders.empty()) return;
  environment_.cwd = folders.front();
  environment_.workspace_folders = std::move(folders);
}

void Configuration::set_terminal_variables(std::map<std::string, std::string> variables) {
  environment_.terminal_variables = std::move(variables);
}

void Configuration::set_policy(const approval::PolicyRules& rules) {
  policy_from_settings_ = false;
  rules_ = rules;
  make_policy();
}

void Configuration::apply_rules() {
  if (!policy_from_settings_) return;
  rules_ = {settings_.allowed_commands, settings_.denied_commands, rules_problem_};
  rules_.asked = settings_.asked_commands;
  rules_.secret_files = settings_.secret_files;
  if (settings_.builtin_rules == protocol::BuiltinRules::ReadOnly) rules_.builtin = approval::BuiltinRules::ReadOnly;
  make_policy();
}

void Configuration::make_policy() {
  approval::PolicyRules all = rules_;
  for (const Remember& rule : session_rules_) (rule.allowed ? all.allowed : all.denied).push_back(rule.prefix);
  policy_ = approval::Policy(all);
}

void Configuration::remember(const Remember& rule) {
  if (rule.scope == RememberScope::Session) {
    session_rules_.push_back(rule);
  } else {
    (rule.allowed ? settings_.allowed_commands : settings_.denied_commands).push_back(rule.prefix);
    (rule.allowed ? rules_.allowed : rules_.denied).push_back(rule.prefix);
  }
  make_policy();
}

approval::Decision Configuration::check(std::string_view command, std::string_view cwd, shell::ShellKind shell,
                                        const shell::SyntaxTree* tree) const {
  return approval::decide({.command = command,
                           .shell = shell,
                           .cwd = cwd,
                           .workspace_folders = environment_.workspace_folders,
                           .session = &defined_names_,
                           .locate = find_program_,
                           .tree = tree},
                          policy_);
}

shell::ShellKind Configuration::default_shell() const { return shell::shell_kind_of(environment_.default_shell); }

const std::string& Configuration::shell_path(const std::string& named) const {
  return named.empty() ? environment_.default_shell : named;
}

std::string Configuration::absolute_path(const std::string& path) const {
  if (path.empty()) return environment_.cwd;
  return (std::filesystem::path(environment_.cwd) / path).lexically_normal().string();
}

}  // namespace termhost::host
