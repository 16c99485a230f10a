#include "cli/commands/waiting_terminals.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace termhost::cli {
namespace {

/// As far as is known.
bool waits(const io::NotAdmitted& why) {
  return why.reason != io::NotAdmitted::Reason::Owned && why.reason != io::NotAdmitted::Reason::Gone;
}

}  // namespace

std::vector<WaitingTerminal> waiting_terminals() {
  std::vector<WaitingTerminal> all;
  for (const std::string& door : io::doors()) {
    auto facts = io::ask_at_door(door, io::DoorVerb::Describe).and_then(io::read_facts);
    if (!facts && !waits(facts.error())) continue;
    WaitingTerminal& terminal = all.emplace_back();
    terminal.id = io::keeper_at(door);
    if (!facts) {
      terminal.problem = facts.error().sentence;
      continue;
    }
    terminal.facts = *std::move(facts);
    terminal.kept = host::kept_execution(terminal.facts.state);
  }
  return all;
}

base::Expected<io::FileDescriptor, std::string> ask_waiting(int id, io::DoorVerb verb) {
  const std::vector<std::string> doors = io::doors();
  const auto door =
      std::find_if(doors.begin(), doors.end(), [id](const std::string& path) { return io::keeper_at(path) == id; });
  if (door == doors.end())
    return base::unexpected(fmt::format("there is no kept command {}; `termhost list` shows the kept commands", id));
  auto peer = io::ask_at_door(*door, verb);
  if (!peer) return base::unexpected(fmt::format("terminal {}: {}", id, peer.error().sentence));
  return *std::move(peer);
}

}  // namespace termhost::cli
