#include "io/process/proc_text_linux.hpp"

#include <array>
#include <fcntl.h>
#include <unistd.h>

#include <climits>

#include "io/file_descriptor.hpp"

namespace termhost::io {

std::optional<std::string> proc_text(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return std::nullopt;
  std::string text;
  std::array<char, 4096> part;
  ssize_t size = 0;
  while ((size = ::read(file.get(), part.data(), part.size())) > 0)
    text.append(part.data(), static_cast<std::size_t>(size));
  return size < 0 ? std::nullopt : std::optional(std::move(text));
}

std::string proc_link(const std::string& path) {
  std::array<char, PATH_MAX> target;
  const ssize_t size = ::readlink(path.c_str(), target.data(), target.size());
  return size < 0 ? std::string() : std::string(target.data(), static_cast<std::size_t>(size));
}

}  // namespace termhost::io
