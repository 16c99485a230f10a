#include "io/guard/guard_posix.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <string_view>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/file_descriptor.hpp"
#include "io/guard/guard_protocol.hpp"
#include "io/guard/guard_setup_posix.hpp"
#include "io/guard/guarded_tree_posix.hpp"
#include "io/guard/keeper_posix.hpp"
#include "io/guard/kept_memory.hpp"
#include "io/guard/kept_stream_posix.hpp"
#include "io/guard/orphans_posix.hpp"
#include "io/guard/passed_descriptor_posix.hpp"
#include "io/guard/successor_wait_posix.hpp"
#include "io/guard/waiting_shell_posix.hpp"
#include "io/private_folder_posix.hpp"
#include "io/process/own_process.hpp"
#include "io/sandbox/confinement.hpp"
#include "sandbox/plan_texts.hpp"

namespace termhost::io {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// Time for programs to put their things in order after SIGHUP, before SIGKILL; the shell has an exit trap to run.
constexpr milliseconds end_grace{250}, shell_grace{1500};
/// bash does not act on a SIGHUP that comes just before it begins to wait for a line, until something wakes it. That is
/// SIGWINCH: a second SIGHUP would run the shell's trap for it again.
constexpr milliseconds woken_again{100};
/// A shell whose commands were killed is watched so long, and looked at so often, for going on by itself: on a machine
/// that stands still meanwhile time alone says nothing.
constexpr milliseconds shell_watch{1000}, shell_look{20};
constexpr int shell_looks = 50;
/// A shell seen waiting this many times in a row is back at its prompt.
constexpr int idle_looks = 3;

void on_child(int) {}  // only there to end a wait

void send_report(const GuardReport& record) {
  [[maybe_unused]] const ssize_t sent = ::send(guard_socket_fd, &record, sizeof record, MSG_NOSIGNAL);
}

class Guard {
 public:
  /// `parent`: its keeper.
  Guard(StartOrder order, pid_t parent) : order_(std::move(order)), parent_(parent) {}

  int run() {
    become_reaper();
    wake_with_parent();
    prepare_signals();
    hold_stream();
    if (!start()) return 1;
    for (std::optional<GuardCommand> command; command != GuardCommand::End && !is_idle(); command = next_command())
      if (command) obey(*command);
    door_.reset();
    held_.watched.reset();  // nobody answers there any more: what is confined must not wait for that
    end_everything();
    return 0;
  }

  void leave() const {
    remove_private_folder(order_.private_folder);
    remove_scratch_folder(order_.scratch_folder);
  }

 private:
  /// SIGCHLD is blocked but while we wait, so that no end of a child, or of the keeper, is missed.
  void prepare_signals() {
    struct sigaction action {};
    action.sa_handler = on_child;
    ::sigaction(SIGCHLD, &action, nullptr);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &child, &while_waiting_);
    sigdelset(&while_waiting_, SIGCHLD);
  }

  void hold_stream() {  // the shell gets neither
    if (order_.waiting_folder.empty()) return;
    for (const int fd : {guard_memory_fd, guard_master_fd}) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    stream_ = KeptStream::open(FileDescriptor(guard_memory_fd));
    held_.master = FileDescriptor(guard_master_fd);
    hide_from_others();
    door_ =
        SuccessorWait::open(order_.waiting_folder, parent_);  // before any command, so that no successor is too early
  }

  void leave_stream() const {
    for (const int fd : {guard_memory_fd, guard_master_fd}) ::close(fd);
    if (door_) door_->close_in_child();
    hide_no_more();
  }

  /// Nothing is left to look after, and nothing can come.
  [[nodiscard]] bool is_idle() const {
    return can_reap_orphans() && order_.kind != ChildKind::None && tree_.ended() && tree_.childless();
  }

  /// Named after the keeper, whom termhost knows.
  [[nodiscard]] std::optional<ControlGroup> group() const {
    if (order_.kind == ChildKind::None) return std::nullopt;
    return ControlGroup::make(control_group_name(parent_));
  }

  [[nodiscard]] bool has_shell() const { return order_.kind == ChildKind::Pty; }
  [[nodiscard]] bool has_pty() const { return has_shell() || order_.kind == ChildKind::Command; }

  bool start() {
    if (order_.kind == ChildKind::None) {
      send_report({.kind = GuardReportKind::Started, .value = 0});
      return true;
    }
    if (has_pty() && ::ioctl(guard_output_fd, TIOCSCTTY, 0) != 0) return failed(GuardReportKind::NotStarted, errno);
    confinement_ = sandbox::from_texts(order_.confinement);
    if (!confinement_ && !order_.confinement.empty()) return failed(GuardReportKind::NotConfined, EINVAL);
    int failure[2];
    if (::pipe(failure) != 0) return failed(GuardReportKind::NotStarted, errno);
    for (const int fd : failure) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    const pid_t self = ::getpid();
    child_ = tree_.fork_child();
    if (child_ == 0) become_child(self, failure[1]);
    tree_.set_child(child_, has_shell());
    ::close(failure[1]);
    if (child_ < 0) return failed(GuardReportKind::NotStarted, errno);
    GuardReport record;
    const ssize_t got = ::read(failure[0], &record, sizeof record);
    ::close(failure[0]);
    if (got == static_cast<ssize_t>(sizeof record)) return failed(record.kind, record.value);
    if (!has_pty()) {
      for (const int fd : {guard_output_fd, guard_errors_fd}) ::close(fd);
    }
    send_report({.kind = GuardReportKind::Started, .value = child_});
    return true;
  }

  [[nodiscard]] bool failed(GuardReportKind kind, int error) const {
    send_report({.kind = kind, .value = error});
    return false;
  }

  [[noreturn]] void become_child(pid_t parent, int failure) const {
    die_with_parent(parent);
    if (stream_) leave_stream();
    const auto fail = [&](GuardReportKind kind) {
      const GuardReport record{.kind = kind, .value = errno};
      [[maybe_unused]] const ssize_t sent = ::write(failure, &record, sizeof record);
      ::_exit(127);
    };
    if (has_pty()) {
      ::setpgid(0, 0);
      ::tcsetpgrp(guard_output_fd, ::getpid());
      for (const int fd : {0, 1, 2}) ::dup2(guard_output_fd, fd);
    } else {
      ::setsid();
      ::dup2(guard_output_fd, 1);
      ::dup2(guard_errors_fd, 2);
    }
    if (confinement_) enter(failure);
    if (::chdir(order_.cwd.c_str()) != 0) fail(GuardReportKind::NotADirectory);
    std::vector<char*> argv;
    for (const std::string& argument : order_.argv) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    for (int fd = guard_socket_fd + (confinement_ ? 1 : 0); fd <= guard_errors_fd; ++fd)
      if (fd != failure) ::close(fd);
    for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (confinement_) give_up(failure);
    die_with_parent(parent);  // what changes rights forgets it
    ::execv(argv[0], argv.data());
    fail(GuardReportKind::NotExecutable);
    ::_exit(127);
  }

  void enter(int failure) const {
    FileDescriptor layers;
    confine(enter_view(*confinement_, layers), failure);
    const GuardReport record{.kind = GuardReportKind::Copies};
    if (layers) send_with_descriptor(guard_socket_fd, &record, sizeof record, layers.get());
  }

  void give_up(int failure) const {
    FileDescriptor watched;
    confine(give_up_rights(*confinement_, watched), failure);
    const GuardReport record{.kind = GuardReportKind::Watched};
    if (watched) send_with_descriptor(guard_socket_fd, &record, sizeof record, watched.get());
  }

  static void confine(const std::optional<ConfinementFailure>& failed, int failure) {
    if (!failed) return;
    const GuardReport record{GuardReportKind::NotConfined,
                             static_cast<int>(failed->step) * steps_apart + failed->error};
    [[maybe_unused]] const ssize_t sent = ::write(failure, &record, sizeof record);
    ::_exit(127);
  }

  /// Waits for a command; nothing if a child ended meanwhile.
  std::optional<GuardCommand> next_command() {
    reap();
    if (is_idle()) return std::nullopt;
    if (::getppid() != parent_) return give_up();
    fd_set readable;
    FD_ZERO(&readable);
    FD_SET(guard_socket_fd, &readable);
    const int highest = std::max(guard_socket_fd, door_ ? door_->watch(readable) : 0);
    if (::pselect(highest + 1, &readable, nullptr, nullptr, nullptr, &while_waiting_) <= 0) return std::nullopt;
    if (FD_ISSET(guard_socket_fd, &readable)) return received_command();
    if (door_) door_->turn_away(readable);
    return std::nullopt;
  }

  std::optional<GuardCommand> received_command() {
    char command = 0;
    FileDescriptor passed;
    if (!receive_with_descriptor(guard_socket_fd, &command, 1, passed))
      return wait_for_successor() ? std::nullopt : std::optional(GuardCommand::End);
    if (passed)
      (static_cast<GuardCommand>(command) == GuardCommand::HoldWatched ? held_.watched : held_.copies) =
          std::move(passed);
    return static_cast<GuardCommand>(command);
  }

  /// termhost is gone. False: nothing here is kept, or nobody came in time.
  bool wait_for_successor() {
    if (!stream_ || !stream_->command() || !child_ || !door_) return false;
    held_.child = child_;
    held_.keeper = parent_;
    held_.private_folder = order_.private_folder;
    held_.scratch_folder = order_.scratch_folder;
    held_.output_name = open_file_name(guard_output_fd);
    held_.plan = confinement_;
    door_->begin(*stream_, held_);
    while (door_->goes_on() && ::getppid() == parent_) {
      door_->step(while_waiting_);
      (void)tree_.reap();
      if (tree_.ended()) door_->shell_ended();
      door_->see_prompt(at_prompt());
    }
    ender_ = door_->take_ender();
    const FileDescriptor successor = door_->take_successor();
    if (!successor || ::dup2(successor.get(), guard_socket_fd) < 0) return false;
    if (tree_.ended()) report_end();
    return true;
  }

  /// Without a keeper. What happens to the shell from now on is not its own doing, and not told.
  static GuardCommand give_up() {
    ::close(guard_socket_fd);
    return GuardCommand::End;
  }

  void reap() {
    if (tree_.reap()) report_end();
  }

  void report_end() const {
    const rusage& used = tree_.used();
    const std::int64_t cpu_us = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * std::int64_t{1'000'000} +
                                used.ru_utime.tv_usec + used.ru_stime.tv_usec;
    send_report({GuardReportKind::Ended, tree_.status(), cpu_us / 1000, used.ru_maxrss * bytes_of_maxrss()});
  }

  void pause(milliseconds time) {
    timespec limit{};
    limit.tv_nsec = time.count() * 1'000'000;
    ::pselect(0, nullptr, nullptr, nullptr, &limit, &while_waiting_);
    reap();
  }

  void obey(GuardCommand command) {
    switch (command) {
      case GuardCommand::Interrupt:
        if (!tree_.ended()) ::kill(-child_, SIGINT);
        return;
      case GuardCommand::DropLine: return tree_.drop_rest_of_line();
      case GuardCommand::Terminate: tree_.terminate(); break;
      case GuardCommand::Kill:
        tree_.kill_all_but_shell();
        if (has_shell() && !tree_.ended() && goes_on_by_itself()) ::kill(child_, SIGKILL);
        break;
      case GuardCommand::EndShell: kill_until_nobody_is_left(); break;
      case GuardCommand::HoldWatched:
      case GuardCommand::HoldCopies:
      case GuardCommand::End: return;
    }
    send_report({.kind = GuardReportKind::Obeyed, .value = 0});
  }

  /// Is the shell running something itself (a loop, a loop of programs), rather than back at its prompt?
  bool goes_on_by_itself() {
    const Clock::time_point limit = Clock::now() + shell_watch;
    int idle = 0;
    for (int looks = 0; looks < shell_looks || Clock::now() < limit; ++looks) {
      idle = shell_waits(child_, guard_output_fd) ? idle + 1 : 0;
      if (tree_.ended() || idle == idle_looks) return false;
      pause(shell_look);
    }
    return !tree_.ended();
  }

  [[nodiscard]] bool at_prompt() const {
    return has_shell() && !tree_.ended() && shell_is_at_prompt(child_, guard_output_fd);
  }

  /// Returns when nobody is left to wait for, or when time is up: then only what may not be killed, or can't be.
  void end_everything() {
    for (const int signal : {SIGHUP, SIGCONT}) tree_.signal_everyone(signal);
    const Clock::time_point begin = Clock::now();
    Clock::time_point woken = begin;
    for (reap(); !tree_.childless() && Clock::now() < begin + (tree_.ended() ? end_grace : shell_grace);) {
      pause(milliseconds(5));
      if (!has_shell() || tree_.ended() || Clock::now() < woken + woken_again) continue;
      ::kill(child_, SIGWINCH);
      woken = Clock::now();
    }
    kill_until_nobody_is_left();
  }

  void kill_until_nobody_is_left() {
    const Clock::time_point last = Clock::now() + kill_patience;
    while (!tree_.childless() && Clock::now() < last) {
      tree_.kill_everyone();
      pause(milliseconds(1));
    }
  }

  StartOrder order_;
  pid_t parent_;
  sigset_t while_waiting_{};
  pid_t child_ = 0;
  std::optional<sandbox::Plan> confinement_;
  std::optional<KeptStream> stream_;
  std::optional<SuccessorWait> door_;
  ClaimedTerminal held_;  // what a successor gets
  FileDescriptor ender_;  // waits until we are gone
  GuardedTree tree_{group()};
};

int guard(StartOrder order, pid_t parent) {
  set_process_name("termhost-guard");
  close_all_from(guard_socket_fd + 1 + given_outputs(order));
  Guard guard(std::move(order), parent);
  const int status = guard.run();
  guard.leave();
  return status;
}

/// `argument`: what `ps` shows, ours to change.
int keep(pid_t guard, const StartOrder& order, char* argument) {
  set_process_name("termhost-keeper");
  std::strncpy(argument, "--keeper", std::strlen(argument));
  close_all_from(guard_socket_fd);
  return keep_guard(guard, order);
}

}  // namespace

int run_guard(char* argument) {
  ignore_signals();
  StartOrder order;
  if (!read_order(guard_socket_fd, order)) return 2;
  if (order.kind == ChildKind::None) return guard(std::move(order), ::getppid());
  become_reaper();
  const pid_t keeper = ::getpid(), child = ::fork();
  if (child > 0) return keep(child, order, argument);
  if (child == 0) {
    ::setsid();
    return guard(std::move(order), keeper);
  }
  send_report({.kind = GuardReportKind::NotStarted, .value = errno});
  return 1;
}

}  // namespace termhost::io
