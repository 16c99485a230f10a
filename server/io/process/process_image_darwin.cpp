#include <algorithm>
#include <array>
#include <cstring>
#include <libproc.h>
#include <sys/proc_info.h>
#include <sys/stat.h>
#include <sys/sysctl.h>
#include <vector>

#include "io/process/kernel_record_darwin.hpp"
#include "io/process/process_image.hpp"

namespace termhost::io {
namespace {

std::optional<proc_vnodepathinfo> places_of(pid_t pid) {
  proc_vnodepathinfo places{};
  const int size = ::proc_pidinfo(pid, PROC_PIDVNODEPATHINFO, 0, &places, sizeof places);
  return size == static_cast<int>(sizeof places) ? std::optional(places) : std::nullopt;
}

template <class Info>
bool look_at_file(pid_t pid, int fd, int flavor, Info& info) {
  return ::proc_pidfdinfo(pid, fd, flavor, &info, sizeof info) == static_cast<int>(sizeof info);
}

}  // namespace

std::string program_of(pid_t pid) {
  char path[PROC_PIDPATHINFO_MAXSIZE];
  const int size = ::proc_pidpath(pid, path, sizeof path);
  return size <= 0 ? std::string() : std::string(path, static_cast<std::size_t>(size));
}

std::string directory_of(pid_t pid) {
  const auto places = places_of(pid);
  return places ? places->pvi_cdir.vip_path : "";
}

std::optional<bool> works_in(pid_t pid, const std::string& directory) {
  const auto places = places_of(pid);
  if (!places) return std::nullopt;
  const vinfo_stat& own = places->pvi_cdir.vip_vi.vi_stat;
  struct stat named {};
  if (::stat(directory.c_str(), &named) != 0) return false;
  return static_cast<dev_t>(own.vst_dev) == named.st_dev && own.vst_ino == named.st_ino;
}

/// KERN_PROCARGS2 (sysctl(3)) gives the number of words, the path of the program, NULs, the words, and what follows
/// them in memory.
std::string command_line_of(pid_t pid) {
  std::array<int, 3> request{CTL_KERN, KERN_PROCARGS2, pid};
  std::size_t size = 0;
  if (::sysctl(request.data(), static_cast<u_int>(request.size()), nullptr, &size, nullptr, 0) != 0) return {};
  std::vector<char> memory(size);
  int words = 0;
  if (::sysctl(request.data(), static_cast<u_int>(request.size()), memory.data(), &size, nullptr, 0) != 0 ||
      size < sizeof words)
    return {};
  std::memcpy(&words, memory.data(), sizeof words);
  const auto end = memory.begin() + static_cast<std::ptrdiff_t>(size);
  const auto after_path = std::find(memory.begin() + sizeof words, end, '\0');
  const auto begin = std::find_if(after_path, end, [](char byte) { return byte != '\0'; });
  auto at = begin;
  for (; words > 0 && at != end; --words) {
    at = std::find(at, end, '\0');
    if (at != end) ++at;
  }
  return {begin, at};
}

/// Both ends of a pipe have names of their own; who has the same end open has the same.
std::string open_file_of(pid_t pid, int descriptor) {
  if (vnode_fdinfowithpath file{}; look_at_file(pid, descriptor, PROC_PIDFDVNODEPATHINFO, file))
    return file.pvip.vip_path;
  if (pipe_fdinfo pipe{}; look_at_file(pid, descriptor, PROC_PIDFDPIPEINFO, pipe))
    return "pipe:[" + std::to_string(pipe.pipeinfo.pipe_handle) + "]";
  return {};
}

bool ignores_signal(pid_t pid, int signal) {
  const auto record = kernel_record(pid);
  return record && ((record->kp_proc.p_sigignore >> (signal - 1)) & 1) != 0;
}

}  // namespace termhost::io
