#include "io/storage/replace_file_posix.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/handle.hpp"

namespace termhost::io {
namespace {

std::string failure(const std::filesystem::path& file) {
  return fmt::format("{} cannot be written: {}", file.string(), std::strerror(errno));
}

/// Mode and owner of the old file; only root may find another owner, and only root can keep him.
bool looks_like(int fd, const std::filesystem::path& old) {
  struct stat was {};
  if (::stat(old.c_str(), &was) != 0) return errno == ENOENT;
  return (was.st_uid == ::geteuid() || ::fchown(fd, was.st_uid, was.st_gid) == 0) &&
         ::fchmod(fd, was.st_mode & 07777) == 0;
}

bool make_private_folders(const std::filesystem::path& folder) {
  if (folder.empty() || ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) return true;
  return errno == ENOENT && make_private_folders(folder.parent_path()) && ::mkdir(folder.c_str(), 0700) == 0;
}

}  // namespace

base::Expected<std::string, std::string> read_small_file(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error) && !error) return "";
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) return base::unexpected(fmt::format("{} cannot be read", file.string()));
  return text;
}

std::string replace_file(const std::filesystem::path& file, std::string_view before, std::string_view after) {
  std::error_code none;
  const std::filesystem::path real = std::filesystem::weakly_canonical(file, none);
  if (none || !make_private_folders(real.parent_path())) return failure(file);
  std::string draft = real.string() + ".XXXXXX";
  const int fd = ::mkstemp(draft.data());
  if (fd < 0) return failure(file);
  const bool written = write_whole(fd, after) && looks_like(fd, real) && ::fsync(fd) == 0;
  const std::string problem = written ? "" : failure(file);
  ::close(fd);
  const bool unchanged = read_small_file(real) == std::string(before);
  if (written && unchanged && ::rename(draft.c_str(), real.c_str()) == 0) return {};
  const std::string reason = !written    ? problem
                             : unchanged ? failure(file)
                                         : file.string() + " was changed meanwhile; try again";
  ::unlink(draft.c_str());
  return reason;
}

}  // namespace termhost::io
