// termhost attach: a look into a terminal that waits for a termhost, and the keyboard of this terminal for it.
#include <cstdio>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/commands/waiting_terminals.hpp"
#include "io/terminals/joined_terminal_posix.hpp"

namespace termhost::cli {
namespace {

int attach(int id) {
  auto peer = ask_waiting(id, io::DoorVerb::Attach);
  if (!peer) {
    std::fprintf(stderr, "termhost attach: %s\n", peer.error().c_str());
    return 1;
  }
  io::join_terminal(*peer);
  return 0;
}

}  // namespace

void add_attach(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand("attach",
                                         "Show the terminal of a command that `termhost list` shows, and type into it; "
                                         "Ctrl+\\ ends attach, and the command "
                                         "goes on");
  auto id = std::make_shared<int>(0);
  command->add_option("id", *id, "Number in the first column of `termhost list`")->required();
  command->callback([id, &exit_status] { exit_status = attach(*id); });
}

}  // namespace termhost::cli
