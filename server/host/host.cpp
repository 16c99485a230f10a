#include "host/host.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace termhost::host {

Host::Host(HostPorts ports, HostEnvironment environment, Settings settings)
    : ports_(ports),
      environment_(std::move(environment)),
      settings_(std::move(settings)),
      registry_(settings_.max_terminals) {
  apply_rules();
}

Host::~Host() {
  closing_ = true;
  for (const auto& [id, terminal] : registry_.all()) {
    if (ports_.owned != nullptr && !terminal.closed &&
        (terminal.source == terminal::Source::Owned || terminal.source == terminal::Source::Pipes)) {
      ports_.owned->close(id);
    }
  }
}

void Host::set_settings(Settings settings) {
  settings_ = std::move(settings);
  registry_.set_max_terminals(settings_.max_terminals);
  apply_rules();
  wake_waiting();
}

void Host::shut_down() {
  std::vector<CallId> open;
  for (const auto& [id, call] : calls_) open.push_back(id);
  waiting_.clear();
  for (const CallId id : open) {
    if (Call* call = find_call(id); call != nullptr && call->reason.empty()) call->reason = "termhost was shut down";
    notify(id, tool::RunEvent::HostEnds);
  }
  while (!waiters_.empty()) answer_waiters(base::ExecutionId(waiters_.front().execution));
}

void Host::set_policy(const approval::PolicyRules& rules) {
  policy_from_settings_ = false;
  rules_ = rules;
  policy_ = approval::Policy(rules_);
}

void Host::apply_rules() {
  if (!policy_from_settings_) return;
  rules_ = {settings_.allowed_commands, settings_.denied_commands, settings_.policy_problem};
  rules_.asked = settings_.asked_commands;
  rules_.secret_files = settings_.secret_files;
  if (settings_.builtin_rules) rules_.builtin = approval::BuiltinRules::ReadOnly;
  policy_ = approval::Policy(rules_);
}

void Host::set_workspace_folders(std::vector<std::string> folders) {
  if (folders.empty()) return;
  if (environment_.cwd != folders.front()) places_.clear();  // where the person goes the agents' shells begin
  environment_.cwd = folders.front();
  environment_.workspace_folders = std::move(folders);
}

approval::Decision Host::check(std::string_view command, std::string_view cwd, shell::ShellKind shell) const {
  return approval::decide(
      {.command = command, .shell = shell, .cwd = cwd, .workspace_folders = environment_.workspace_folders}, policy_);
}

shell::ShellKind Host::default_shell() const { return shell::shell_kind_of(environment_.default_shell); }

std::string Host::absolute_path(const std::string& path) const {
  if (path.empty()) return environment_.cwd;
  return (std::filesystem::path(environment_.cwd) / path).lexically_normal().string();
}

base::Expected<ShellLaunch, OpenError> Host::launch(const std::string& shell) const {
  auto launch = ports_.owned->launch_for_editor(shell.empty() ? environment_.default_shell : shell);
  if (launch) launch->env.insert(environment_.terminal_variables.begin(), environment_.terminal_variables.end());
  return launch;
}

base::ExecutionId Host::next_execution_id() {
  if (ports_.artifacts != nullptr) return ports_.artifacts->next_execution_id();
  return base::ExecutionId(std::to_string(++last_fallback_id_));
}

void Host::task_ended(const base::TaskId& task) {
  registry_.release(task);
  places_.erase(task);
  if (ports_.artifacts != nullptr) ports_.artifacts->end_task(task);
}

void Host::task_rewound(const base::TaskId& task, const std::vector<base::ExecutionId>& keep) {
  if (ports_.artifacts != nullptr) ports_.artifacts->keep_only(task, keep);
}

void Host::flush_outputs() {
  for (auto& [id, record] : executions_) {
    if (!record.execution.ended()) record.execution.log().flush(now());
  }
}

const ExecutionRecord* Host::execution(const base::ExecutionId& id) const {
  const auto found = executions_.find(id);
  return found == executions_.end() ? nullptr : &found->second;
}

}  // namespace termhost::host
