// What ends an agent's waiting for a command that goes on.
#pragma once

namespace termhost::tool {

struct Until {
  bool input = false;  ///< it waits for somebody to type

  [[nodiscard]] bool is_met_by(const Until& what) const { return input && what.input; }
  [[nodiscard]] bool only_the_end() const { return !input; }
};

}  // namespace termhost::tool
