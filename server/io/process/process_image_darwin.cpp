#include "io/process/process_image.hpp"

#include <libproc.h>
#include <sys/proc_info.h>

namespace termhost::io {

std::string program_of(pid_t pid) {
  char path[PROC_PIDPATHINFO_MAXSIZE];
  const int size = ::proc_pidpath(pid, path, sizeof path);
  return size <= 0 ? std::string() : std::string(path, static_cast<std::size_t>(size));
}

std::string directory_of(pid_t pid) {
  proc_vnodepathinfo info{};
  const int size = ::proc_pidinfo(pid, PROC_PIDVNODEPATHINFO, 0, &info, sizeof info);
  return size == static_cast<int>(sizeof info) ? info.pvi_cdir.vip_path : "";
}

std::string command_line_of(pid_t /*pid*/) { return {}; }
std::optional<bool> works_in(pid_t /*pid*/, const std::string& /*directory*/) { return std::nullopt; }
std::string open_file_of(pid_t /*pid*/, int /*descriptor*/) { return {}; }
bool ignores_signal(pid_t /*pid*/, int /*signal*/) { return false; }

}  // namespace termhost::io
