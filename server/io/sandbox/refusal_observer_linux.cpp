#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <mutex>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "io/sandbox/call_arguments_linux.hpp"
#include "io/sandbox/refusal_observer.hpp"
#include "io/sandbox/refused_path_linux.hpp"
#include "io/sandbox/supervised_calls_linux.hpp"
#include "io/sandbox/supervised_connections_linux.hpp"
#include "io/sandbox/watched_calls_linux.hpp"
#include "sandbox/known_places.hpp"
#include "sandbox/reach.hpp"

#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#define SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP (1UL << 0)
#endif

namespace termhost::io {
namespace {

using sandbox::Refusal;
using sandbox::RefusedAccess;

/// A look at a path takes microseconds, but on a file system that does not answer.
constexpr std::chrono::milliseconds look_patience{50};
/// As long waits who connects with a server that takes nobody yet.
constexpr int next_try_ms = 10;

/// Whoever asks sleeps until we have answered, so we may have its processor. It must not be woken on ours: when we
/// answer the second of two that ask at once, both would run on one while the other processor is idle (`make -j2` took
/// a sixth longer). Before Linux 6.6 there is no such choice.
void wake_on_this_processor(const FileDescriptor& watched, bool wanted) {
  ::ioctl(watched.get(), SECCOMP_IOCTL_NOTIF_SET_FLAGS, wanted ? SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP : 0UL);
}

/// A network of the terminal's own reaches nothing but itself.
std::optional<std::string> unreachable_address(const std::string& bytes) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  sa_family_t family = AF_UNSPEC;
  if (bytes.size() >= sizeof family) std::memcpy(&family, bytes.data(), sizeof family);
  if (family == AF_INET && bytes.size() >= sizeof v4) {
    std::memcpy(&v4, bytes.data(), sizeof v4);
    if (ntohl(v4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET || v4.sin_addr.s_addr == INADDR_ANY) return std::nullopt;
    ::inet_ntop(AF_INET, &v4.sin_addr, text.data(), text.size());
    return fmt::format("{}:{}", text.data(), ntohs(v4.sin_port));
  }
  if (family == AF_INET6 && bytes.size() >= sizeof v6) {
    std::memcpy(&v6, bytes.data(), sizeof v6);
    if (IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr) || IN6_IS_ADDR_UNSPECIFIED(&v6.sin6_addr)) return std::nullopt;
    ::inet_ntop(AF_INET6, &v6.sin6_addr, text.data(), text.size());
    return fmt::format("[{}]:{}", text.data(), ntohs(v6.sin6_port));
  }
  return std::nullopt;
}

/// The facts of a call that only the waiting process can tell, by one of its rows.
struct Seen {
  WatchedUse use{};
  std::string address;
  NamedFile file;
};

bool makes_new(const WatchedCall& call, const seccomp_notif& told) {
  if (call.use == WatchedUse::New) return true;
  return call.new_by != 0 && (told.data.args[call.flags] & call.new_by) == call.new_by;
}

Seen seen_in(const WatchedCall& call, const seccomp_notif& told) {
  const auto process = static_cast<pid_t>(told.pid);
  const std::uint64_t operand = told.data.args[call.path];
  Seen seen{.use = call.use, .address = {}, .file = {}};
  if (call.use == WatchedUse::Internet || call.use == WatchedUse::Lock) return seen;
  if (call.use == WatchedUse::Address) {
    seen.address = memory_of(process, operand, std::min<std::uint64_t>(told.data.args[2], sizeof(sockaddr_in6)));
    return seen;
  }
  const int folder = call.folder < 0 ? AT_FDCWD : static_cast<int>(told.data.args[call.folder]);
  const bool made = makes_new(call, told);
  seen.file = {absolute_path(process, folder, text_of(process, operand)), made || call.use == WatchedUse::Entry, made};
  return seen;
}

/// Nobody has named it, and nothing fails without it.
bool is_name_service(const std::string& path) {
  return std::any_of(sandbox::name_services.begin(), sandbox::name_services.end(),
                     [&](std::string_view folder) { return sandbox::lies_in(path, folder); });
}

std::optional<Refusal> refusal_of(const Seen& seen, const RefusedPaths& paths) {
  if (seen.use == WatchedUse::Lock) return std::nullopt;
  if (seen.use == WatchedUse::Internet) return Refusal{RefusedAccess::Network, {}};
  if (seen.use == WatchedUse::Address) {
    auto address = unreachable_address(seen.address);
    return address ? std::optional(Refusal{RefusedAccess::Connection, std::move(*address)}) : std::nullopt;
  }
  auto path = paths.find(seen.file);
  return path ? std::optional(Refusal{RefusedAccess::Write, std::move(*path)}) : std::nullopt;
}

/// Every terminal has these two devices, and no program can put another file there, because it cannot change its root
/// or its mounts. A shell opens them several times for each command, so no further look is made.
bool opens_everyones_device(const seccomp_notif& told, const std::vector<Seen>& all) {
  if (told.data.nr != SYS_openat || all.empty()) return false;
  return std::all_of(all.begin(), all.end(),
                     [](const Seen& seen) { return seen.file.path == "/dev/null" || seen.file.path == "/dev/tty"; });
}

}  // namespace

class RefusalObserver::Watch {
 public:
  Watch(FileDescriptor watched, sandbox::Plan plan, const FileDescriptor& layers);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  [[nodiscard]] std::vector<Refusal> take();

 private:
  void watch();
  [[nodiscard]] bool answer_next();
  void let_go_on(seccomp_notif_resp& answer);
  bool connect(const seccomp_notif& told, const std::vector<Seen>& all);

  RefusedPaths paths_;
  SupervisedConnections connections_;
  SupervisedCalls supervisor_;
  FileDescriptor watched_, ended_, end_;  // the last two: a pipe, closed to end the thread
  std::timed_mutex mutex_;                // held from an answer until what it let go on has been looked at
  std::vector<Refusal> refusals_;
  std::thread thread_;
};

RefusalObserver::Watch::Watch(FileDescriptor watched, sandbox::Plan plan, const FileDescriptor& layers)
    : paths_(plan), connections_(plan, layers), supervisor_(std::move(plan)), watched_(std::move(watched)) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;  // nobody watches: closing refuses what asks for it
  ended_ = FileDescriptor(ends[0]);
  end_ = FileDescriptor(ends[1]);
  sigset_t all, before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the thread of termhost
  thread_ = std::thread([this] { watch(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

RefusalObserver::Watch::~Watch() {
  end_.reset();
  if (thread_.joinable()) thread_.join();
}

std::vector<Refusal> RefusalObserver::Watch::take() {
  const std::unique_lock lock(mutex_, look_patience);
  return lock ? std::exchange(refusals_, {}) : std::vector<Refusal>();
}

/// Until nobody is left who is watched, or nobody wants to know.
void RefusalObserver::Watch::watch() {
  SupervisedCalls::prepare_thread();
  std::array<pollfd, 2> waiting{pollfd{watched_.get(), POLLIN, 0}, pollfd{ended_.get(), POLLIN, 0}};
  wake_on_this_processor(watched_, true);
  const auto patience = [this] { return connections_.have_to_go_on() ? next_try_ms : -1; };
  while (::poll(waiting.data(), waiting.size(), patience()) >= 0 || errno == EINTR) {
    connections_.go_on(watched_);
    if (waiting[1].revents != 0 || (waiting[0].revents & (POLLHUP | POLLERR)) != 0) break;
    if (waiting[0].revents != 0 && !answer_next()) break;
  }
  watched_.reset();
}

/// False: there will be no more. Who asks waits only until we know what it names; what the kernel refuses stays as it
/// is, and is looked at while it goes on. `take()` waits until then.
bool RefusalObserver::Watch::answer_next() {
  seccomp_notif told{};
  if (::ioctl(watched_.get(), SECCOMP_IOCTL_NOTIF_RECV, &told) != 0) return errno == EINTR || errno == ENOENT;
  seccomp_notif_resp answer{};
  answer.id = told.id;
  answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  paths_.look_into(static_cast<pid_t>(told.pid));
  std::vector<Seen> all;
  for (const WatchedCall& call : watched_calls()) {
    if (call.number != told.data.nr) continue;
    all.push_back(seen_in(call, told));
    if (call.use != WatchedUse::Internet) continue;
    answer.flags = 0;
    answer.error = -EACCES;
  }
  if (connections_.are_ours() && told.data.nr == SYS_connect) return connect(told, all);
  if (opens_everyones_device(told, all)) {
    let_go_on(answer);
    return true;
  }
  const CarriedOut done = supervisor_.carry_out(watched_, told);
  if (done.way == CarriedOut::Way::Answered) return true;
  const bool is_refused = done.way == CarriedOut::Way::Refused;
  if (is_refused) answer = {told.id, 0, -EROFS, 0};
  const std::lock_guard lock(mutex_);
  let_go_on(answer);
  if (is_refused && !done.refused.empty()) add(refusals_, {RefusedAccess::Write, done.refused});
  if (is_refused) return true;
  for (const Seen& seen : all)
    if (auto refusal = refusal_of(seen, paths_)) add(refusals_, std::move(*refusal));
  return true;
}

void RefusalObserver::Watch::let_go_on(seccomp_notif_resp& answer) {
  wake_on_this_processor(watched_, false);
  ::ioctl(watched_.get(), SECCOMP_IOCTL_NOTIF_SEND, &answer);  // who was killed meanwhile needs no answer
  wake_on_this_processor(watched_, true);
}

bool RefusalObserver::Watch::connect(const seccomp_notif& told, const std::vector<Seen>& all) {
  const std::lock_guard lock(mutex_);
  auto refused = connections_.carry_out(watched_, told);
  if (refused && !is_name_service(*refused)) add(refusals_, {RefusedAccess::Connection, std::move(*refused)});
  for (const Seen& seen : all)
    if (auto refusal = refusal_of(seen, paths_)) add(refusals_, std::move(*refusal));
  return true;
}

RefusalObserver::RefusalObserver(FileDescriptor watched, sandbox::Plan plan, const FileDescriptor& layers)
    : watch_(std::make_unique<Watch>(std::move(watched), std::move(plan), layers)) {}
RefusalObserver::~RefusalObserver() = default;

std::vector<Refusal> RefusalObserver::take() { return watch_->take(); }

}  // namespace termhost::io
