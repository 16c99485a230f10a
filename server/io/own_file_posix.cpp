#include "io/own_file_posix.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/file_descriptor.hpp"

namespace termhost::io {
namespace {

using Content = base::Expected<std::string, std::string>;

constexpr std::size_t longest_file = std::size_t{4} << 20;

struct Opened {
  FileDescriptor file;
  struct stat status {};

  explicit Opened(const std::string& path) : file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (file && ::fstat(file.get(), &status) != 0) file = {};
  }
};

bool others_may_write(const struct stat& file) {
  const bool group = (file.st_mode & S_IWGRP) != 0 && file.st_gid != ::getegid();  // one's own group is oneself
  return group || (file.st_mode & S_IWOTH) != 0;
}

Content unreadable(const std::string& what, const std::string& path) {
  return base::unexpected(fmt::format("the {} file '{}' cannot be read", what, path));
}

Content whole(int file, const std::string& what, const std::string& path) {
  std::string text;
  std::array<char, 16384> block;
  while (text.size() <= longest_file) {
    const ssize_t got = ::read(file, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return unreadable(what, path);
    if (got == 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
  }
  return base::unexpected(fmt::format("the {} file '{}' is larger than 4 MiB", what, path));
}

}  // namespace

Content read_own_file(const std::string& what, const std::string& path) {
  const Opened opened(path);
  const auto& [file, status] = opened;
  if (!file) return unreadable(what, path);
  if (status.st_uid != ::geteuid() && status.st_uid != 0)
    return base::unexpected(fmt::format("the {} file '{}' belongs to another user; make one of your own", what, path));
  if (S_ISREG(status.st_mode) && others_may_write(status))
    return base::unexpected(
        fmt::format("the {} file '{}' can be written by others; run `chmod go-w` on it", what, path));
  return whole(file.get(), what, path);
}

Content read_plain_file(const std::string& what, const std::string& path) {
  const Opened opened(path);
  if (!opened.file || !S_ISREG(opened.status.st_mode)) return unreadable(what, path);
  return whole(opened.file.get(), what, path);
}

}  // namespace termhost::io
