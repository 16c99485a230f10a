#include "io/terminals/posix_terminal.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "io/asio_scheduler.hpp"
#include "io/guard/orphans_posix.hpp"
#include "io/process/process_image.hpp"
#include "io/process/seen_tree.hpp"
#include "io/process/shell_view_posix.hpp"
#include "io/process/tree_signals_posix.hpp"
#include "io/sandbox/machine_posix.hpp"
#include "io/terminals/line_modes_posix.hpp"
#include "io/terminals/read_output_posix.hpp"

namespace termhost::io {
namespace {

/// More than a PTY or a pipe can hold: what a writer that is still alive adds meanwhile must not keep an end waiting.
constexpr std::size_t drain_bytes = 1024 * 1024;

/// A program just started in the background bears the name of its shell for a moment: look again before telling it. One
/// that sleeps by then is a shell.
constexpr int name_looks = 50;
constexpr std::chrono::milliseconds name_pause{1};

/// Within these looks a command has the terminal, or its end is told; else the shell itself runs it.
constexpr int interrupt_looks = 20;
constexpr std::chrono::milliseconds interrupt_pause{5};

host::ExitStatus exit_status(const GuardReport& report) {
  host::ExitStatus status{.cpu_ms = report.cpu_ms, .peak_memory = static_cast<std::uint64_t>(report.peak_memory)};
  if (WIFEXITED(report.value)) status.code = WEXITSTATUS(report.value);
  if (WIFSIGNALED(report.value)) status.signal = WTERMSIG(report.value);
  return status;
}

/// Without becoming the controlling terminal of anybody.
int open_terminal_of(int master) {
  char name[64];
  if (::ptsname_r(master, name, sizeof name) != 0) return -1;
  return ::open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
}

void adopt(asio::posix::stream_descriptor& stream, FileDescriptor& fd) {
  if (!fd) return;
  stream.assign(fd.release());
  stream.non_blocking(true);
}

}  // namespace

PosixTerminal::PosixTerminal(asio::io_context& context, base::TerminalId id, Spawned spawned, StartFiles files,
                             host::OwnedTerminalEvents& events, TerminalEnd end)
    : id_(std::move(id)),
      files_(std::move(files)),
      events_(events),
      guard_killed_(std::move(end.guard_killed)),
      gone_(std::move(end.gone)),
      control_(context),
      output_(context),
      errors_(context),
      pty_(!spawned.errors),
      guard_(spawned.guard),
      child_(spawned.child),
      start_(child_, files_.shell, clock_now()),
      start_timer_(context),
      interrupt_timer_(context),
      output_names_(std::move(spawned.output_names)),
      stream_(std::move(spawned.stream)),
      edits_no_lines_(io::edits_no_lines(files_.shell)) {
  if (const auto shell = find_process(child_)) shell_name_ = shell->name;
  plan_ = spawned.plan;
  begun_ = spawned.begun;
  copies_ = std::move(spawned.copies);
  if (spawned.watched)
    observer_ = std::make_unique<RefusalObserver>(std::move(spawned.watched), *spawned.plan, copies_);
  adopt(control_, spawned.control);
  adopt(output_, spawned.output);
  adopt(errors_, spawned.errors);
}

void PosixTerminal::start() {
  if (stream_) {
    for (const std::string_view bytes : stream_->unseen()) give_out(bytes);
    stream_->handled();
  }
  read_reports();
  read_when_ready(output_, host::Stream::Stdout);
  if (errors_.is_open()) read_when_ready(errors_, host::Stream::Stderr);
  if (!files_.nonce.empty()) watch_start(StartWatch::first_look);
}

void PosixTerminal::watch_start(std::chrono::milliseconds delay) {
  start_timer_.expires_after(delay);
  start_timer_.async_wait([weak = weak_from_this()](const std::error_code& error) {
    const auto self = weak.lock();
    if (error || !self || self->ended_ || self->phase_ != host::ShellPhase::Starting) return;
    const base::Instant now = clock_now();
    if (const auto found = self->start_.look(now, reads_keys(self->output_.native_handle())))
      return self->events_.owned_obstructed(self->id_, *found, now);
    self->watch_start(StartWatch::next_look);
  });
}

void PosixTerminal::read_when_ready(Stream& stream, host::Stream kind) {
  stream.async_wait(Stream::wait_read, [self = shared_from_this(), &stream, kind](const std::error_code& error) {
    if (!error && stream.is_open() && self->deliver(stream, kind, chunk_bytes)) self->read_when_ready(stream, kind);
  });
}

bool PosixTerminal::deliver(Stream& stream, host::Stream kind, std::size_t limit) {
  bool open = true;
  for (std::size_t total = 0; open && total < limit;) {
    std::string_view bytes;
    open = read_output(stream.native_handle(), stream_ ? &*stream_ : nullptr, bytes);
    if (bytes.empty()) break;
    total += bytes.size();
    files_.nonce_pipe.remove_if_read();
    // After the end nobody listens, but what still runs must not stop at a full pipe.
    if (!ended_) events_.owned_wrote(id_, kind, bytes, clock_now());
    if (stream_) stream_->handled();
    if (!stream.is_open()) return false;
  }
  return open;
}

void PosixTerminal::replay() {
  for (const std::string_view bytes : stream_->acted_on()) give_out(bytes);
}

void PosixTerminal::give_out(std::string_view bytes) {
  for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), chunk_bytes)))
    events_.owned_wrote(id_, host::Stream::Stdout, bytes.substr(0, chunk_bytes), clock_now());
}

void PosixTerminal::write(std::string_view bytes) {
  if (!pty_ || ended_ || !output_.is_open()) return;
  queue_.append(bytes);
  if (!writing_) flush_queue();
}

/// The master can't say what its other side has not read: the other side is opened for a moment.
void PosixTerminal::drop_unread_input() {
  if (!pty_ || ended_ || !output_.is_open()) return;
  queue_.clear();
  const FileDescriptor terminal(open_terminal_of(output_.native_handle()));
  if (terminal) ::tcflush(terminal.get(), TCIFLUSH);
}

void PosixTerminal::flush_queue() {
  std::size_t done = 0;
  while (orders_ == 0 && done < queue_.size()) {
    const ssize_t written = ::write(output_.native_handle(), queue_.data() + done, queue_.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno != EAGAIN && errno != EWOULDBLOCK) done = queue_.size();
    if (written <= 0) break;
    done += static_cast<std::size_t>(written);
  }
  queue_.erase(0, done);
  if (orders_ == 0 && !queue_.empty()) write_when_ready();
}

void PosixTerminal::write_when_ready() {
  writing_ = true;
  output_.async_wait(Stream::wait_write, [self = shared_from_this()](const std::error_code& error) {
    self->writing_ = false;
    if (!error && self->output_.is_open()) self->flush_queue();
  });
}

void PosixTerminal::resize(int columns, int rows) {
  if (pty_ && output_.is_open()) set_window_size(output_.native_handle(), columns, rows);
}

void PosixTerminal::tell_phase(host::ShellPhase phase) { phase_ = phase; }

void PosixTerminal::stop(host::StopStep step) {
  switch (step) {
    case host::StopStep::Interrupt:
      if (!pty_) return send(GuardCommand::Interrupt);
      ++orders_;
      return interrupt(interrupt_looks);
    case host::StopStep::Terminate: return order(GuardCommand::Terminate);
    case host::StopStep::Kill: return order(GuardCommand::Kill);
    case host::StopStep::EndShell: return order(GuardCommand::EndShell);
  }
}

/// A shell that is interrupted at its prompt shows another one, which would look like the end of the next command; and
/// one that is just starting a program keeps the interrupt for itself. Where it goes on having the terminal it runs the
/// command itself: `read`, a loop.
void PosixTerminal::interrupt(int looks) {
  if (ended_ || !output_.is_open()) return;
  const bool running = phase_ == host::ShellPhase::RunsCommand || !may_take_interrupts(files_.shell);
  if (looks > 0 && may_take_interrupts(files_.shell) && (!running || foreground_is_like_shell())) {
    interrupt_timer_.expires_after(interrupt_pause);
    return interrupt_timer_.async_wait([weak = weak_from_this(), looks](const std::error_code& error) {
      if (const auto self = weak.lock()) error ? self->obeyed() : self->interrupt(looks - 1);
    });
  }
  if (running) send_interrupt();
  obeyed();
}

/// If PowerShell itself reads a key for its command, a signal wakes nobody: it takes Ctrl+C as a key.
void PosixTerminal::send_interrupt() {
  const int master = output_.native_handle();
  if (may_take_interrupts(files_.shell) || !reads_keys(master)) return interrupt_foreground(master);
  [[maybe_unused]] const ssize_t written = ::write(master, "\x03", 1);
}

void PosixTerminal::obeyed() {
  if (--orders_ == 0 && !writing_) flush_queue();
}

void PosixTerminal::order(GuardCommand command) {
  ++orders_;
  send(command);
}

void PosixTerminal::close() { send(GuardCommand::End); }

void PosixTerminal::send(GuardCommand command) {
  if (!control_.is_open()) return;
  [[maybe_unused]] const ssize_t sent = ::send(control_.native_handle(), &command, 1, MSG_NOSIGNAL);
}

bool PosixTerminal::has_unread_output() const {
  constexpr int moment_ms = 5;
  if (ended_ || !output_.is_open()) return false;
  pollfd output{const_cast<Stream&>(output_).native_handle(), POLLIN, 0};
  return ::poll(&output, 1, moment_ms) > 0;
}

bool PosixTerminal::foreground_is_shell() const {
  if (!pty_ || ended_ || !output_.is_open()) return true;
  auto& master = const_cast<Stream&>(output_);
  const pid_t foreground = ::tcgetpgrp(master.native_handle());
  return foreground <= 0 || foreground == ::getpgid(child_);
}

bool PosixTerminal::shell_was_replaced() const {
  const std::string words = command_line_of(child_);
  return !files_.words.empty() && !words.empty() && words != files_.words;
}

bool PosixTerminal::repair_output_modes() {
  constexpr tcflag_t needed = OPOST | ONLCR;
  termios modes{};
  if (!pty_ || ended_ || !output_.is_open() || ::tcgetattr(output_.native_handle(), &modes) != 0) return false;
  // A full-screen program is up already: the modes are its own.
  if ((modes.c_lflag & ICANON) == 0 && !foreground_is_shell()) return false;
  const bool kept = (modes.c_oflag & needed) == needed;
  if (kept && (!edits_no_lines_ || reads_lines(modes))) return false;
  modes.c_oflag |= needed;
  if (edits_no_lines_) {
    modes.c_iflag |= lines_input;
    modes.c_lflag |= lines_local;
  }
  return ::tcsetattr(output_.native_handle(), TCSANOW, &modes) == 0 && !kept;
}

std::optional<host::InputSide> PosixTerminal::input_side() const {
  if (!pty_ || ended_ || !output_.is_open()) return std::nullopt;
  const int master = const_cast<Stream&>(output_).native_handle();
  host::InputSide side;
  side.shell_has_it = foreground_is_shell();
  side.reads_keys = reads_keys(master);
  pollfd output{master, POLLIN, 0};
  side.output_unread = ::poll(&output, 1, 0) > 0;
  int unread = 0;
  const FileDescriptor terminal(open_terminal_of(master));
  if (terminal && ::ioctl(terminal.get(), FIONREAD, &unread) == 0) side.unread = static_cast<std::uint64_t>(unread);
  return side;
}

/// The shell itself, or its child that has not become a program yet and might keep a signal for itself.
bool PosixTerminal::foreground_is_like_shell() const {
  const auto leader = find_process(::tcgetpgrp(const_cast<Stream&>(output_).native_handle()));
  return !leader || leader->name == shell_name_;
}

std::vector<host::Holder> PosixTerminal::holders() const {
  std::vector<host::Holder> found;
  for (int look = 0; look < name_looks; ++look) {
    found.clear();
    bool unnamed = false;
    for (const Process& process : quick_descendants(guard_)) {
      // Not who looks after the shell. While that lives, what is in the foreground is its own doing, a program of its
      // prompt.
      if (process.pid == child_ || process.parent == guard_ || (!ended_ && process.foreground) ||
          !has_open(process, output_names_))
        continue;
      unnamed |= process.name == shell_name_ && process.state != 'S';
      found.push_back({process.pid, process.name});
    }
    if (!unnamed) break;
    std::this_thread::sleep_for(name_pause);
  }
  return found;
}

/// A program that was started to run one command is not a shell.
terminal::SeenTree PosixTerminal::process_tree(bool with_ports) const {
  return see_tree(guard_, files_.shell.empty() ? 0 : child_, with_ports);
}

std::vector<sandbox::Refusal> PosixTerminal::take_refusals() {
  return observer_ ? observer_->take() : std::vector<sandbox::Refusal>();
}

sandbox::Changes PosixTerminal::take_changes() {
  return copies_ && plan_->is_trial ? read_changes(copies_, *plan_, known_changes_) : sandbox::Changes();
}

bool PosixTerminal::is_outdated(const sandbox::Sandbox& sandbox) {
  return plan_ && (has_new_files(*plan_, begun_) || !is_plan_here(*plan_, sandbox, same_plan_));
}

void PosixTerminal::read_reports() {
  control_.async_wait(Stream::wait_read, [self = shared_from_this()](const std::error_code& error) {
    if (error || !self->control_.is_open()) return;
    GuardReport report;
    const ssize_t got = ::recv(self->control_.native_handle(), &report, sizeof report, 0);
    if (got == static_cast<ssize_t>(sizeof report)) self->on_report(report);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return self->on_guard_gone();
    self->read_reports();
  });
}

void PosixTerminal::on_report(const GuardReport& report) {
  if (report.kind == GuardReportKind::Ended) ended(exit_status(report));
  if (report.kind == GuardReportKind::Obeyed) obeyed();
}

/// The guard goes last, or was killed, or its keeper was; what is left then comes to us.
void PosixTerminal::on_guard_gone() {
  control_.close();
  const int status = io::wait_for_guard(guard_);
  const bool killed = WIFSIGNALED(status);
  if (killed) guard_killed_();
  ended({.code = {}, .signal = {}, .guard_killed = killed});
  output_.close();
  if (errors_.is_open()) errors_.close();
  gone_();
}

/// Output from before the end is in the PTY or the pipe by now; others that have it open are not waited for.
void PosixTerminal::ended(host::ExitStatus status) {
  if (ended_) return;
  if (output_.is_open()) deliver(output_, host::Stream::Stdout, drain_bytes);
  if (errors_.is_open()) deliver(errors_, host::Stream::Stderr, drain_bytes);
  ended_ = true;
  queue_.clear();
  events_.owned_exited(id_, status, holders(), clock_now());
}

pid_t PosixTerminal::abandon(bool stays) {
  ended_ = true;
  if (stays) {
    files_.folder.leave();
    control_.close();
    return 0;
  }
  send(GuardCommand::End);
  if (control_.is_open()) ::shutdown(control_.native_handle(), SHUT_WR);
  return guard_;
}

void PosixTerminal::wait_for_guard() {
  if (!control_.is_open()) return;
  Spawned rest;
  rest.control = FileDescriptor(control_.release());
  rest.guard = guard_;
  wait_for_end(rest);
}

}  // namespace termhost::io
