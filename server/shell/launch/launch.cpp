#include "shell/launch/launch.hpp"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "shell/launch/defaults.hpp"
#include "shell/launch/integration.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

std::string posix_quoted(std::string_view text) { return quote_in_script(text, ShellKind::Bash); }

/// The value of a kept default in this terminal: the caller's, or else ours.
std::string kept_value(const DefaultVariable& variable, const Environment& wanted) {
  const auto found = wanted.find(std::string(variable.name));
  return found == wanted.end() ? std::string(variable.value) : found->second;
}

/// `__termhost_defaults`, which sets the kept defaults again after the rc files.
std::string posix_defaults(const Environment& wanted) {
  std::string out = "__termhost_defaults() {\n  export";
  for (const DefaultVariable& variable : default_variables) {
    if (variable.strength != DefaultStrength::Kept) continue;
    out += " " + std::string(variable.name) + "=" + posix_quoted(kept_value(variable, wanted));
  }
  return out + "\n}\n";
}

std::string posix_prelude(const LaunchRequest& request) {
  const auto flag = [](std::string_view name, bool set) { return fmt::format(" __termhost_{}={:d}", name, set); };
  return "__termhost_folder=" + posix_quoted(request.folder) + flag("login", request.login) +
         flag("agent", request.agent) + flag("startup", request.startup_files) +
         " __termhost_states=" + posix_quoted(request.state_folder) + "\n" + posix_defaults(request.wanted);
}

/// One of our scripts with `value` for each `placeholder`.
std::string filled_in(std::string_view script, std::string_view placeholder, std::string_view value) {
  std::string text(integration_script(script));
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += value.size())
    text.replace(at, placeholder.size(), value);
  return text;
}

/// The script that prints the marks. The source of its nonces is a word in it, and in no variable that a command sets.
std::string marking_script(std::string_view script, const LaunchRequest& request) {
  return filled_in(script, "@NONCE_SOURCE@", quote_in_script(request.nonce_source, request.kind));
}

/// The value of $ENV before us, for the script that $ENV now names.
std::string own_env(const LaunchRequest& request) {
  const auto theirs = request.inherited.find("ENV");
  const bool set = theirs != request.inherited.end();
  return std::string("__termhost_env_set=") + (set ? "1" : "0") +
         " __termhost_env=" + posix_quoted(set ? theirs->second : "") + "\n";
}

void plan_bash(const LaunchRequest& request, Launch& launch) {
  std::string prelude = posix_prelude(request);
  if (request.inherited.contains("POSIXLY_CORRECT")) {  // then it reads $ENV and nothing else
    prelude += own_env(request);
    launch.environment["ENV"] = request.folder + "/termhost.bash";
  }
  launch.files.push_back({"termhost.bash", prelude + marking_script("termhost.bash", request)});
  launch.argv = {request.path, "--init-file", request.folder + "/termhost.bash", "-i"};
  launch.integrated = true;
}

/// A startup file of ours in place of the user's.
std::string zsh_startup(std::string_view file) { return filled_in("startup.zsh", "@FILE@", file); }

/// zsh looks for its startup files in ZDOTDIR. There it finds ours, which replace the user's one after the other. After
/// .zshrc the variable has the user's value again.
void plan_zsh(const LaunchRequest& request, Launch& launch) {
  const auto theirs = request.inherited.find("ZDOTDIR");
  const bool set = theirs != request.inherited.end();
  const std::string again = "if [[ -o interactive ]]; then ZDOTDIR=$__termhost_folder; fi\n";
  launch.files.push_back({".zshenv", posix_prelude(request) + std::string(integration_script("nonce.zsh")) +
                                         "__termhost_zdotdir_set=" + (set ? "1" : "0") +
                                         " __termhost_zdotdir=" + posix_quoted(set ? theirs->second : "") + "\n" +
                                         zsh_startup(".zshenv") + again});
  launch.files.push_back({".zprofile", zsh_startup(".zprofile") + again});
  launch.files.push_back({".zshrc", zsh_startup(".zshrc") + std::string(integration_script("finish.zsh"))});
  launch.files.push_back({"termhost.zsh", marking_script("termhost.zsh", request)});
  launch.environment["ZDOTDIR"] = request.folder;
  launch.argv = {request.path, request.login ? "-il" : "-i"};
  if (!request.startup_files) launch.argv.emplace_back("-d");  // nor the system's
  launch.integrated = true;
}

void plan_fish(const LaunchRequest& request, Launch& launch) {
  std::string prelude = "set -g __termhost_folder " + quote_in_script(request.folder, ShellKind::Fish) +
                        "\nset -g __termhost_agent " + (request.agent ? "1" : "0") +
                        "\nset -g __termhost_told 0\nset -g __termhost_states " +
                        quote_in_script(request.state_folder, ShellKind::Fish) + "\n";
  for (const DefaultVariable& variable : default_variables)
    if (variable.strength == DefaultStrength::Kept)
      prelude += "set -gx " + std::string(variable.name) + " " +
                 quote_in_script(kept_value(variable, request.wanted), ShellKind::Fish) + "\n";
  launch.files.push_back({"termhost.fish", prelude + marking_script("termhost.fish", request)});
  launch.argv = {request.path, "--init-command", "source " + quote(request.folder + "/termhost.fish", ShellKind::Fish),
                 "-i"};
  if (request.login) launch.argv.emplace_back("-l");
  if (!request.startup_files) launch.argv.emplace_back("--no-config");
  launch.integrated = true;
}

/// dash, ksh and others that know no more than $ENV.
void plan_sh(const LaunchRequest& request, Launch& launch) {
  launch.files.push_back(
      {"termhost.sh", posix_prelude(request) + own_env(request) + marking_script("termhost.sh", request)});
  launch.environment["ENV"] = request.folder + "/termhost.sh";
  launch.argv = {request.path, request.login ? "-il" : "-i"};
  launch.start_mark = "\x1b]633;C\a";
  launch.integrated = true;
}

void plan_powershell(const LaunchRequest& request, Launch& launch) {
  std::string prelude = "$__TermhostFolder = " + quote_in_script(request.folder, ShellKind::PowerShell) +
                        "\n$__TermhostAgent = $" + (request.agent ? "true" : "false") +
                        "\n$__TermhostStates = " + quote_in_script(request.state_folder, ShellKind::PowerShell) + "\n";
  for (const DefaultVariable& variable : default_variables)
    if (variable.strength == DefaultStrength::Kept)
      prelude += "$env:" + std::string(variable.name) + " = " +
                 quote_in_script(kept_value(variable, request.wanted), ShellKind::PowerShell) + "\n";
  launch.files.push_back({"termhost.ps1", prelude + std::string(integration_script("termhost.ps1"))});
  launch.argv = {request.path, "-NoLogo", "-NoExit", "-Command",
                 ". " + quote(request.folder + "/termhost.ps1", ShellKind::PowerShell)};
  if (request.login) launch.argv.insert(launch.argv.begin() + 1, "-Login");
  if (!request.startup_files) launch.argv.insert(launch.argv.begin() + 1, "-NoProfile");
  launch.integrated = true;
}

/// By GIT_CONFIG_COUNT and its numbered pairs (git-config(1)); the last of two pairs with one key holds. A count that
/// git could not read stays for git to complain about.
void add_git_setting(const GitSetting& setting, Environment& environment) {
  std::string& count = environment["GIT_CONFIG_COUNT"];
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), number);
  if (!count.empty() && (error != std::errc() || end != count.data() + count.size())) return;
  environment[fmt::format("GIT_CONFIG_KEY_{}", number)] = setting.key;
  environment[fmt::format("GIT_CONFIG_VALUE_{}", number)] = setting.value;
  count = std::to_string(number + 1);
}

}  // namespace

Environment default_environment(const Environment& wanted) {
  Environment environment = wanted;
  for (const DefaultVariable& variable : default_variables)
    environment.try_emplace(std::string(variable.name), std::string(variable.value));
  return environment;
}

Environment merged_environment(Environment inherited, const Environment& additions) {
  for (const std::string_view name : removed_variables) inherited.erase(std::string(name));
  for (const auto& [name, value] : additions) inherited[name] = value;
  for (const GitSetting& setting : git_settings) add_git_setting(setting, inherited);
  return inherited;
}

Launch plan_launch(const LaunchRequest& request) {
  Launch launch;
  launch.environment = default_environment(request.wanted);
  launch.argv = {request.path, "-i"};
  switch (request.kind) {
    case ShellKind::Bash: plan_bash(request, launch); break;
    case ShellKind::Zsh: plan_zsh(request, launch); break;
    case ShellKind::Dash:
    case ShellKind::Ksh: plan_sh(request, launch); break;
    case ShellKind::Fish: plan_fish(request, launch); break;
    case ShellKind::PowerShell: plan_powershell(request, launch); break;
    case ShellKind::Unknown: break;
  }
  return launch;
}

}  // namespace termhost::shell
