#include <unistd.h>

#include <climits>

#include "io/process/process_image.hpp"

namespace termhost::io {
namespace {

std::string link_of(pid_t pid, const char* name) {
  char target[PATH_MAX];
  const std::string path = "/proc/" + std::to_string(pid) + "/" + name;
  const ssize_t size = ::readlink(path.c_str(), target, sizeof target);
  return size < 0 ? std::string() : std::string(target, static_cast<std::size_t>(size));
}

}  // namespace

std::string program_of(pid_t pid) { return link_of(pid, "exe"); }

std::string directory_of(pid_t pid) { return link_of(pid, "cwd"); }

}  // namespace termhost::io
