// A process that still holds the output of a finished command open.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace termhost::terminal {

struct Holder {
  int pid = 0;
  std::string name;
  friend bool operator==(const Holder&, const Holder&) = default;
};

/// Whatever it is called by now: a process that has not become its program yet bears the name of the shell.
[[nodiscard]] inline const Holder* find_process(const std::vector<Holder>& all, const Holder& process) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Holder& one) { return one.pid == process.pid; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace termhost::terminal
