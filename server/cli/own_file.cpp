#include "cli/own_file.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/file_descriptor.hpp"

namespace termhost::cli {
namespace {

bool others_may_write(const struct stat& file) {
  const bool group = (file.st_mode & S_IWGRP) != 0 && file.st_gid != ::getegid();  // one's own group is oneself
  return group || (file.st_mode & S_IWOTH) != 0;
}

}  // namespace

base::Expected<std::string, std::string> read_own_file(const std::string& what, const std::string& path) {
  const io::FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0)
    return base::unexpected(fmt::format("the {} file '{}' cannot be read", what, path));
  if (status.st_uid != ::geteuid() && status.st_uid != 0)
    return base::unexpected(fmt::format("the {} file '{}' belongs to somebody else; make one of your own", what, path));
  if (S_ISREG(status.st_mode) && others_may_write(status))
    return base::unexpected(fmt::format("the {} file '{}' can be written by others; `chmod go-w` it", what, path));
  std::string text;
  std::array<char, 16384> block;
  while (true) {
    const ssize_t got = ::read(file.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return base::unexpected(fmt::format("the {} file '{}' cannot be read", what, path));
    if (got == 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace termhost::cli
