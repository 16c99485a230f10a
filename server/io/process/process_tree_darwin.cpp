#include <algorithm>
#include <libproc.h>
#include <mach/mach_time.h>
#include <sys/proc.h>
#include <sys/proc_info.h>
#include <unistd.h>

#include "io/process/kernel_record_darwin.hpp"
#include "io/process/process_image.hpp"
#include "io/process/process_tree_posix.hpp"

namespace termhost::io {

std::vector<pid_t> list_pids() {
  std::vector<pid_t> pids(static_cast<std::size_t>(std::max(0, ::proc_listallpids(nullptr, 0))) + 64);
  const int count = ::proc_listallpids(pids.data(), static_cast<int>(pids.size() * sizeof(pid_t)));
  pids.resize(static_cast<std::size_t>(std::max(0, count)));
  return pids;
}

namespace {

char state_of(const extern_proc& record, const proc_taskinfo& task) {
  switch (record.p_stat) {
    case SZOMB: return 'Z';
    case SSTOP: return 'T';
    default: return task.pti_numrunning > 0 ? 'R' : 'S';
  }
}

/// The CPU time of the process alone. The time of the children it has waited for is not visible from another process.
unsigned long long cpu_ticks(const proc_taskinfo& task) {
  mach_timebase_info_data_t unit{};
  ::mach_timebase_info(&unit);
  const unsigned long long per_second = static_cast<unsigned long long>(::sysconf(_SC_CLK_TCK));
  return (task.pti_total_user + task.pti_total_system) * unit.numer / unit.denom * per_second / 1'000'000'000ULL;
}

}  // namespace

/// The record has no "sleeps" of its own, so the threads that run are counted, which are told of this user's processes.
std::optional<Process> find_process(pid_t pid) {
  const auto record = kernel_record(pid);
  if (!record) return std::nullopt;
  proc_taskinfo task{};
  if (::proc_pidinfo(pid, PROC_PIDTASKINFO, 0, &task, sizeof task) != static_cast<int>(sizeof task)) task = {};
  const timeval& started = record->kp_proc.p_starttime;
  Process process;
  process.pid = pid;
  process.parent = record->kp_eproc.e_ppid;
  process.group = record->kp_eproc.e_pgid;
  process.session = ::getsid(pid);
  process.cpu_ticks = cpu_ticks(task);
  process.started =
      static_cast<unsigned long long>(started.tv_sec) * 1'000'000ULL + static_cast<unsigned long long>(started.tv_usec);
  process.state = state_of(record->kp_proc, task);
  process.foreground = record->kp_eproc.e_pgid == record->kp_eproc.e_tpgid;
  process.name = record->kp_proc.p_comm;
  return process;
}

std::vector<Process> quick_descendants(pid_t root) { return descendants(root); }

std::string open_file_name(int fd) { return open_file_of(::getpid(), fd); }

bool has_open(const Process& process, const std::vector<std::string>& file_names) {
  const std::vector<proc_fdinfo> files = open_descriptors(process.pid);
  return std::any_of(files.begin(), files.end(), [&](const proc_fdinfo& file) {
    if (file.proc_fd == 0) return false;
    const std::string name = open_file_of(process.pid, file.proc_fd);
    return !name.empty() && std::find(file_names.begin(), file_names.end(), name) != file_names.end();
  });
}

}  // namespace termhost::io
