#include "tool/results/signal_name.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace termhost::tool {
namespace {

struct SignalName {
  int number;
  std::string_view name;
};
constexpr std::array signal_names{
    SignalName{1, "SIGHUP"},   SignalName{2, "SIGINT"},   SignalName{3, "SIGQUIT"},  SignalName{4, "SIGILL"},
    SignalName{5, "SIGTRAP"},  SignalName{6, "SIGABRT"},  SignalName{7, "SIGBUS"},   SignalName{8, "SIGFPE"},
    SignalName{9, "SIGKILL"},  SignalName{10, "SIGUSR1"}, SignalName{11, "SIGSEGV"}, SignalName{12, "SIGUSR2"},
    SignalName{13, "SIGPIPE"}, SignalName{14, "SIGALRM"}, SignalName{15, "SIGTERM"}, SignalName{16, "SIGSTKFLT"},
    SignalName{24, "SIGXCPU"}, SignalName{25, "SIGXFSZ"}, SignalName{31, "SIGSYS"},
};

}  // namespace

std::string signal_name(int number) {
  for (const SignalName& row : signal_names) {
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
