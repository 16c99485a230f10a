#include "tool/results/signal_name.hpp"

#include <fmt/format.h>

namespace termhost::tool {

std::string signal_name(int number) {
  for (const SignalName& row : signals_here()) {
    if (row.number == number) return std::string(row.name);
  }
  return fmt::format("signal {}", number);
}

int signal_of(terminal::StopStep step) {
  switch (step) {
    case terminal::StopStep::Interrupt: return 2;
    case terminal::StopStep::Terminate: return 15;
    case terminal::StopStep::Kill:
    case terminal::StopStep::EndShell: return 9;
  }
  return 9;
}

}  // namespace termhost::tool
