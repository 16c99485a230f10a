#include "io/sandbox/system_calls_linux.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <initializer_list>
#include <linux/btrfs.h>
#include <linux/fs.h>
#include <linux/ioprio.h>
#include <linux/netlink.h>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "sandbox/reach.hpp"

namespace termhost::io {
namespace {

struct Refused {
  const char* name;
  int error = EPERM;
};

/// By the reason why.
constexpr std::array refused{
    // another view of the files
    Refused{"mount"},
    Refused{"umount"},
    Refused{"umount2"},
    Refused{"pivot_root"},
    Refused{"chroot"},
    Refused{"move_mount"},
    Refused{"open_tree"},
    Refused{"fsopen"},
    Refused{"fsconfig"},
    Refused{"fsmount"},
    Refused{"fspick"},
    Refused{"mount_setattr"},
    Refused{"open_tree_attr"},
    Refused{"setns"},
    Refused{"open_by_handle_at"},
    Refused{"quotactl"},
    Refused{"quotactl_fd"},
    Refused{"fanotify_init"},
    // whose arguments no filter sees; programs go on with the older call
    Refused{"clone3", ENOSYS},
    Refused{"openat2", ENOSYS},
    // parts of the kernel that have been ways out of sandboxes
    Refused{"io_uring_setup", ENOSYS},
    Refused{"io_uring_enter", ENOSYS},
    Refused{"io_uring_register", ENOSYS},
    Refused{"bpf"},
    Refused{"userfaultfd"},
    Refused{"perf_event_open"},
    Refused{"add_key"},
    Refused{"keyctl"},
    Refused{"request_key"},
    Refused{"lookup_dcookie"},
    Refused{"vm86"},
    Refused{"vm86old"},
    Refused{"nfsservctl"},
    // the machine
    Refused{"reboot"},
    Refused{"kexec_load"},
    Refused{"kexec_file_load"},
    Refused{"init_module"},
    Refused{"finit_module"},
    Refused{"delete_module"},
    Refused{"iopl"},
    Refused{"ioperm"},
    Refused{"swapon"},
    Refused{"swapoff"},
    Refused{"acct"},
    Refused{"syslog"},
    Refused{"sethostname"},
    Refused{"setdomainname"},
    Refused{"settimeofday"},
    Refused{"stime"},
    Refused{"clock_settime"},
    Refused{"vhangup"},
};

/// Changes that a view keeps apart or prevents, and that Landlock does not know. Programs go on without attributes.
constexpr std::array refused_without_view{
    Refused{"shmget"},
    Refused{"shmat"},
    Refused{"shmctl"},
    Refused{"semget"},
    Refused{"semop"},
    Refused{"semtimedop"},
    Refused{"semctl"},
    Refused{"msgget"},
    Refused{"msgsnd"},
    Refused{"msgrcv"},
    Refused{"msgctl"},
    Refused{"ipc"},
    Refused{"mq_open"},
    Refused{"mq_unlink"},
    Refused{"setxattr", EOPNOTSUPP},
    Refused{"lsetxattr", EOPNOTSUPP},
    Refused{"fsetxattr", EOPNOTSUPP},
    Refused{"setxattrat", EOPNOTSUPP},
    Refused{"removexattr", EOPNOTSUPP},
    Refused{"lremovexattr", EOPNOTSUPP},
    Refused{"fremovexattr", EOPNOTSUPP},
    Refused{"removexattrat", EOPNOTSUPP},
    Refused{"file_setattr", EOPNOTSUPP},
};

/// Changes of a file that nobody may write, if no view makes it read only, and no program needs them.
constexpr std::array refused_where_all_is_read{Refused{"chmod"},     Refused{"fchmod"},    Refused{"fchmodat"},
                                               Refused{"fchmodat2"}, Refused{"chown"},     Refused{"fchown"},
                                               Refused{"lchown"},    Refused{"fchownat"},  Refused{"utime"},
                                               Refused{"utimes"},    Refused{"futimesat"}, Refused{"utimensat"}};

constexpr std::array<unsigned, 8> new_namespaces{CLONE_NEWNS,     CLONE_NEWUSER, CLONE_NEWPID,
                                                 CLONE_NEWNET,    CLONE_NEWIPC,  CLONE_NEWUTS,
                                                 CLONE_NEWCGROUP, 0x80 /* CLONE_NEWTIME */};

/// Calls that are younger than Debian 12's libseccomp; the same number on every processor.
struct Numbered {
  std::string_view name;
  int number;
};
constexpr std::array young{Numbered{"quotactl_fd", 443},    Numbered{"fchmodat2", 452},
                           Numbered{"setxattrat", 463},     Numbered{"removexattrat", 466},
                           Numbered{"open_tree_attr", 467}, Numbered{"file_setattr", 469}};

int call_number(const char* name) {
  const int number = seccomp_syscall_resolve_name(name);
  const auto* found = std::find_if(young.begin(), young.end(), [&](const Numbered& call) { return call.name == name; });
  return number == __NR_SCMP_ERROR && found != young.end() ? found->number : number;
}

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW), seccomp_release) {
    if (context_ == nullptr) return;
    note(seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS)));  // 32-bit programs
    note(seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2));
    note(seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_NNP, 0));  // we have set it
  }

  /// A call that this machine does not have needs no rule.
  template <class... Conditions>
  void refuse(const char* name, int error, const Conditions&... conditions) {
    const int call = call_number(name);
    if (context_ == nullptr || call < 0) return;
    note(seccomp_rule_add(context_.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call, sizeof...(conditions),
                          conditions...));
  }

  bool load() {
    if (context_ == nullptr) errno = ENOMEM;
    if (context_ == nullptr || error_ != 0) return false;
    note(seccomp_load(context_.get()));
    return error_ == 0;
  }

 private:
  void note(int result) {
    if (result >= 0 || error_ != 0) return;
    errno = error_ = -result;
  }

  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
  int error_ = 0;
};

scmp_arg_cmp argument(unsigned number, scmp_compare how, std::uint64_t value, std::uint64_t masked = 0) {
  return scmp_arg_cmp{number, how, value, masked};
}
scmp_arg_cmp has_bits(unsigned number, std::uint64_t bits) { return argument(number, SCMP_CMP_MASKED_EQ, bits, bits); }

/// Unix sockets of types without a connection are refused: they can send to any other Unix socket.
void refuse_datagrams(Filter& filter, const char* call) {
  for (unsigned type = 0; type <= 0xF; ++type)
    if (type != SOCK_STREAM && type != SOCK_SEQPACKET)
      filter.refuse(call, EACCES, argument(0, SCMP_CMP_EQ, AF_UNIX), argument(1, SCMP_CMP_MASKED_EQ, 0xF, type));
}

/// Sockets reach whoever listens: an editor, an agent of keys, Docker. No view of files stands between, but for
/// `own`: supervised_connections_linux.hpp.
void refuse_sockets(Filter& filter, bool internet, bool own) {
  for (unsigned family = 0; family < AF_NETLINK; ++family)
    if ((!internet || (family != AF_INET && family != AF_INET6)) && (!own || family != AF_UNIX))
      filter.refuse("socket", EACCES, argument(0, SCMP_CMP_EQ, family));
  if (own) refuse_datagrams(filter, "socket");
  filter.refuse("socket", EACCES, argument(0, SCMP_CMP_GT, AF_NETLINK));
  filter.refuse("socket", EACCES, argument(0, SCMP_CMP_EQ, AF_NETLINK), argument(2, SCMP_CMP_NE, NETLINK_ROUTE));
  filter.refuse("socketpair", EACCES, argument(0, SCMP_CMP_NE, AF_UNIX));
  refuse_datagrams(filter, "socketpair");
  filter.refuse("socketcall", EACCES);
}

/// Calls on other processes of the same user, which no view of files hides.
void refuse_meddling(Filter& filter) {
  for (const char* name : {"prlimit64", "sched_setscheduler", "sched_setparam", "sched_setattr", "sched_setaffinity"})
    filter.refuse(name, EPERM, argument(0, SCMP_CMP_NE, 0));
  for (const char* name : {"setpriority", "ioprio_set"}) filter.refuse(name, EPERM, argument(1, SCMP_CMP_NE, 0));
  // There 0 is not the process itself, but its user, whose other processes run outside
  filter.refuse("setpriority", EPERM, argument(0, SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, PRIO_USER));
  filter.refuse("ioprio_set", EPERM, argument(0, SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, IOPRIO_WHO_USER));
  // A lease, also on a file that is only read, makes whoever opens it outside wait
  for (const char* name : {"fcntl", "fcntl64"})
    filter.refuse(name, EPERM, argument(1, SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, F_SETLEASE));
}

void refuse_namespaces(Filter& filter) {
  for (const unsigned flag : new_namespaces) {
    filter.refuse("unshare", EPERM, has_bits(0, flag));
#ifdef __s390__
    filter.refuse("clone", EPERM, has_bits(1, flag));
#else
    if (flag != 0x80) filter.refuse("clone", EPERM, has_bits(0, flag));  // there it is a part of a signal's number
#endif
  }
}

/// By their numbers; the upper half of the argument is none of it.
void refuse_controls(Filter& filter, std::initializer_list<unsigned> requests, int error) {
  for (const unsigned request : requests)
    filter.refuse("ioctl", error, argument(1, SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, request));
}

void refuse_what_a_view_holds(Filter& filter) {
  for (const Refused& call : refused_without_view) filter.refuse(call.name, call.error);
  refuse_controls(filter, {FS_IOC_SETFLAGS, FS_IOC32_SETFLAGS, FS_IOC_FSSETXATTR}, EOPNOTSUPP);
}

/// A process outside that runs such a program becomes the user.
void refuse_setuid_files(Filter& filter) {
  struct Mode {
    const char* call;
    unsigned argument;
  };
  for (const auto& [call, number] : {Mode{"chmod", 1}, Mode{"fchmod", 1}, Mode{"fchmodat", 2}, Mode{"fchmodat2", 2},
                                     Mode{"creat", 1}, Mode{"mknod", 1}, Mode{"mknodat", 2}})
    for (const unsigned bit : {S_ISUID, S_ISGID}) filter.refuse(call, EPERM, has_bits(number, bit));
  for (const unsigned bit : {S_ISUID, S_ISGID})
    for (const unsigned creates : {0100U /* O_CREAT */, 020000000U /* O_TMPFILE */}) {
      filter.refuse("open", EPERM, has_bits(1, creates), has_bits(2, bit));
      filter.refuse("openat", EPERM, has_bits(2, creates), has_bits(3, bit));
    }
}

}  // namespace

bool restrict_system_calls(const sandbox::Plan& plan, bool watched) {
  Filter filter;
  for (const Refused& call : refused) filter.refuse(call.name, call.error);
  refuse_sockets(filter, plan.network != sandbox::Network::None || watched, watched && sandbox::has_own_sockets(plan));
  refuse_meddling(filter);
  refuse_namespaces(filter);
  refuse_setuid_files(filter);
  // Typing into a terminal, or changing its kind
  refuse_controls(filter, {0x5412 /* TIOCSTI */, 0x541C /* TIOCLINUX */, 0x541D /* TIOCCONS */, 0x5423 /* TIOCSETD */},
                  EPERM);
  // Copying a tree with all that is hidden in it, which asks for no leave
  refuse_controls(filter,
                  {BTRFS_IOC_SNAP_CREATE, BTRFS_IOC_SNAP_CREATE_V2, BTRFS_IOC_SUBVOL_CREATE, BTRFS_IOC_SUBVOL_CREATE_V2,
                   BTRFS_IOC_SNAP_DESTROY, BTRFS_IOC_SNAP_DESTROY_V2},
                  EPERM);
  if (!plan.has_view) refuse_what_a_view_holds(filter);
  if (!plan.has_view && plan.only_reads)
    for (const Refused& call : refused_where_all_is_read) filter.refuse(call.name, call.error);
  return filter.load();
}

bool can_restrict_system_calls() { return ::prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0; }

}  // namespace termhost::io
