#include "io/sandbox/call_arguments_linux.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <climits>
#include <fmt/format.h>

#include "io/file_descriptor.hpp"

namespace termhost::io {
namespace {

/// As many as the kernel follows.
constexpr int most_links = 40;

constexpr std::size_t page = 4096;

std::nullopt_t fails(int error) {
  errno = error;
  return std::nullopt;
}

FileDescriptor open_at(int folder, const std::string& path, unsigned flags = 0, std::uint64_t resolve = 0) {
  open_how how{};
  how.flags = O_PATH | O_CLOEXEC | flags;
  how.resolve = resolve;
  return FileDescriptor(static_cast<int>(::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how)));
}

std::string link_text(int folder, const char* name) {
  std::array<char, PATH_MAX> text{};
  const ssize_t size = ::readlinkat(folder, name, text.data(), text.size());
  return size <= 0 ? std::string() : std::string(text.data(), static_cast<std::size_t>(size));
}

bool is_link(const FileDescriptor& file) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 && S_ISLNK(status.st_mode);
}

bool is_in_proc(const FileDescriptor& file) {
  struct statfs system {};
  return ::fstatfs(file.get(), &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

/// Another instance may count processes in another way.
bool is_in_our_proc(const FileDescriptor& file) {
  struct stat status {
  }, ours{};
  return ::fstat(file.get(), &status) == 0 && ::stat("/proc", &ours) == 0 && status.st_dev == ours.st_dev;
}

std::optional<Entry> entry_in(const FileDescriptor& folder, const std::string& name) {
  Entry entry{link_text(AT_FDCWD, fmt::format("/proc/self/fd/{}", folder.get()).c_str()), name, false};
  if (!entry.folder.starts_with('/')) return fails(ELOOP);
  struct stat status {};
  entry.is_there = ::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  return entry;
}

/// The rest of a path, and the folder that it begins in.
class Walk {
 public:
  Walk(pid_t thread, int folder, const std::string& path) : thread_(thread) {
    if (!path.starts_with('/'))
      at_ = open_at(AT_FDCWD,
                    fmt::format("/proc/{}/{}", thread, folder == AT_FDCWD ? "cwd" : fmt::format("fd/{}", folder)));
    begin(path);
  }

  std::optional<Entry> end(LastLink last) {
    const auto name = last_name(last);
    return name ? entry_in(at_, *name) : std::nullopt;
  }

  FileDescriptor file() {
    const auto name = last_name(LastLink::IsFollowed);
    if (!name) return {};
    return open_at(at_.get(), *name, leads_to_file(*name) ? 0U : static_cast<unsigned>(O_NOFOLLOW));
  }

 private:
  /// It is in `at_` then.
  std::optional<std::string> last_name(LastLink last) {
    take_what_has_no_links();
    while (at_) {
      const std::string name = left_.substr(0, left_.find('/'));
      const std::size_t next = left_.find_first_not_of('/', name.size());
      const bool is_last = next == std::string::npos;
      if (is_last && (name.empty() || name == "." || name == "..")) return fails(ENOENT);
      if (is_last && last == LastLink::Stays) return name;
      FileDescriptor file = open_at(at_.get(), name, O_NOFOLLOW);
      if (!file && !(is_last && errno == ENOENT)) return std::nullopt;
      const bool follows = file && is_link(file);
      if (is_last && (!follows || leads_to_file(name))) return name;
      left_ = is_last ? std::string() : left_.substr(next);
      if (follows ? !follow(name) : !go_to(std::move(file))) break;
    }
    return fails(ELOOP);
  }

  void begin(const std::string& path) {
    const std::size_t first = path.find_first_not_of('/');
    if (path.starts_with('/')) at_ = open_at(AT_FDCWD, fmt::format("/proc/{}/root", thread_));
    left_ = first == std::string::npos ? std::string() : path.substr(first, path.find_last_not_of('/') + 1 - first);
  }

  bool go_to(FileDescriptor file) {
    at_ = std::move(file);
    return static_cast<bool>(at_);
  }

  /// The usual path, in one call.
  void take_what_has_no_links() {
    const std::size_t slash = left_.rfind('/');
    if (!at_ || slash == std::string::npos) return;
    FileDescriptor parent = open_at(at_.get(), left_.substr(0, slash), O_DIRECTORY, RESOLVE_NO_SYMLINKS);
    if (!parent) return;
    left_.erase(0, slash + 1);
    at_ = std::move(parent);
  }

  /// A link of /proc whose text is none: the kernel goes to what it stands for.
  [[nodiscard]] bool leads_to_file(const std::string& name) const {
    return is_in_proc(at_) && !open_at(at_.get(), name, 0, RESOLVE_NO_MAGICLINKS) && errno == ELOOP;
  }

  bool follow(const std::string& name) {
    if (++links_ > most_links) return false;
    if (leads_to_file(name)) return go_to(open_at(at_.get(), name));
    const std::string text = text_of(name);
    if (text.empty()) return false;
    begin(left_.empty() ? text : fmt::format("{}/{}", text, left_));
    return true;
  }

  /// To us "/proc/self" would be we.
  [[nodiscard]] std::string text_of(const std::string& name) const {
    if (!is_in_proc(at_) || (name != "self" && name != "thread-self")) return link_text(at_.get(), name.c_str());
    const pid_t process = is_in_our_proc(at_) ? process_of(thread_) : 0;
    if (process <= 0) return {};
    return name == "self" ? std::to_string(process) : fmt::format("{}/task/{}", process, thread_);
  }

  pid_t thread_;
  FileDescriptor at_;
  std::string left_;
  int links_ = 0;
};

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

pid_t process_of(pid_t thread) {
  std::ifstream status(fmt::format("/proc/{}/status", thread));
  pid_t process = 0;
  for (std::string line; std::getline(status, line);)
    if (std::sscanf(line.c_str(), "Tgid: %d", &process) == 1) return process;
  return 0;
}

std::optional<Entry> entry_named(pid_t thread, int folder, const std::string& path, LastLink last) {
  if (path.empty()) return fails(ELOOP);
  return Walk(thread, folder, path).end(last);
}

FileDescriptor file_named(pid_t thread, const std::string& path) { return Walk(thread, AT_FDCWD, path).file(); }

}  // namespace termhost::io
