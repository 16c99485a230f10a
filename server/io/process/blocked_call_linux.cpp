#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <string>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <system_error>

#include "io/process/blocked_call.hpp"

namespace termhost::io {
namespace {

struct Call {
  long number = -1;
  std::array<std::uint64_t, 6> arguments{};
};

/// "NUMBER ARG1 … ARG6 SP PC", or "running", or "-1 SP PC" (proc(5)); nothing where we may not read it.
std::optional<Call> blocked_call(const std::string& thread) {
  std::ifstream file(thread + "/syscall");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  std::istringstream words(line);
  Call call;
  if (!(words >> call.number)) return Call{};
  words >> std::hex;
  for (std::uint64_t& argument : call.arguments) {
    if (!(words >> argument)) return Call{};
  }
  return call;
}

template <class T>
bool copy_from(pid_t pid, std::uint64_t address, T* into, std::size_t count) {
  const iovec here{into, count * sizeof(T)};
  const iovec there{reinterpret_cast<void*>(address), count * sizeof(T)};  // NOLINT: an address of the other process
  return ::process_vm_readv(pid, &here, 1, &there, 1, 0) == static_cast<ssize_t>(count * sizeof(T));
}

std::vector<int> polled(pid_t pid, const Call& call) {
  constexpr std::uint64_t most = 1024;
  std::vector<pollfd> set(static_cast<std::size_t>(std::min(call.arguments[1], most)));
  if (set.empty() || !copy_from(pid, call.arguments[0], set.data(), set.size())) return {};
  std::vector<int> awaited;
  for (const pollfd& entry : set) {
    if ((entry.events & POLLIN) != 0) awaited.push_back(entry.fd);
  }
  return awaited;
}

std::vector<int> selected(pid_t pid, const Call& call) {
  fd_set set;
  FD_ZERO(&set);
  if (call.arguments[1] == 0 || !copy_from(pid, call.arguments[1], &set, 1)) return {};
  std::vector<int> awaited;
  const int end = static_cast<int>(std::min<std::uint64_t>(call.arguments[0], FD_SETSIZE));
  for (int fd = 0; fd < end; ++fd) {
    if (FD_ISSET(fd, &set)) awaited.push_back(fd);
  }
  return awaited;
}

/// "tfd:        0 events:       19 data: …", one line per watched file (proc(5)).
std::vector<int> watched(pid_t pid, const Call& call) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/fdinfo/" + std::to_string(call.arguments[0]));
  std::vector<int> awaited;
  for (std::string line; std::getline(file, line);) {
    int fd = -1;
    unsigned events = 0;
    if (std::sscanf(line.c_str(), "tfd: %d events: %x", &fd, &events) == 2 && (events & EPOLLIN) != 0)
      awaited.push_back(fd);
  }
  return awaited;
}

bool is_any_of(long number, std::initializer_list<long> numbers) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}

// Older calls, which newer architectures do not have.
#ifdef SYS_poll
constexpr long poll_call = SYS_poll, select_call = SYS_select, epoll_call = SYS_epoll_wait;
#else
constexpr long poll_call = -2, select_call = -2, epoll_call = -2;
#endif

/// Milliseconds. Who wakes sooner has other things to do than to read; -1, for ever, is the largest.
constexpr std::uint32_t shortest_wait = 3000;

std::vector<int> awaited_by(pid_t pid, const Call& call) {
  if (is_any_of(call.number, {SYS_read, SYS_readv})) return {static_cast<int>(call.arguments[0])};
  if (is_any_of(call.number, {poll_call, SYS_ppoll})) return polled(pid, call);
  if (is_any_of(call.number, {select_call, SYS_pselect6})) return selected(pid, call);
  const bool watches = is_any_of(call.number, {epoll_call, SYS_epoll_pwait});
  if (watches && static_cast<std::uint32_t>(call.arguments[3]) >= shortest_wait) return watched(pid, call);
  return {};
}

/// .NET's own threads wait for its sockets, children and signals, whatever its program reads.
bool is_of_dotnet(const std::string& thread) {
  std::ifstream file(thread + "/comm");
  std::string name;
  return std::getline(file, name) && name.starts_with(".NET ");
}

}  // namespace

std::optional<std::vector<int>> awaited_descriptors(pid_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid) + "/task";
  std::vector<int> awaited;
  std::error_code gone;
  const std::filesystem::directory_iterator end;
  for (std::filesystem::directory_iterator thread(folder, gone); !gone && thread != end; thread.increment(gone)) {
    const std::optional<Call> call = blocked_call(thread->path().string());
    if (!call) return std::nullopt;
    if (is_of_dotnet(thread->path().string())) continue;
    const std::vector<int> more = awaited_by(pid, *call);
    awaited.insert(awaited.end(), more.begin(), more.end());
  }
  return awaited;
}

}  // namespace termhost::io
