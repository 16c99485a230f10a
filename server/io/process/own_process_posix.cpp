#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sys/utsname.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/process/own_process.hpp"

extern char** environ;

namespace termhost::io {

int own_pid() { return ::getpid(); }

std::map<std::string, std::string> whole_environment() {
  std::map<std::string, std::string> all;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    const std::size_t equals = std::min(variable.find('='), variable.size() - 1);
    all.emplace(variable.substr(0, equals), variable.substr(equals + 1));
  }
  return all;
}

std::string system_name() {
  utsname system{};
  ::uname(&system);
  return fmt::format("{} {} {}", system.sysname, system.release, system.machine);
}

bool has_ended(int pid) { return ::kill(pid, 0) != 0 && errno == ESRCH; }

}  // namespace termhost::io
