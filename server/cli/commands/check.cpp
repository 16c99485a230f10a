#include <filesystem>
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

#include "approval/policy.hpp"
#include "cli/commands/commands.hpp"
#include "cli/settings/policy_file.hpp"
#include "cli/standard_input.hpp"
#include "cli/verdict.hpp"
#include "shell/syntax/shell_kind.hpp"

namespace termhost::cli {
namespace {

nlohmann::ordered_json to_json(const approval::Decision& decision) {
  nlohmann::ordered_json commands = nlohmann::ordered_json::array();
  for (const approval::CommandVerdict& part : decision.commands)
    commands.push_back({{"text", part.text},
                        {"verdict", approval::to_string(part.verdict)},
                        {"rule", part.rule},
                        {"reason", part.reason},
                        {"hazards", part.hazards}});
  return {{"verdict", approval::to_string(decision.verdict)},
          {"commands", std::move(commands)},
          {"reason", decision.reason},
          {"suggestions", decision.suggestions},
          {"hazards", decision.hazards}};
}

void check(const std::string& shell, const std::string& policy_file) {
  std::error_code error;  // no folder: nothing is outside of it
  const std::string cwd = std::filesystem::current_path(error).string();
  const approval::Decision decision = verdict_on(standard_input(), shell::shell_kind_of(shell), cwd, {cwd},
                                                 policy_in({cwd}, policy_file, read_person_settings()));
  std::cout << to_json(decision).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) << '\n';
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
  command->add_option("--shell", options->shell, "bash, zsh, dash, ksh, fish or pwsh")->required();
  command->add_option("--policy", options->policy,
                      "JSON file with allowedCommands, deniedCommands and askedCommands; default: "
                      "$XDG_CONFIG_HOME/termhost/policy.json");
  command->callback([options] { check(options->shell, options->policy); });
}

}  // namespace termhost::cli
