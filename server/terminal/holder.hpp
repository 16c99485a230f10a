// A process that still holds the output of a finished command open.
#pragma once

#include <string>

namespace termhost::terminal {

struct Holder {
  int pid = 0;
  std::string name;
  friend bool operator==(const Holder&, const Holder&) = default;
};

}  // namespace termhost::terminal
