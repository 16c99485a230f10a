#include "io/process/process_tree_posix.hpp"

#include <algorithm>
#include <climits>
#include <libproc.h>
#include <sys/proc.h>
#include <sys/proc_info.h>
#include <unistd.h>

namespace termhost::io {
namespace {

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

}  // namespace

std::vector<Process> list_processes() {
  std::vector<Process> processes;
  for (const pid_t pid : all_pids())
    if (std::optional<Process> process = read_process(pid)) processes.push_back(std::move(*process));
  return processes;
}

std::optional<Process> find_process(pid_t pid) { return read_process(pid); }

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

}  // namespace termhost::io
