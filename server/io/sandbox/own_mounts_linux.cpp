#include "io/sandbox/own_mounts_linux.hpp"

#include <array>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "io/handle.hpp"

namespace termhost::io {
namespace {

constexpr const char* list_name = "mounts";

}  // namespace

std::optional<std::uint64_t> mount_of(const FileDescriptor& file) {
  struct statx status {};
  if (!file || ::statx(file.get(), "", AT_EMPTY_PATH, STATX_MNT_ID, &status) != 0) return std::nullopt;
  return (status.stx_mask & STATX_MNT_ID) != 0 ? std::optional<std::uint64_t>(status.stx_mnt_id) : std::nullopt;
}

bool list_own_mounts(const FileDescriptor& layers, const std::set<std::uint64_t>& mounts) {
  const FileDescriptor list(::openat(layers.get(), list_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  std::string text;
  for (const std::uint64_t mount : mounts) text += fmt::format("{}\n", mount);
  return list && write_whole(list.get(), text);
}

std::set<std::uint64_t> own_mounts(const FileDescriptor& layers) {
  const FileDescriptor list(layers ? ::openat(layers.get(), list_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1);
  std::string text;
  std::array<char, 4096> part{};
  for (ssize_t size = 0; list && (size = ::read(list.get(), part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(size));
  std::set<std::uint64_t> mounts;
  for (std::size_t at = 0, end = 0; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    mounts.insert(std::stoull(text.substr(at, end - at)));
  return mounts;
}

}  // namespace termhost::io
