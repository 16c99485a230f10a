// The process that waits for input in a terminal, as the kernel reports it.
#pragma once

#include <string>

namespace termhost::terminal {

struct InputReader {
  std::string process;
  bool is_shell = false;      ///< the shell itself, in a `read`
  bool replaced = false;      ///< … which is not the program any more that was started as the shell
  bool whole_lines = true;    ///< the terminal gives it lines, ended by Enter; else each key
  bool echoes = true;         ///< the terminal shows what is typed
  bool keeps_return = false;  ///< Enter comes as a CR, as programs want it that edit lines themselves
  bool certain = true;        ///< false: only the terminal's modes say so, the process is hidden from us
  friend bool operator==(const InputReader&, const InputReader&) = default;
};

}  // namespace termhost::terminal
