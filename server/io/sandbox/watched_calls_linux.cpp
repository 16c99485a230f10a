#include "io/sandbox/watched_calls_linux.hpp"

#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <memory>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/reach.hpp"

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)  // Linux 5.19
#endif

namespace termhost::io {
namespace {

using Use = WatchedUse;

constexpr std::array<WatchedCall, 34> rows{{
    {"open", Use::Content, 0, -1, 1, O_CREAT | O_EXCL},
    {"openat", Use::Content, 1, 0, 2, O_CREAT | O_EXCL},
    {"creat", Use::Content, 0},
    {"truncate", Use::Content, 0},
    {"chmod", Use::Attributes, 0},
    {"fchmodat", Use::Attributes, 1, 0},
    {"fchmodat2", Use::Attributes, 1, 0},
    {"chown", Use::Attributes, 0},
    {"lchown", Use::Attributes, 0},
    {"fchownat", Use::Attributes, 1, 0},
    {"utime", Use::Attributes, 0},
    {"utimes", Use::Attributes, 0},
    {"futimesat", Use::Attributes, 1, 0},
    {"utimensat", Use::Attributes, 1, 0},
    {"mkdir", Use::New, 0},
    {"mkdirat", Use::New, 1, 0},
    {"rmdir", Use::Entry, 0},
    {"unlink", Use::Entry, 0},
    {"unlinkat", Use::Entry, 1, 0},
    {"rename", Use::Entry, 0},
    {"rename", Use::Entry, 1},
    {"renameat", Use::Entry, 1, 0},
    {"renameat", Use::Entry, 3, 2},
    {"renameat2", Use::Entry, 1, 0},
    {"renameat2", Use::Entry, 3, 2, 4, RENAME_NOREPLACE},
    {"link", Use::New, 1},
    {"linkat", Use::New, 3, 2},
    {"symlink", Use::New, 1},
    {"symlinkat", Use::New, 2, 1},
    {"mknod", Use::New, 0},
    {"mknodat", Use::New, 1, 0},
    {"connect", Use::Address, 1},
    {"socket", Use::Internet},
    {"flock", Use::Lock},
}};

scmp_arg_cmp equals(unsigned number, std::uint64_t value) { return {number, SCMP_CMP_EQ, value, 0}; }
scmp_arg_cmp has_bit(unsigned number, std::uint64_t bit) { return {number, SCMP_CMP_MASKED_EQ, bit, bit}; }

class Watch {
 public:
  Watch() : context_(seccomp_init(SCMP_ACT_ALLOW), seccomp_release) {
    if (context_ == nullptr) return;
    good_ = seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ALLOW) == 0 &&
            seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0;
  }

  template <class... Conditions>
  void tell(const WatchedCall& call, const Conditions&... conditions) {
    if (!good_ || call.number < 0) return;
    const int added =
        seccomp_rule_add(context_.get(), SCMP_ACT_NOTIFY, call.number, sizeof...(conditions), conditions...);
    good_ = added == 0 || added == -EEXIST;
  }

  /// By hand, since the library of Debian 12 knows nothing of the flag: a signal must not make a program begin its call
  /// again, or see an EINTR that no kernel would give.
  FileDescriptor load() {
    const FileDescriptor file(good_ ? ::memfd_create("watch", MFD_CLOEXEC) : -1);
    if (!file || seccomp_export_bpf(context_.get(), file.get()) != 0) return {};
    std::vector<sock_filter> code(static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_END)) / sizeof(sock_filter));
    const std::size_t bytes = code.size() * sizeof(sock_filter);
    if (::pread(file.get(), code.data(), bytes, 0) != static_cast<ssize_t>(bytes)) return {};
    sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
    for (const unsigned long flag : {SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, 0UL}) {
      const long fd =
          ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER | flag, &program);
      if (fd >= 0 || errno != EINVAL) return FileDescriptor(static_cast<int>(fd));
    }
    return {};
  }

 private:
  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
  bool good_ = false;
};

/// Reading is none of our business; it is most of what programs do.
void tell_opening(Watch& watch, const WatchedCall& call) {
  for (const std::uint64_t bit : {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC})
    watch.tell(call, has_bit(static_cast<unsigned>(call.flags), bit));
}

void tell(Watch& watch, const WatchedCall& call, const sandbox::Plan& plan) {
  if (call.use == Use::Content && call.flags >= 0) return tell_opening(watch, call);
  if (call.use == Use::Attributes && !plan.has_view) return;  // nothing keeps them
  const bool connects = plan.network == sandbox::Network::Loopback || sandbox::has_own_sockets(plan);
  if (call.use == Use::Address && !connects) return;
  if (call.use != Use::Internet) return watch.tell(call);
  if (plan.network != sandbox::Network::None) return;
  for (const std::uint64_t family : {AF_INET, AF_INET6}) watch.tell(call, equals(0, family));
}

}  // namespace

const std::vector<WatchedCall>& watched_calls() {
  static const std::vector<WatchedCall> numbered = [] {
    std::vector<WatchedCall> all(rows.begin(), rows.end());
    for (WatchedCall& call : all) call.number = seccomp_syscall_resolve_name(call.name);
    return all;
  }();
  return numbered;
}

FileDescriptor watch_system_calls(const sandbox::Plan& plan) {
  Watch watch;
  for (const WatchedCall& call : watched_calls()) tell(watch, call, plan);
  return watch.load();
}

}  // namespace termhost::io
