// termhost stop: ends a terminal that waits for a termhost, with all that runs in it.
#include <cstdio>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/commands/waiting_terminals.hpp"
#include "io/handle.hpp"
#include "io/private_socket_posix.hpp"

namespace termhost::cli {
namespace {

/// Longer than a guard's patience with processes that do not end.
constexpr int patience_seconds = 10;

int stop(int id) {
  const auto peer = ask_waiting(id, io::DoorVerb::End);
  if (!peer) {
    std::fprintf(stderr, "termhost stop: %s\n", peer.error().c_str());
    return 1;
  }
  io::limit_waits(*peer, patience_seconds);
  char nothing = 0;
  if (io::read_some(peer->get(), &nothing, 1) == 0) return 0;
  std::fprintf(stderr, "termhost stop: command %d has not ended within %d s\n", id, patience_seconds);
  return 1;
}

}  // namespace

void add_stop(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand("stop", "End a command that `termhost list` shows, with all its processes");
  auto id = std::make_shared<int>(0);
  command->add_option("id", *id, "Number in the first column of `termhost list`")->required();
  command->callback([id, &exit_status] { exit_status = stop(*id); });
}

}  // namespace termhost::cli
