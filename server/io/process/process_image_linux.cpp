#include <cstdio>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>

#include "io/process/process_image.hpp"

namespace termhost::io {
namespace {

std::string place_of(pid_t pid, const std::string& name) { return "/proc/" + std::to_string(pid) + "/" + name; }

std::string link_of(pid_t pid, const std::string& name) {
  char target[PATH_MAX];
  const ssize_t size = ::readlink(place_of(pid, name).c_str(), target, sizeof target);
  return size < 0 ? std::string() : std::string(target, static_cast<std::size_t>(size));
}

}  // namespace

std::string program_of(pid_t pid) { return link_of(pid, "exe"); }

std::string command_line_of(pid_t pid) {
  std::ifstream file(place_of(pid, "cmdline"), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string directory_of(pid_t pid) { return link_of(pid, "cwd"); }

std::optional<bool> works_in(pid_t pid, const std::string& directory) {
  struct stat own {
  }, named{};
  if (::stat(place_of(pid, "cwd").c_str(), &own) != 0) return std::nullopt;
  if (::stat(directory.c_str(), &named) != 0) return false;
  return own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

std::string open_file_of(pid_t pid, int descriptor) { return link_of(pid, "fd/" + std::to_string(descriptor)); }

/// The mask in its status file (proc(5)): bit N-1 is signal N.
bool ignores_signal(pid_t pid, int signal) {
  std::ifstream status(place_of(pid, "status"));
  for (std::string line; std::getline(status, line);) {
    unsigned long long mask = 0;
    if (std::sscanf(line.c_str(), "SigIgn: %llx", &mask) == 1) return ((mask >> (signal - 1)) & 1) != 0;
  }
  return false;
}

}  // namespace termhost::io
