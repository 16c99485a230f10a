#include <filesystem>
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

#include "approval/decision/decide.hpp"
#include "cli/commands/commands.hpp"
#include "cli/environment.hpp"
#include "cli/settings/policy_file.hpp"
#include "cli/standard_input.hpp"
#include "cli/verdict.hpp"
#include "host/state/places.hpp"
#include "host/wire/wire.hpp"
#include "io/terminals/confined_start.hpp"
#include "protocol/codec/encode.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::cli {
namespace {

void check(const std::string& shell, const std::string& named) {
  std::error_code error;  // no folder: nothing is outside of it
  const std::string cwd = std::filesystem::current_path(error).string();
  const PersonSettings person = read_person_settings();
  const PolicyFile policy = persons_policy(named, person);
  const host::Confinement workspace = confinement_of({cwd}, person);
  const approval::PolicyRules rules = confined(policy.rules, workspace);
  const shell::ShellKind kind = shell::shell_kind_of(shell.empty() ? environment("SHELL") : shell);
  const approval::Decision decision = verdict_on(standard_input(), kind, cwd, {cwd}, rules);
  host::Settings settings = person.settings;
  if (policy.sandbox) settings.sandbox = *policy.sandbox;
  settings = confined(std::move(settings), workspace);
  const auto means_of = [&](sandbox::Level level) {
    return io::try_sandbox(host::sandbox_at(level, settings.sandbox, {cwd}, rules.secret_files));
  };
  const auto place = host::place_on_machine(decision, static_cast<sandbox::Level>(settings.sandbox.level),
                                            settings.auto_approve && rules.problem.empty(), means_of);
  const nlohmann::ordered_json answer = protocol::encode(host::to_wire(decision, place));
  std::cout << answer.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace

void add_check(CLI::App& app, int& /*exit_status*/) {
  struct Options {
    std::string shell;
    std::string policy;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("check", "Tell whether a policy allows, asks about or denies a command (read from stdin)");
  command->add_option("--shell", options->shell, "bash, zsh, dash, ksh, fish or pwsh; default: $SHELL");
  command->add_option("--policy", options->policy,
                      "JSON file with allowedCommands, deniedCommands and askedCommands; default: "
                      "$XDG_CONFIG_HOME/termhost/policy.json");
  command->callback([options] { check(options->shell, options->policy); });
}

}  // namespace termhost::cli
