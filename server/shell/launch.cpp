#include "shell/launch.hpp"

#include "shell/defaults.hpp"
#include "shell/integration.hpp"

namespace termhost::shell {
namespace {

/// One word of a POSIX shell or fish, single-quoted.
std::string quoted(std::string_view text, std::string_view escaped_quote) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += escaped_quote;
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string posix_quoted(std::string_view text) { return quoted(text, "'\\''"); }

/// What the kept defaults are in this terminal: the caller's word, else ours.
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
  return "__termhost_nonce=" + posix_quoted(request.nonce) + " __termhost_login=" + (request.login ? "1" : "0") + "\n" +
         posix_defaults(request.wanted);
}

void plan_bash(const LaunchRequest& request, Launch& launch) {
  launch.files.push_back({"termhost.bash", posix_prelude(request) + std::string(integration_script("termhost.bash"))});
  launch.argv = {request.path, "--init-file", request.folder + "/termhost.bash", "-i"};
  launch.integrated = true;
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
  return inherited;
}

Launch plan_launch(const LaunchRequest& request) {
  Launch launch;
  launch.environment = default_environment(request.wanted);
  launch.argv = {request.path, "-i"};
  switch (request.kind) {
    case ShellKind::Bash: plan_bash(request, launch); break;
    case ShellKind::Zsh:
    case ShellKind::Dash:
    case ShellKind::Ksh:
    case ShellKind::Fish:
    case ShellKind::PowerShell:
    case ShellKind::Unknown: break;
  }
  return launch;
}

}  // namespace termhost::shell
