#include "io/sandbox/file_copies_linux.hpp"

#include <array>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>

#include "io/handle.hpp"
#include "io/sandbox/exact_path_linux.hpp"

namespace termhost::io {
namespace {

constexpr off_t largest = off_t{8} << 20;

void copy(const FileDescriptor& file, const struct stat& status, const std::string& path) {
  const FileDescriptor source(::open(name_of(file).c_str(), O_RDONLY | O_CLOEXEC));
  if (!source || status.st_size > largest) return;
  const FileDescriptor made(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  std::array<char, 65536> part;
  for (ssize_t size = 0; made && (size = ::read(source.get(), part.data(), part.size())) > 0;)
    if (!write_whole(made.get(), {part.data(), static_cast<std::size_t>(size)})) return;
  const std::array times{status.st_atim, status.st_mtim};
  if (made && ::fchmod(made.get(), status.st_mode & 0777) == 0) ::futimens(made.get(), times.data());
}

}  // namespace

void make_anew(const FileDescriptor& file, const std::string& path) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return;
  if (S_ISREG(status.st_mode)) return copy(file, status, path);
  std::array<char, PATH_MAX> target{};
  if (S_ISLNK(status.st_mode) && ::readlinkat(file.get(), "", target.data(), target.size() - 1) > 0)
    (void)!::symlink(target.data(), path.c_str());
}

}  // namespace termhost::io
