// The processes of a terminal as the kernel shows them at a moment, and what of them a command is answerable for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "terminal/holder.hpp"

namespace termhost::terminal {

/// By a process and those that it has waited for. Bytes are of files, pipes, sockets and terminals alike.
struct Spent {
  std::int64_t cpu_ms = 0;
  std::uint64_t read_bytes = 0, written_bytes = 0;
};

struct SeenProcess {
  int pid = 0, parent = 0;
  std::uint64_t started = 0;  ///< with the pid it names one process for ever
  std::string name;
  bool of_shell = false;     ///< the shell, or who looks after it
  bool foreground = false;   ///< it has the terminal
  bool folder_gone = false;  ///< of the shell: the folder it is in was deleted
  Spent spent;
  std::uint64_t peak_memory = 0;  ///< bytes; 0: not known
  std::vector<int> listening;     ///< TCP ports
};

/// Parents before their children; empty: nothing can be told.
using SeenTree = std::vector<SeenProcess>;

/// The footprint of all processes that have begun since a first look, and of the shell's own work meanwhile.
struct Footprint {
  Spent spent;
  std::uint64_t peak_memory = 0;      ///< of the largest that is there; 0: nobody is
  std::vector<int> listening;         ///< in order, each once
  std::vector<Holder> in_background;  ///< without the terminal
  bool folder_gone = false;           ///< that the shell is in
};

[[nodiscard]] Footprint footprint(const SeenTree& before, const SeenTree& now);

}  // namespace termhost::terminal
