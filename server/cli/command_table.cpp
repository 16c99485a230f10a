#include "cli/command_table.hpp"

#include <array>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"

namespace termhost::cli {
namespace {

using AddCommand = void (*)(CLI::App&, int& exit_status);

constexpr auto commands = std::to_array<AddCommand>({add_check, add_flatten, add_read, add_render});

}  // namespace

int run(int argc, char** argv) {
  CLI::App app{"Runs shell commands for AI agents in editors, and returns results that can be trusted.", "termhost"};
  app.set_version_flag("--version", "termhost " TERMHOST_VERSION);
  app.require_subcommand(1);
  int exit_status = 0;
  for (const AddCommand add : commands) add(app, exit_status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return exit_status;
}

}  // namespace termhost::cli
