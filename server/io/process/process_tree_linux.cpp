#include "io/process/process_tree_posix.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <numeric>
#include <string_view>
#include <unistd.h>

namespace termhost::io {
namespace {

using Directory = std::unique_ptr<DIR, int (*)(DIR*)>;

Directory open_directory(const char* path) {
  const int fd = ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return {fd < 0 ? nullptr : ::fdopendir(fd), ::closedir};
}

std::vector<pid_t> all_pids() {
  std::vector<pid_t> pids;
  const Directory directory = open_directory("/proc");
  if (!directory) return pids;
  while (const dirent* entry = ::readdir(directory.get())) {
    pid_t pid = 0;
    const std::string_view name = entry->d_name;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error == std::errc() && end == name.data() + name.size()) pids.push_back(pid);
  }
  return pids;
}

/// From /proc/PID/stat: "pid (name) state ppid pgrp session tty_nr tpgid … starttime"; the name may hold blanks and
/// parentheses.
std::optional<Process> read_process(pid_t pid) {
  char path[32];
  std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  char text[512];
  const ssize_t size = ::read(fd, text, sizeof text - 1);
  ::close(fd);
  if (size <= 0) return std::nullopt;
  text[size] = '\0';
  const char* open = std::strchr(text, '(');
  const char* close = std::strrchr(text, ')');
  if (open == nullptr || close == nullptr) return std::nullopt;
  Process process;
  process.pid = pid;
  process.name.assign(open + 1, close);
  int terminal = 0;
  pid_t foreground_group = 0;
  std::array<unsigned long long, 4> ticks{};
  if (std::sscanf(close + 1, " %c %d %d %d %d %d %*u %*u %*u %*u %*u %llu %llu %llu %llu %*d %*d %*d %*d %llu",
                  &process.state, &process.parent, &process.group, &process.session, &terminal, &foreground_group,
                  &ticks[0], &ticks[1], &ticks[2], &ticks[3], &process.started) != 11)
    return std::nullopt;
  process.cpu_ticks = std::accumulate(ticks.begin(), ticks.end(), 0ULL);
  process.foreground = process.group == foreground_group;
  return process;
}

struct Child {
  pid_t pid, parent;
};

/// Appends the children of one process, which the kernel lists for each of its threads; false where it does not.
bool append_children(pid_t pid, std::vector<Child>& children) {
  const Directory threads = open_directory(("/proc/" + std::to_string(pid) + "/task").c_str());
  bool listed = false;
  while (const dirent* thread = threads ? ::readdir(threads.get()) : nullptr) {
    const std::string name = std::string(thread->d_name) + "/children";
    std::FILE* file = nullptr;
    if (const int fd = ::openat(::dirfd(threads.get()), name.c_str(), O_RDONLY | O_CLOEXEC); fd >= 0)
      file = ::fdopen(fd, "r");
    if (file == nullptr) continue;
    listed = true;
    for (pid_t child = 0; std::fscanf(file, "%d", &child) == 1;) children.push_back({child, pid});
    std::fclose(file);
  }
  return listed;
}

}  // namespace

std::vector<Process> list_processes() {
  std::vector<Process> processes;
  for (const pid_t pid : all_pids())
    if (std::optional<Process> process = read_process(pid)) processes.push_back(std::move(*process));
  return processes;
}

std::optional<Process> find_process(pid_t pid) { return read_process(pid); }

std::vector<Process> quick_descendants(pid_t root) {
  std::vector<Child> children;
  if (!append_children(root, children)) return descendants(root);
  std::vector<Process> tree;
  for (std::size_t next = 0; next < children.size(); ++next) {
    const Child child = children[next];  // the list grows meanwhile
    std::optional<Process> process = read_process(child.pid);
    // The number may be a stranger's by now; whose parent has ended is the root's.
    if (!process || (process->parent != child.parent && process->parent != root)) continue;
    append_children(child.pid, children);
    if (process->alive()) tree.push_back(std::move(*process));
  }
  return tree;
}

std::string open_file_name(int fd) {
  char target[PATH_MAX];
  const std::string path = "/proc/self/fd/" + std::to_string(fd);
  const ssize_t size = ::readlink(path.c_str(), target, sizeof target);
  return size < 0 ? std::string() : std::string(target, static_cast<std::size_t>(size));
}

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
