#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <numeric>
#include <string_view>
#include <unistd.h>

#include <climits>
#include <fmt/format.h>

#include "io/process/proc_text_linux.hpp"
#include "io/process/process_tree_posix.hpp"

namespace termhost::io {
namespace {

using Directory = std::unique_ptr<DIR, int (*)(DIR*)>;

Directory open_directory(const char* path) {
  const int fd = ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return {fd < 0 ? nullptr : ::fdopendir(fd), ::closedir};
}

std::optional<pid_t> number_in(std::string_view name) {
  pid_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

std::vector<pid_t> list_pids() {
  std::vector<pid_t> pids;
  const Directory directory = open_directory("/proc");
  if (!directory) return pids;
  while (const dirent* entry = ::readdir(directory.get()))
    if (const auto pid = number_in(entry->d_name)) pids.push_back(*pid);
  return pids;
}

/// From /proc/PID/stat: "pid (name) state ppid pgrp session tty_nr tpgid … starttime"; the name may hold blanks and
/// parentheses.
std::optional<Process> find_process(pid_t pid) {
  const auto text = proc_text(fmt::format("/proc/{}/stat", pid));
  if (!text) return std::nullopt;
  const char* open = std::strchr(text->c_str(), '(');
  const char* close = std::strrchr(text->c_str(), ')');
  if (open == nullptr || close == nullptr) return std::nullopt;
  Process process;
  process.pid = pid;
  process.name.assign(open + 1, close);
  int terminal = 0;
  pid_t foreground_group = 0;
  std::array<unsigned long long, 4> ticks{};
  if (std::sscanf(close + 1, " %c %d %d %d %d %d %*u %*u %*u %*u %*u %llu %llu %llu %llu %*d %*d %d %*d %llu",
                  &process.state, &process.parent, &process.group, &process.session, &terminal, &foreground_group,
                  &ticks[0], &ticks[1], &ticks[2], &ticks[3], &process.threads, &process.started) != 12)
    return std::nullopt;
  process.cpu_ticks = std::accumulate(ticks.begin(), ticks.end(), 0ULL);
  process.foreground = process.group == foreground_group;
  return process;
}

namespace {

struct Child {
  pid_t pid, parent;
};

/// False where the kernel does not list them.
bool append_children(pid_t process, pid_t thread, std::vector<Child>& children) {
  const auto text = proc_text(fmt::format("/proc/{}/task/{}/children", process, thread));
  if (!text) return false;
  for (std::string_view left = *text; !left.empty();) {
    const std::string_view number = left.substr(0, left.find(' '));
    if (const auto child = number_in(number)) children.push_back({*child, process});
    left.remove_prefix(std::min(left.size(), number.size() + 1));
  }
  return true;
}

/// The kernel lists those of each thread.
bool append_children(const Process& process, std::vector<Child>& children) {
  if (process.threads == 1) return append_children(process.pid, process.pid, children);
  const Directory threads = open_directory(fmt::format("/proc/{}/task", process.pid).c_str());
  bool listed = false;
  while (const dirent* entry = threads ? ::readdir(threads.get()) : nullptr)
    if (const auto thread = number_in(entry->d_name)) listed |= append_children(process.pid, *thread, children);
  return listed;
}

}  // namespace

std::vector<Process> quick_descendants(pid_t root) {
  const std::optional<Process> top = find_process(root);
  return top ? quick_descendants(*top) : descendants(root);
}

std::vector<Process> quick_descendants(const Process& root) {
  std::vector<Child> children;
  if (!append_children(root, children)) return descendants(root.pid);
  std::vector<Process> tree;
  for (std::size_t next = 0; next < children.size(); ++next) {
    const Child child = children[next];  // the list grows meanwhile
    std::optional<Process> process = find_process(child.pid);
    // The number may be a stranger's by now; whose parent has ended is the root's.
    if (!process || (process->parent != child.parent && process->parent != root.pid)) continue;
    append_children(*process, children);
    if (process->alive()) tree.push_back(std::move(*process));
  }
  return tree;
}

std::string open_file_name(int fd) { return proc_link(fmt::format("/proc/self/fd/{}", fd)); }

bool has_open(const Process& process, const std::vector<std::string>& file_names) {
  const Directory directory = open_directory(("/proc/" + std::to_string(process.pid) + "/fd").c_str());
  if (!directory) return false;
  while (const dirent* entry = ::readdir(directory.get())) {
    if (std::string_view(entry->d_name) == "0") continue;
    char target[PATH_MAX];
    const ssize_t size = ::readlinkat(::dirfd(directory.get()), entry->d_name, target, sizeof target);
    if (size <= 0) continue;
    const std::string_view name(target, static_cast<std::size_t>(size));
    if (std::find(file_names.begin(), file_names.end(), name) != file_names.end()) return true;
  }
  return false;
}

}  // namespace termhost::io
