// `termhost flatten`: a command of any shape in, the same on one line out.
#include "shell/flatten/flatten.hpp"

#include <cstdio>
#include <iostream>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.hpp"
#include "cli/standard_input.hpp"

namespace termhost::cli {
namespace {

int flatten(const std::string& shell_name) {
  const shell::ShellKind shell = shell::shell_kind_of(shell_name);
  if (shell == shell::ShellKind::Unknown) {
    fmt::print(stderr, "termhost flatten: unknown shell '{}'; it is one of bash, zsh, dash, ksh, fish, pwsh\n",
               shell_name);
    return 2;
  }
  const std::string command = standard_input();
  shell::Flattened result = shell::flatten(command, shell);
  nlohmann::ordered_json answer;
  answer["status"] = to_string(result.status);
  answer["form"] = nullptr;
  if (result.form != shell::FlattenForm::None) answer["form"] = to_string(result.form);
  answer["command"] = std::move(result.command);
  answer["reason"] = std::move(result.reason);
  std::cout << answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  return std::cout.flush() ? 0 : 1;
}

}  // namespace

void add_flatten(CLI::App& app, int& exit_status) {
  auto* command = app.add_subcommand("flatten", "Rewrite a command (read from stdin) as one line that does the same");
  auto shell = std::make_shared<std::string>();
  command->add_option("--shell", *shell, "bash, zsh, dash, ksh, fish or pwsh")->required();
  command->callback([shell, &exit_status] { exit_status = flatten(*shell); });
}

}  // namespace termhost::cli
