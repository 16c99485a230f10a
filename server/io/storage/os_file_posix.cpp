#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/storage/os_file.hpp"

namespace termhost::io {
namespace {

using terminal::StoreErrorCode;

constexpr mode_t private_file = 0600, private_folder = 0700;
constexpr int read_flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC;
constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

FileDescriptor open_at(const FileDescriptor& folder, const std::string& name, int flags) {
  return FileDescriptor(::openat(folder.get(), name.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, private_file));
}

/// POSIX 2008 has the time as `st_mtim`, Darwin as `st_mtimespec`.
template <class Stat>
FileFacts facts_in(const Stat& info) {
  timespec time{};
  if constexpr (requires { info.st_mtim; })
    time = info.st_mtim;
  else
    time = info.st_mtimespec;
  return {.is_plain = S_ISREG(info.st_mode),
          .bytes = static_cast<std::uint64_t>(info.st_size),
          .names = static_cast<std::uint64_t>(info.st_nlink),
          .modified = static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec};
}

int operation_of(Lock kind) { return kind == Lock::Shared ? LOCK_SH : LOCK_EX; }

}  // namespace

FileDescriptor open_to_read(const std::string& path) { return FileDescriptor(::open(path.c_str(), read_flags)); }

FileDescriptor open_to_read(const FileDescriptor& folder, const std::string& name) {
  return open_at(folder, name, read_flags);
}

FileDescriptor create_file(const FileDescriptor& folder, const std::string& name) {
  return open_at(folder, name, O_RDWR | O_CREAT | O_EXCL);
}

FileDescriptor open_or_create(const FileDescriptor& folder, const std::string& name) {
  return open_at(folder, name, O_RDWR | O_CREAT);
}

FileDescriptor open_emptied(const std::string& path) {
  return FileDescriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, private_file));
}

FileDescriptor open_folder(const std::string& path) { return FileDescriptor(::open(path.c_str(), folder_flags)); }

FileDescriptor open_folder(const FileDescriptor& parent, const std::string& name) {
  return open_at(parent, name, folder_flags);
}

bool make_folder(const FileDescriptor& parent, const std::string& name) {
  return ::mkdirat(parent.get(), name.c_str(), private_folder) == 0 || errno == EEXIST;
}

bool make_folders(const std::string& path) {
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    ::mkdir(path.substr(0, slash).c_str(), private_folder);
  }
  return ::mkdir(path.c_str(), private_folder) == 0 || errno == EEXIST;
}

std::vector<std::string> entries_of(const FileDescriptor& folder) {
  std::vector<std::string> names;
  DIR* stream = ::fdopendir(::openat(folder.get(), ".", folder_flags));
  if (stream == nullptr) return names;
  while (const dirent* entry = ::readdir(stream)) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  ::closedir(stream);
  return names;
}

std::optional<FileFacts> facts_of(const FileDescriptor& file) {
  struct stat info {};
  return ::fstat(file.get(), &info) == 0 ? std::optional(facts_in(info)) : std::nullopt;
}

std::optional<FileFacts> facts_of(const FileDescriptor& folder, const std::string& name) {
  struct stat info {};
  const bool there = ::fstatat(folder.get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0;
  return there ? std::optional(facts_in(info)) : std::nullopt;
}

std::optional<std::uint64_t> free_bytes(const FileDescriptor& file) {
  struct statvfs disk {};
  if (::fstatvfs(file.get(), &disk) != 0) return std::nullopt;
  return static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
}

long read_at(const FileDescriptor& file, std::uint64_t offset, char* into, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::pread(file.get(), into + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return -1;
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return static_cast<long>(done);
}

bool write_at(const FileDescriptor& file, std::uint64_t offset, std::string_view text, std::uint64_t& written) {
  while (!text.empty()) {
    const ssize_t size = ::pwrite(file.get(), text.data(), text.size(), static_cast<off_t>(offset + written));
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    written += static_cast<std::uint64_t>(size);
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

bool truncate(const FileDescriptor& file, std::uint64_t size) {
  return ::ftruncate(file.get(), static_cast<off_t>(size)) == 0;
}

bool lock(const FileDescriptor& file, Lock kind) { return ::flock(file.get(), operation_of(kind)) == 0; }

bool try_lock(const FileDescriptor& file, Lock kind) { return ::flock(file.get(), operation_of(kind) | LOCK_NB) == 0; }

bool remove_file(const FileDescriptor& folder, const std::string& name) {
  return ::unlinkat(folder.get(), name.c_str(), 0) == 0;
}

bool remove_folder(const FileDescriptor& parent, const std::string& name) {
  return ::unlinkat(parent.get(), name.c_str(), AT_REMOVEDIR) == 0;
}

std::string home_by_database() {
  const passwd* user = ::getpwuid(::getuid());
  return user != nullptr ? user->pw_dir : "";
}

terminal::StoreError store_error(int number, std::string_view doing, std::string_view path) {
  switch (number) {
    case ENOSPC:
    case EDQUOT: return {StoreErrorCode::DiskFull, fmt::format("no space is left on the disk to {} '{}'", doing, path)};
    case EROFS:
      return {StoreErrorCode::ReadOnly, fmt::format("can't {} '{}': the file system is read-only", doing, path)};
    case EACCES:
    case EPERM: return {StoreErrorCode::NotAllowed, fmt::format("no permission to {} '{}'", doing, path)};
    case ENOENT: return {StoreErrorCode::NotFound, fmt::format("can't {} '{}': it does not exist", doing, path)};
    case ELOOP:
    case ENOTDIR:
      return {StoreErrorCode::NotAllowed,
              fmt::format("can't {} '{}': expected a folder, found a symbolic link or a file", doing, path)};
    default: return {StoreErrorCode::Io, fmt::format("can't {} '{}': {}", doing, path, std::strerror(number))};
  }
}

}  // namespace termhost::io
