#include "cli/command_table.hpp"

#include <csignal>
#include <exception>
#include <iostream>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "cli/log.hpp"

namespace termhost::cli {
namespace {

using AddCommand = void (*)(CLI::App&, int& exit_status);

constexpr AddCommand commands[] = {
    add_serve,  //
    add_mcp,    //
    add_acp_terminals,
    add_exec,     //
    add_flatten,  //
    add_check,    //
    add_read,     //
    add_render,   //
    add_doctor,   //
    add_replay,   //
};

constexpr int could_not_run = 125;

/// A file that may not grow is an error of that write, not the end of everything. What we start gets the default again.
void outlive_file_limits() {
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

int run_command(CLI::App& app, int argc, char** argv, const int& exit_status) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (!app.get_subcommands().empty()) return exit_status;
  if (isatty(STDIN_FILENO) == 0) return run_serve();  // an editor that starts plain `termhost` means the server
  std::cout << app.help();
  return 2;
}

}  // namespace

int run(int argc, char** argv) {
  outlive_file_limits();
  CLI::App app{"Runs shell commands for AI agents in editors, and returns results that can be trusted.", "termhost"};
  app.set_version_flag("--version", "termhost " TERMHOST_VERSION);
  app.require_subcommand(0, 1);
  int exit_status = 0;
  for (const AddCommand add : commands) add(app, exit_status);
  try {
    return run_command(app, argc, argv, exit_status);
  } catch (const std::exception& error) {  // no descriptor, no thread, no memory: there is nothing to go on with
    log_line(std::string("the system gives no more, and termhost ends: ") + error.what() +
             "; raise the limits of this user or session (ulimit -a shows them)");
    return could_not_run;
  }
}

}  // namespace termhost::cli
