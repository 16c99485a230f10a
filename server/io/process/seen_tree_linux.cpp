#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "io/process/proc_text_linux.hpp"
#include "io/process/process_tree_posix.hpp"
#include "io/process/seen_tree.hpp"

namespace termhost::io {
namespace {

using terminal::SeenProcess;
using terminal::SeenTree;

/// The number after each of these names, at the beginnings of lines.
template <std::size_t N>
std::array<std::uint64_t, N> numbers_in(const std::string& path, const std::array<std::string_view, N>& names) {
  std::array<std::uint64_t, N> found{};
  const std::string text = proc_text(path).value_or("");
  for (std::size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size() - 1) + 1)
    for (std::size_t i = 0; i < N; ++i)
      if (std::string_view(text).substr(at).starts_with(names[i]))
        found[i] = std::strtoull(text.c_str() + at + names[i].size(), nullptr, 10);
  return found;
}

std::int64_t in_milliseconds(unsigned long long ticks) {
  static const long per_second = ::sysconf(_SC_CLK_TCK);
  return static_cast<std::int64_t>(ticks * 1000 / static_cast<unsigned long long>(per_second));
}

using Ports = std::map<std::string, int>;  // by what /proc/PID/fd calls the socket

/// "sl local_address rem_address st … inode": those that listen (0A) come first.
void add_listening(const std::string& path, Ports& ports) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    unsigned port = 0, state = 0;
    std::uint64_t inode = 0;
    const int read =
        std::sscanf(line.c_str(), " %*d: %*[0-9A-F]:%x %*s %x %*s %*s %*s %*d %*d %" SCNu64, &port, &state, &inode);
    if (read != 3 || state != 0x0a) return;
    ports.emplace("socket:[" + std::to_string(inode) + "]", static_cast<int>(port));
  }
}

/// The listening sockets of the network that this process is in.
Ports listening_sockets(pid_t pid) {
  Ports ports;
  const std::string folder = "/proc/" + std::to_string(pid) + "/net/";
  for (const char* table : {"tcp", "tcp6"}) add_listening(folder + table, ports);
  return ports;
}

void see_ports(SeenProcess& process, const Ports& ports) {
  std::error_code gone;
  const std::filesystem::directory_iterator end;
  std::filesystem::directory_iterator file("/proc/" + std::to_string(process.pid) + "/fd", gone);
  for (; !gone && file != end; file.increment(gone)) {
    std::error_code closed;
    const auto found = ports.find(std::filesystem::read_symlink(file->path(), closed).string());
    if (found != ports.end()) process.listening.push_back(found->second);
  }
}

/// The folder that the link leads to (proc(5)).
bool is_gone(const std::string& link) { return proc_link(link).ends_with(" (deleted)"); }

SeenProcess seen(const Process& process, bool of_shell) {
  const std::string folder = "/proc/" + std::to_string(process.pid) + "/";
  const auto [read, written] = numbers_in<2>(folder + "io", {"rchar:", "wchar:"});
  SeenProcess found{.pid = process.pid,
                    .parent = process.parent,
                    .started = process.started,
                    .name = process.name,
                    .of_shell = of_shell,
                    .foreground = process.foreground,
                    .spent = {in_milliseconds(process.cpu_ticks), read, written}};
  if (of_shell) found.folder_gone = is_gone(folder + "cwd");
  if (!of_shell) found.peak_memory = numbers_in<1>(folder + "status", {"VmHWM:"})[0] * 1024;
  return found;
}

}  // namespace

terminal::SeenTree see_tree(pid_t root, pid_t shell, bool with_ports) {
  SeenTree tree;
  const std::optional<Process> top = find_process(root);
  if (!top) return tree;
  tree.push_back(seen(*top, true));
  for (const Process& process : quick_descendants(*top)) {
    const bool looks_after_shell = root != shell && process.parent == root;
    tree.push_back(seen(process, process.pid == shell || looks_after_shell));
  }
  if (!with_ports || std::all_of(tree.begin(), tree.end(), [](const SeenProcess& process) { return process.of_shell; }))
    return tree;
  // The root may be a guard, which is not in the network of a sandbox
  if (const Ports ports = listening_sockets(shell != 0 ? shell : tree.back().pid); !ports.empty()) {
    for (SeenProcess& process : tree) see_ports(process, ports);
  }
  return tree;
}

}  // namespace termhost::io
