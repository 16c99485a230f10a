#include "io/sandbox/supervised_calls_linux.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <climits>
#include <fmt/format.h>

#include "io/handle.hpp"
#include "io/sandbox/call_arguments_linux.hpp"
#include "io/sandbox/exact_path_linux.hpp"
#include "sandbox/auto_loaded_names.hpp"
#include "sandbox/git_names.hpp"
#include "sandbox/reach.hpp"

#ifndef SECCOMP_ADDFD_FLAG_SEND
#define SECCOMP_ADDFD_FLAG_SEND (1UL << 1)  // Linux 5.14
#endif

namespace termhost::io {

enum class Operation : std::uint8_t { Lock, Open, MakeFolder, Make, Remove, Rename, Link, Mode, Times };

/// The meaning of a call's arguments, by their numbers; -1: it has none.
struct SupervisedCall {
  const char* name;
  Operation operation;
  int path, folder = -1;
  int second = -1, second_folder = -1;  ///< the name that comes to be
  int flags = -1, mode = -1;
  int number = 0;
};

enum class NameChange : std::uint8_t { None, Made, Removed, Replaced };

namespace {

using Call = SupervisedCall;

constexpr std::array<Call, 25> supervised{{
    {"flock", Operation::Lock, -1},
    {"open", Operation::Open, 0, -1, -1, -1, 1, 2},
    {"openat", Operation::Open, 1, 0, -1, -1, 2, 3},
    {"creat", Operation::Open, 0, -1, -1, -1, -1, 1},
    {"mkdir", Operation::MakeFolder, 0, -1, -1, -1, -1, 1},
    {"mkdirat", Operation::MakeFolder, 1, 0, -1, -1, -1, 2},
    {"unlink", Operation::Remove, 0},
    {"rmdir", Operation::Remove, 0},
    {"unlinkat", Operation::Remove, 1, 0, -1, -1, 2},
    {"rename", Operation::Rename, 0, -1, 1},
    {"renameat", Operation::Rename, 1, 0, 3, 2},
    {"renameat2", Operation::Rename, 1, 0, 3, 2, 4},
    {"link", Operation::Link, 0, -1, 1},
    {"linkat", Operation::Link, 1, 0, 3, 2},
    {"symlink", Operation::Make, 1},
    {"symlinkat", Operation::Make, 2, 1},
    {"mknod", Operation::Make, 0},
    {"mknodat", Operation::Make, 1, 0},
    {"chmod", Operation::Mode, 0, -1, -1, -1, -1, 1},
    {"fchmodat", Operation::Mode, 1, 0, -1, -1, -1, 2},
    {"fchmodat2", Operation::Mode, 1, 0, -1, -1, -1, 2},
    {"utime", Operation::Times, 0},
    {"utimes", Operation::Times, 0},
    {"futimesat", Operation::Times, 1, 0},
    {"utimensat", Operation::Times, 1, 0},
}};

constexpr std::uint64_t passed_on = O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC | O_APPEND | O_SYNC | O_DSYNC | O_NONBLOCK;

const Call* call_of(int number) {
  static const std::array numbered = [] {
    auto all = supervised;
    for (Call& call : all) call.number = seccomp_syscall_resolve_name(call.name);
    return all;
  }();
  const auto* found = std::find_if(numbered.begin(), numbered.end(), [&](const Call& c) { return c.number == number; });
  return found == numbered.end() || number < 0 ? nullptr : found;
}

std::uint64_t argument(const seccomp_notif& told, int number) { return number < 0 ? 0 : told.data.args[number]; }

std::uint64_t flags_of(const Call& call, const seccomp_notif& told) {
  if (call.operation == Operation::Open && call.flags < 0) return O_WRONLY | O_CREAT | O_TRUNC;
  return call.number == seccomp_syscall_resolve_name("rmdir") ? std::uint64_t{AT_REMOVEDIR}
                                                              : argument(told, call.flags);
}

/// The identity of the waiting process, if it acts as we would.
struct Person {
  bool is_us = false;
  mode_t mask = 0777;
};
Person person_of(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  Person person;
  for (std::string line; std::getline(status, line);) {
    unsigned value = 0, ids[4] = {};
    if (std::sscanf(line.c_str(), "Umask: %o", &value) == 1) person.mask = value;
    if (std::sscanf(line.c_str(), "Uid: %u %u %u %u", &ids[0], &ids[1], &ids[2], &ids[3]) == 4)
      person.is_us = ids[3] == ::geteuid();
    if (std::sscanf(line.c_str(), "Gid: %u %u %u %u", &ids[0], &ids[1], &ids[2], &ids[3]) == 4)
      return person.is_us &= ids[3] == ::getegid(), person;
  }
  return {};
}

/// A path of a call, and what it means to the thread that waits.
struct Named {
  std::string path;
  std::optional<Entry> entry;
  bool is_known = true;  ///< else who leads us astray by names may mean anything
};
Named named_by(const seccomp_notif& told, int path, int folder, LastLink last = LastLink::Stays) {
  if (path < 0) return {};
  const auto thread = static_cast<pid_t>(told.pid);
  const int base = folder < 0 ? AT_FDCWD : static_cast<int>(argument(told, folder));
  Named named{text_of(thread, argument(told, path)), std::nullopt, true};
  named.entry = entry_named(thread, base, named.path, last);
  named.is_known = named.entry || errno == ENOENT || errno == ENOTDIR || errno == EACCES;
  return named;
}

LastLink last_link(const Call& call, std::uint64_t flags) {
  const bool stays = (flags & O_NOFOLLOW) != 0 || (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
  return call.operation == Operation::Open && !stays ? LastLink::IsFollowed : LastLink::Stays;
}

std::string path_of(const Entry& entry) { return fmt::format("{}/{}", entry.folder, entry.name); }

bool still_waits(const FileDescriptor& watched, const seccomp_notif& told) {
  return ::ioctl(watched.get(), SECCOMP_IOCTL_NOTIF_ID_VALID, &told.id) == 0;
}

void answer(const FileDescriptor& watched, const seccomp_notif& told, int error, long long value = 0) {
  seccomp_notif_resp response{told.id, value, error, 0};
  ::ioctl(watched.get(), SECCOMP_IOCTL_NOTIF_SEND, &response);
}

/// If it can't be given, the process has no descriptor left.
void answer_with(const FileDescriptor& watched, const seccomp_notif& told, const FileDescriptor& file,
                 std::uint64_t flags) {
  seccomp_notif_addfd given{told.id, SECCOMP_ADDFD_FLAG_SEND, static_cast<__u32>(file.get()), 0,
                            static_cast<__u32>(flags & O_CLOEXEC)};
  if (::ioctl(watched.get(), SECCOMP_IOCTL_NOTIF_ADDFD, &given) >= 0) return;
  if (errno != EINVAL) return answer(watched, told, -errno);
  given.flags = 0;
  const int number = ::ioctl(watched.get(), SECCOMP_IOCTL_NOTIF_ADDFD, &given);
  answer(watched, told, number < 0 ? -errno : 0, number < 0 ? 0 : number);
}

/// Locks pass through mounts that are read only. A program outside that waits for one would wait for ever.
bool locks_outside(const sandbox::Plan& plan, const seccomp_notif& told) {
  const std::string file = fmt::format("/proc/{}/fd/{}", told.pid, argument(told, 0));
  struct stat status {};
  std::array<char, PATH_MAX> path{};
  const ssize_t size = ::readlink(file.c_str(), path.data(), path.size());
  if ((argument(told, 1) & LOCK_UN) != 0 || size <= 0 || ::stat(file.c_str(), &status) != 0 || status.st_nlink == 0)
    return false;
  const std::string_view named(path.data(), static_cast<std::size_t>(size));
  const bool has_name = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
  return has_name && sandbox::access_to(plan, named) == sandbox::Access::Fixed;
}

/// A mount that is read-only lets programs write to its pipes, whose reader may be outside.
bool is_pipe_outside(const sandbox::Plan& plan, const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode) &&
         sandbox::access_to(plan, path) == sandbox::Access::Fixed;
}

bool changes(const Call& call, std::uint64_t flags) {
  return call.operation != Operation::Open || (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

NameChange change_of_first(const Call& call, std::uint64_t flags) {
  switch (call.operation) {
    case Operation::Remove:
    case Operation::Rename: return NameChange::Removed;
    case Operation::MakeFolder:
    case Operation::Make: return NameChange::Made;
    case Operation::Open: return (flags & O_CREAT) != 0 ? NameChange::Made : NameChange::None;
    case Operation::Link:
    case Operation::Lock:
    case Operation::Mode:
    case Operation::Times: break;
  }
  return NameChange::None;
}

NameChange change_of_second(const Call& call) {
  if (call.operation == Operation::Rename) return NameChange::Replaced;
  return call.operation == Operation::Link ? NameChange::Made : NameChange::None;
}

constexpr std::size_t longest_head = 4096;

}  // namespace

void SupervisedCalls::prepare_thread() { ::unshare(CLONE_FS); }

bool SupervisedCalls::is_in_repository(const std::string& path) const {
  return sandbox::access_to(plan_, path) == sandbox::Access::Repository;
}

std::optional<SupervisedCalls::Target> SupervisedCalls::target_of(const Entry& entry) const {
  Target target{{}, fmt::format("{}/{}", entry.folder, entry.name), entry.name};
  if (!is_in_repository(entry.folder) || !is_in_repository(target.path)) return std::nullopt;  // a place of its own
  const sandbox::Place* repository = nullptr;
  for (const sandbox::Place& place : plan_.places)
    if (place.access == sandbox::Access::Repository && sandbox::lies_in(entry.folder, place.path)) repository = &place;
  if (repository == nullptr) return std::nullopt;
  const auto is_made = [&](const std::string& worktree) { return sandbox::lies_in(target.path, worktree); };
  const std::string_view below = std::string_view(target.path).substr(repository->path.size() + 1);
  const bool is_new = std::any_of(made_.begin(), made_.end(), is_made);
  const sandbox::GitWrite may = sandbox::git_write(below);
  if (!is_new && may == sandbox::GitWrite::No) return std::nullopt;
  target.worktree = may == sandbox::GitWrite::NewWorktree;
  target.vital = !is_new && sandbox::is_vital_to_git(below);
  target.folder = open_exactly(entry.folder, O_DIRECTORY);
  if (!target.folder) return std::nullopt;
  return target;
}

/// If a mount or Landlock stands in the way, the kernel refuses it.
bool SupervisedCalls::keeps(const std::string& path, Operation operation) const {
  if (!takes_writes(sandbox::access_to(plan_, path))) return false;
  const auto heeds = [&](const std::string& folder) {
    return path != folder && sandbox::lies_in(path, folder) &&
           sandbox::is_auto_loaded(std::string_view(path).substr(folder.size() + 1));
  };
  // A folder comes with what is in it, and a link with what it leads to
  constexpr std::array bringing{Operation::Make, Operation::Link, Operation::Rename};
  const bool brings = std::find(bringing.begin(), bringing.end(), operation) != bringing.end();
  const auto keeps = [&](const std::string& kept) {
    return sandbox::lies_in(path, kept) || (brings && sandbox::lies_in(kept, path));
  };
  return std::any_of(plan_.workspace.begin(), plan_.workspace.end(), heeds) ||
         std::any_of(plan_.kept.begin(), plan_.kept.end(), keeps);
}

/// An entry that is there already is not made, and one that is not there is not removed.
bool SupervisedCalls::refuses(const Entry& entry, Operation operation, NameChange change) const {
  const bool changes = change == NameChange::Replaced || entry.is_there == (change == NameChange::Removed);
  return changes && keeps(path_of(entry), operation);
}

/// A file of ours alone takes its place: whoever made the other may still have it open.
int SupervisedCalls::put_head(const Target& from, const Target& to) const {
  const FileDescriptor source(::openat(from.folder.get(), from.name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  std::array<char, longest_head> text{};
  const ssize_t size = source ? ::read(source.get(), text.data(), text.size()) : -1;
  if (size < 0) return -errno;
  const std::string_view head(text.data(), static_cast<std::size_t>(size));
  if (!sandbox::is_git_head(head)) return -EROFS;
  const std::string fresh = to.name + ".termhost";
  ::unlinkat(to.folder.get(), fresh.c_str(), 0);
  const FileDescriptor file(
      ::openat(to.folder.get(), fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file || !write_whole(file.get(), head) ||
      ::renameat(to.folder.get(), fresh.c_str(), to.folder.get(), to.name.c_str()) != 0)
    return -errno;
  ::unlinkat(from.folder.get(), from.name.c_str(), 0);
  return 0;
}

int SupervisedCalls::perform(const Call& call, const seccomp_notif& told, const Target& first, const Target* second) {
  const int folder = first.folder.get();
  const char* const name = first.name.c_str();
  const auto mode = static_cast<mode_t>(argument(told, call.mode) & 0777);
  const auto flags = static_cast<int>(flags_of(call, told));
  const auto result = [](int value) { return value < 0 ? -errno : 0; };
  constexpr std::array<timespec, 2> now{timespec{0, UTIME_NOW}, timespec{0, UTIME_NOW}};
  struct stat status {};
  if (first.vital && call.operation != Operation::Times) return -EROFS;
  switch (call.operation) {
    case Operation::MakeFolder: {
      const int made = result(::mkdirat(folder, name, mode));
      if (made == 0 && first.worktree) made_.insert(first.path);
      return made;
    }
    case Operation::Remove: return result(::unlinkat(folder, name, flags & AT_REMOVEDIR));
    case Operation::Rename:
      if ((flags & ~RENAME_NOREPLACE) != 0) return -EINVAL;
      if (second->vital) return second->name == "HEAD" ? put_head(first, *second) : -EROFS;
      return result(
          ::renameat2(folder, name, second->folder.get(), second->name.c_str(), static_cast<unsigned>(flags)));
    case Operation::Link:
      return second->vital ? -EROFS : result(::linkat(folder, name, second->folder.get(), second->name.c_str(), 0));
    case Operation::Mode:
      // A folder that nobody may enter is no repository to git, which then looks around it
      if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return -errno;
      return S_ISREG(status.st_mode) ? result(::fchmodat(folder, name, mode, 0)) : -EROFS;
    case Operation::Times: return result(::utimensat(folder, name, now.data(), AT_SYMLINK_NOFOLLOW));
    case Operation::Lock:
    case Operation::Open:
    case Operation::Make: break;
  }
  return -EROFS;
}

CarriedOut SupervisedCalls::carry_out(const FileDescriptor& watched, const seccomp_notif& told) {
  const Call* const call = call_of(told.data.nr);
  if (call == nullptr) return {};
  if (call->operation == Operation::Lock) {
    if (!locks_outside(plan_, told)) return {};
    answer(watched, told, -EOPNOTSUPP);  // as of a file system that has no locks: programs go on without
    return {CarriedOut::Way::Answered, {}};
  }
  if (plan_.workspace.empty() && !plan_.only_reads) return {};
  const std::uint64_t flags = flags_of(*call, told);
  if (!changes(*call, flags)) return {};
  const Named first = named_by(told, call->path, call->folder, last_link(*call, flags));
  if (call->operation == Operation::Open && first.entry && is_pipe_outside(plan_, path_of(*first.entry)))
    return {CarriedOut::Way::Refused, path_of(*first.entry)};
  if (plan_.workspace.empty()) return {};
  const Named second = named_by(told, call->second, call->second_folder);
  for (const auto& [named, change] :
       {std::pair(&first, change_of_first(*call, flags)), std::pair(&second, change_of_second(*call))}) {
    if (change == NameChange::None) continue;
    if (!named->is_known) return {CarriedOut::Way::Refused, named->path};
    if (named->entry && refuses(*named->entry, call->operation, change))
      return {CarriedOut::Way::Refused, path_of(*named->entry)};
  }
  if (!first.entry || (call->second >= 0 && !second.entry) || !is_in_repository(first.entry->folder)) return {};
  return carry_out_in_repository(*call, watched, told, *first.entry, second.entry);
}

CarriedOut SupervisedCalls::carry_out_in_repository(const Call& call, const FileDescriptor& watched,
                                                    const seccomp_notif& told, const Entry& first,
                                                    const std::optional<Entry>& second) {
  const auto from = target_of(first);
  const auto to = second ? target_of(*second) : std::nullopt;
  if (!from || (second && !to)) return {};
  const Person person = person_of(static_cast<pid_t>(told.pid));
  if (!person.is_us || !still_waits(watched, told)) return {};
  ::umask(person.mask);
  const std::uint64_t flags = flags_of(call, told);
  if (call.operation == Operation::Open && !from->vital) {
    const int passed = static_cast<int>(flags & passed_on) | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
    const FileDescriptor file(
        ::openat(from->folder.get(), from->name.c_str(), passed, argument(told, call.mode) & 0777));
    if (file)
      answer_with(watched, told, file, flags);
    else
      answer(watched, told, -errno);
    return {CarriedOut::Way::Answered, {}};
  }
  answer(watched, told, perform(call, told, *from, to ? &*to : nullptr));
  return {CarriedOut::Way::Answered, {}};
}

}  // namespace termhost::io
