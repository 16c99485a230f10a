#include "io/sandbox/process_memory_linux.hpp"

#include <sys/uio.h>

#include <climits>

namespace termhost::io {
namespace {

constexpr std::size_t page = 4096;

}  // namespace

std::string memory_of(pid_t process, std::uint64_t address, std::size_t size) {
  std::string bytes(size, '\0');
  const iovec ours{bytes.data(), size};
  iovec theirs{reinterpret_cast<void*>(static_cast<std::uintptr_t>(address)), size};
  const ssize_t got = ::process_vm_readv(process, &ours, 1, &theirs, 1, 0);
  bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  return bytes;
}

/// Page by page: what lies behind the text may not be there.
std::string text_of(pid_t process, std::uint64_t address) {
  std::string text;
  while (address != 0 && text.size() < PATH_MAX) {
    const std::string part = memory_of(process, address, page - address % page);
    const std::size_t end = part.find('\0');
    if (part.empty()) return {};
    text.append(part, 0, end);
    if (end != std::string::npos) return text;
    address += part.size();
  }
  return {};
}

}  // namespace termhost::io
