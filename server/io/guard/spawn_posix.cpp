#include "io/guard/spawn_posix.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <climits>
#include <fmt/format.h>

#include "io/guard/guard_protocol.hpp"
#include "io/guard/orphans_posix.hpp"
#include "io/guard/passed_descriptor_posix.hpp"
#include "io/process/process_tree_posix.hpp"
#include "io/sandbox/confinement.hpp"
#include "sandbox/missing_folder.hpp"
#include "sandbox/plan_texts.hpp"

namespace termhost::io {
namespace {

using host::OpenError;
using host::OpenErrorCode;

/// Descriptors for the guard are kept above those it will have, so that placing one does not close another.
constexpr int first_free_fd = 10;
/// A guard answers within milliseconds. With a thousand busy processes for a processor it takes seconds.
constexpr int handshake_ms = 30'000;
/// Longer than a guard's own patience with processes that do not die.
constexpr int guard_patience_ms = 6000;

tl::unexpected<OpenError> error(OpenErrorCode code, std::string what) {
  return base::unexpected(OpenError{code, std::move(what)});
}

std::string because() { return std::string(": ") + std::strerror(errno); }

/// Moves `fd` to where the guard's do not come; without an end, and with the right errno, where there is no room.
FileDescriptor moved_up(int fd) {
  FileDescriptor moved(::fcntl(fd, F_DUPFD_CLOEXEC, first_free_fd));
  const int why = errno == EINVAL ? EMFILE : errno;  // EINVAL: the limit lies below where it should go
  ::close(fd);
  if (!moved) errno = why;
  return moved;
}

/// Moves both or, with the errno of the first that failed, none.
bool move_up_both(const int (&ends)[2], FileDescriptor& first, FileDescriptor& second) {
  first = moved_up(ends[0]);
  if (!first) {
    const int why = errno;
    ::close(ends[1]);
    errno = why;
    return false;
  }
  second = moved_up(ends[1]);
  return static_cast<bool>(second);
}

/// The guard's ends of the socket and of the pipes or the terminal.
struct GuardEnds {
  FileDescriptor socket, output, errors;
};

/// A killed guard must not end us, also where the system does not know MSG_NOSIGNAL.
bool make_socket(FileDescriptor& ours, FileDescriptor& theirs) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
#ifdef SO_NOSIGPIPE
  const int on = 1;
  for (const int end : ends) ::setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  return move_up_both(ends, ours, theirs);
}

bool make_pipe(FileDescriptor& reading, FileDescriptor& writing) {
  int ends[2];
  if (::pipe(ends) != 0) return false;
  return move_up_both(ends, reading, writing);
}

/// As a terminal emulator has it, but Ctrl+S in a pasted text must not stop the output for ever.
void set_modes(int slave) {
  termios modes{};
  if (::tcgetattr(slave, &modes) != 0) return;
  modes.c_iflag &= ~static_cast<tcflag_t>(IXON | IXOFF);
#ifdef IUTF8
  modes.c_iflag |= IUTF8;
#endif
  ::tcsetattr(slave, TCSANOW, &modes);
}

bool make_pty(FileDescriptor& master, FileDescriptor& slave) {
  FileDescriptor opened(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!opened || ::grantpt(opened.get()) != 0 || ::unlockpt(opened.get()) != 0) return false;
  char name[PATH_MAX];
  if (::ptsname_r(opened.get(), name, sizeof name) != 0) return false;
  const int fd = ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (fd < 0) return false;
  if (!move_up_both({opened.release(), fd}, master, slave)) return false;
  set_modes(slave.get());
  return true;
}

bool send_order(int socket, const std::string& order) {
  std::size_t sent = 0;
  while (sent < order.size()) {
    const ssize_t written = ::send(socket, order.data() + sent, order.size() - sent, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    sent += static_cast<std::size_t>(written);
  }
  return true;
}

/// The guard's environment is what the shell will have.
class EnvironmentBlock {
 public:
  explicit EnvironmentBlock(const shell::Environment& environment) {
    for (const auto& [name, value] : environment) texts_.push_back(name + "=" + value);
    for (std::string& text : texts_) pointers_.push_back(text.data());
    pointers_.push_back(nullptr);
  }
  [[nodiscard]] char** data() { return pointers_.data(); }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

/// Starts the guard in a session of its own, with default signals and nothing of ours open. 0 or an errno.
int spawn_guard(const SpawnRequest& request, const GuardEnds& ends, Spawned& spawned) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  for (const int fd : {0, 1, 2}) ::posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends.socket.get(), guard_socket_fd);
  if (ends.output) ::posix_spawn_file_actions_adddup2(&actions, ends.output.get(), guard_output_fd);
  if (ends.errors) ::posix_spawn_file_actions_adddup2(&actions, ends.errors.get(), guard_errors_fd);
  if (spawned.stream) {
    ::posix_spawn_file_actions_adddup2(&actions, spawned.stream->memory().get(), guard_memory_fd);
    ::posix_spawn_file_actions_adddup2(&actions, spawned.output.get(), guard_master_fd);
  }
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  EnvironmentBlock environment(request.environment);
  std::string name = "termhost", argument = guard_argument;
  std::array<char*, 3> argv{name.data(), argument.data(), nullptr};
  const int result = ::posix_spawn(&spawned.guard, request.guard_program.c_str(), &actions, &attributes, argv.data(),
                                   environment.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  return result;
}

/// Waits for the guard's next report.
GuardReport next_report(int socket, FileDescriptor& descriptor) {
  GuardReport report{GuardReportKind::NotStarted, EPIPE};
  pollfd waiting{socket, POLLIN, 0};
  int ready = 0;
  while ((ready = ::poll(&waiting, 1, handshake_ms)) < 0 && errno == EINTR) {
  }
  if (ready == 0) return {GuardReportKind::NotStarted, ETIMEDOUT};
  if (!receive_with_descriptor(socket, &report, sizeof report, descriptor)) return {GuardReportKind::NotStarted, EPIPE};
  return report;
}

/// The guard's report on the start of its child, and the descriptors that come before it.
GuardReport start_report(Spawned& spawned) {
  while (true) {
    FileDescriptor descriptor;
    const GuardReport report = next_report(spawned.control.get(), descriptor);
    if (report.kind == GuardReportKind::Watched)
      spawned.watched = std::move(descriptor);
    else if (report.kind == GuardReportKind::Copies)
      spawned.copies = std::move(descriptor);
    else
      return report;
  }
}

OpenError to_open_error(const GuardReport& report, const SpawnRequest& request) {
  if (report.kind == GuardReportKind::NotConfined) {
    const char* const step = to_string(static_cast<ConfinementStep>(report.value / steps_apart));
    return {OpenErrorCode::NotConfined,
            "the shell could not " + std::string(step) + ": " + std::strerror(report.value % steps_apart)};
  }
  const std::string reason =
      report.value == ETIMEDOUT
          ? fmt::format(": it has not started within {} s, so this machine may be overloaded", handshake_ms / 1000)
          : std::string(": ") + std::strerror(report.value);
  if (report.kind == GuardReportKind::NotADirectory)
    return {OpenErrorCode::DirectoryNotFound,
            "cannot enter the directory '" + request.cwd + "'" + reason +
                std::string(sandbox::why_missing(request.plan && request.plan->is_trial))};
  if (report.kind == GuardReportKind::NotExecutable)
    return {OpenErrorCode::ShellNotFound, "cannot execute the shell '" + request.argv[0] + "'" + reason};
  if (request.kind == ChildKind::None) return {OpenErrorCode::SpawnFailed, "cannot start the guard of files" + reason};
  return {OpenErrorCode::SpawnFailed, "cannot start the shell '" + request.argv[0] + "'" + reason};
}

base::Expected<void, OpenError> make_output(const SpawnRequest& request, Spawned& spawned, GuardEnds& ends) {
  switch (request.kind) {
    case ChildKind::Pty:
    case ChildKind::Command:
      if (!make_pty(spawned.output, ends.output))
        return error(OpenErrorCode::NoPty, "cannot open a pseudo-terminal" + because());
      set_window_size(spawned.output.get(), request.columns, request.rows);
      return {};
    case ChildKind::Pipes:
      if (!make_pipe(spawned.output, ends.output) || !make_pipe(spawned.errors, ends.errors))
        return error(OpenErrorCode::SpawnFailed, "cannot make pipes for the command" + because());
      return {};
    case ChildKind::None: return {};
  }
  return {};
}

/// The stream that keeps the terminal. Where it can't be made, the terminal ends with termhost.
void make_stream(const SpawnRequest& request, Spawned& spawned) {
  if (request.waiting_folder.empty()) return;
  spawned.stream = KeptStream::make(first_free_fd);
}

/// The guard holds the descriptors that its child has sent, and gives them to a successor.
void have_held(const Spawned& spawned) {
  if (!spawned.stream) return;
  const auto hold = [&](GuardCommand command, const FileDescriptor& descriptor) {
    if (descriptor) send_with_descriptor(spawned.control.get(), &command, 1, descriptor.get());
  };
  hold(GuardCommand::HoldWatched, spawned.watched);
  hold(GuardCommand::HoldCopies, spawned.copies);
}

bool is_executable_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

base::Expected<Spawned, OpenError> spawn_guarded(const SpawnRequest& request) {
  Spawned spawned;
  GuardEnds ends;
  if (!make_socket(spawned.control, ends.socket))
    return error(OpenErrorCode::SpawnFailed, "cannot make a socket for the terminal's guard" + because());
  if (auto made = make_output(request, spawned, ends); !made) return base::unexpected(made.error());
  for (const FileDescriptor* end : {&ends.output, &ends.errors})
    if (*end) spawned.output_names.push_back(open_file_name(end->get()));
  make_stream(request, spawned);
  if (const int failure = spawn_guard(request, ends, spawned); failure != 0)
    return error(OpenErrorCode::SpawnFailed,
                 "cannot start the terminal's guard '" + request.guard_program + "': " + std::strerror(failure));
  note_guard(spawned.guard);
  if (spawned.stream) spawned.stream->close_descriptor();
  ends = {};
  GuardReport report{GuardReportKind::NotStarted, EPIPE};
  const auto confinement = request.plan ? sandbox::to_texts(*request.plan) : std::vector<std::string>();
  const std::string waiting_folder = spawned.stream ? request.waiting_folder : std::string();
  if (send_order(spawned.control.get(), encode({request.kind, request.cwd, request.private_folder,
                                                request.scratch_folder, waiting_folder, confinement, request.argv})))
    report = start_report(spawned);
  if (report.kind != GuardReportKind::Started) {
    spawned.control.reset();
    if (report.value == ETIMEDOUT) ::kill(spawned.guard, SIGKILL);
    wait_for_guard(spawned.guard);
    return base::unexpected(to_open_error(report, request));
  }
  spawned.child = report.value;
  spawned.plan = request.plan;
  have_held(spawned);
  return spawned;
}

void wait_for_end(Spawned& spawned) {
  if (!spawned.control) return;
  ::shutdown(spawned.control.get(), SHUT_WR);
  pollfd waiting{spawned.control.get(), POLLIN, 0};
  GuardReport report;
  while (::poll(&waiting, 1, guard_patience_ms) > 0 && ::recv(spawned.control.get(), &report, sizeof report, 0) > 0) {
  }
  spawned.control.reset();
  wait_for_guard(spawned.guard);
}

std::string find_program(const std::string& name, const std::string& search_path) {
  if (name.find('/') != std::string::npos) return is_executable_file(name) ? name : std::string();
  for (std::size_t at = 0; at <= search_path.size();) {
    const std::size_t end = std::min(search_path.find(':', at), search_path.size());
    const std::string path = search_path.substr(at, end - at) + "/" + name;
    if (path[0] == '/' && is_executable_file(path)) return path;
    at = end + 1;
  }
  return {};
}

void set_window_size(int pty, int columns, int rows) {
  winsize size{};
  size.ws_col = static_cast<unsigned short>(columns);
  size.ws_row = static_cast<unsigned short>(rows);
  ::ioctl(pty, TIOCSWINSZ, &size);
}

void interrupt_foreground(int pty) { ::ioctl(pty, TIOCSIG, SIGINT); }

}  // namespace termhost::io
