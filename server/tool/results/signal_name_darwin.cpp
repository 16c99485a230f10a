#include <array>

#include "tool/results/signal_name.hpp"

namespace termhost::tool {
namespace {

constexpr std::array names{
    SignalName{1, "SIGHUP"},   SignalName{2, "SIGINT"},     SignalName{3, "SIGQUIT"},  SignalName{4, "SIGILL"},
    SignalName{5, "SIGTRAP"},  SignalName{6, "SIGABRT"},    SignalName{7, "SIGEMT"},   SignalName{8, "SIGFPE"},
    SignalName{9, "SIGKILL"},  SignalName{10, "SIGBUS"},    SignalName{11, "SIGSEGV"}, SignalName{12, "SIGSYS"},
    SignalName{13, "SIGPIPE"}, SignalName{14, "SIGALRM"},   SignalName{15, "SIGTERM"}, SignalName{24, "SIGXCPU"},
    SignalName{25, "SIGXFSZ"}, SignalName{26, "SIGVTALRM"}, SignalName{27, "SIGPROF"}, SignalName{30, "SIGUSR1"},
    SignalName{31, "SIGUSR2"},
};

}  // namespace

std::span<const SignalName> signals_here() { return names; }

}  // namespace termhost::tool
