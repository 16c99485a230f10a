#include "io/process/process_tree_posix.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>
#include <unistd.h>
#include <unordered_set>

#ifdef __APPLE__
#include <libproc.h>
#include <sys/proc_info.h>
#endif

namespace termhost::io {
namespace {

#ifdef __APPLE__

std::vector<pid_t> all_pids() {
  std::vector<pid_t> pids(static_cast<std::size_t>(std::max(0, ::proc_listallpids(nullptr, 0))) + 64);
  const int count = ::proc_listallpids(pids.data(), static_cast<int>(pids.size() * sizeof(pid_t)));
  pids.resize(static_cast<std::size_t>(std::max(0, count)));
  return pids;
}

std::optional<Process> read_process(pid_t pid) {
  proc_bsdinfo info{};
  if (::proc_pidinfo(pid, PROC_PIDTBSDINFO, 0, &info, sizeof info) != static_cast<int>(sizeof info))
    return std::nullopt;
  Process process;
  process.pid = pid;
  process.parent = static_cast<pid_t>(info.pbi_ppid);
  process.group = static_cast<pid_t>(info.pbi_pgid);
  process.session = ::getsid(pid);
  process.started = info.pbi_start_tvsec * 1'000'000ULL + info.pbi_start_tvusec;
  process.state = info.pbi_status == SZOMB ? 'Z' : info.pbi_status == SSTOP ? 'T' : 'S';
  process.foreground = info.pbi_pgid == info.e_tpgid;
  process.name = info.pbi_comm;
  return process;
}

#else

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

#endif

}  // namespace

std::vector<Process> list_processes() {
  std::vector<Process> processes;
  for (const pid_t pid : all_pids())
    if (std::optional<Process> process = read_process(pid)) processes.push_back(std::move(*process));
  return processes;
}

std::optional<Process> find_process(pid_t pid) { return read_process(pid); }

std::vector<Process> descendants(pid_t root) {
  std::vector<Process> others = list_processes();
  std::vector<Process> tree;
  std::unordered_set<pid_t> known{root};
  for (bool grew = true; grew;) {
    const auto found = std::stable_partition(others.begin(), others.end(),
                                             [&](const Process& process) { return !known.contains(process.parent); });
    grew = found != others.end();
    for (auto process = found; process != others.end(); ++process) {
      known.insert(process->pid);
      tree.push_back(std::move(*process));
    }
    others.erase(found, others.end());
  }
  std::erase_if(tree, [](const Process& process) { return !process.alive(); });
  return tree;
}

std::vector<Process> session_members(pid_t session) {
  std::vector<Process> members = list_processes();
  std::erase_if(members, [&](const Process& process) { return process.session != session || !process.alive(); });
  return members;
}

#ifdef __APPLE__

std::vector<Process> quick_descendants(pid_t root) { return descendants(root); }

std::string open_file_name(int fd) {
  char path[PATH_MAX];
  return ::isatty(fd) != 0 && ::ttyname_r(fd, path, sizeof path) == 0 ? path : "";
}

/// The tables of open files of other processes name no pipes here, so a pipe's holders stay unknown.
bool has_open(const Process& process, const std::vector<std::string>& file_names) {
  std::vector<proc_fdinfo> files(1024);
  const int size = ::proc_pidinfo(process.pid, PROC_PIDLISTFDS, 0, files.data(),
                                  static_cast<int>(files.size() * sizeof(proc_fdinfo)));
  for (std::size_t i = 0; i * sizeof(proc_fdinfo) < static_cast<std::size_t>(std::max(0, size)); ++i) {
    vnode_fdinfowithpath info{};
    if (files[i].proc_fd == 0 || files[i].proc_fdtype != PROX_FDTYPE_VNODE ||
        ::proc_pidfdinfo(process.pid, files[i].proc_fd, PROC_PIDFDVNODEPATHINFO, &info, sizeof info) <= 0)
      continue;
    if (std::find(file_names.begin(), file_names.end(), info.pvip.vip_path) != file_names.end()) return true;
  }
  return false;
}

#else

namespace {

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

#endif

}  // namespace termhost::io
