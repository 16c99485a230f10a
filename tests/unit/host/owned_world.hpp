// A command in a terminal of our own, up to its start: what the tests of such terminals begin with.
#pragma once

#include <string>
#include <utility>

#include "world.hpp"

namespace termhost::testing {

/// The keys for a command: Ctrl+U first, for what may stand in the line, and Enter.
inline std::string typed(const std::string& command) { return "\x15 " + command + "\r"; }

struct Owned : World {
  Owned() : World(everything_allowed(), false) {}
  base::TerminalId id{"owned-1"};
  Answer answer;

  host::CallId start(const std::string& command, host::ExecuteRequest request = {}) {
    const host::CallId call = run(command, answer, std::move(request));
    owned_prompt(id);
    owned_says(id, command + "\r\n" + mark("E;" + command) + mark("C"));
    return call;
  }
};

}  // namespace termhost::testing
