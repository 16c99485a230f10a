#include "io/terminals/shell_probe.hpp"

#include <optional>
#include <string_view>

#include <asio/io_context.hpp>
#include <fmt/format.h>

#include "io/asio_scheduler.hpp"
#include "io/terminals/posix_shell_files.hpp"
#include "io/terminals/start_watch.hpp"
#include "shell/launch/integration.hpp"
#include "terminal/shells/boundary_arbiter.hpp"
#include "vt/segmenter.hpp"

namespace termhost::io {
namespace {

/// As for the shell of an agent: a longer start is an obstacle.
constexpr std::chrono::seconds patience = StartWatch::patience;

const base::TerminalId probe_id{"probe"};

/// The reports of one shell so far.
class Probe : public host::OwnedTerminalEvents {
 public:
  Probe(asio::io_context& context, const std::string& guard_program)
      : context_(context), terminals_(context, *this, guard_program), shell_files_(terminals_) {}

  ProbeResult run(const host::OwnedShell& shell) {
    ProbeResult result;
    const base::Instant opened_at = clock_now();
    auto opened = terminals_.open(probe_id, shell);
    if (!opened) return failure(opened.error().context);
    opened_ = std::move(*opened);
    arbiter_ = terminal::BoundaryArbiter::owned(opened_.nonce);
    if (opened_.nonce.empty()) return failure("there is no integration for this kind of shell");
    if (!wait_for_prompt()) return failure(why_no_prompt());
    result.ready_after = clock_now() - opened_at;
    // The first command of a shell loads what the later ones need.
    if (result.problem = submit("true", 0); !result.problem.empty()) return result;
    if (result.problem = submit("sh -c 'exit 3'", 3); !result.problem.empty()) return result;
    const base::Instant submitted_at = clock_now();
    result.problem = submit("true", 0);
    result.command_took = finished_at_ - submitted_at;
    return result;
  }

 private:
  static ProbeResult failure(std::string problem) { return {std::move(problem), {}, {}}; }

  std::string why_no_prompt() const {
    if (exited_) return "it ended before its first prompt";
    if (!obstacle_.empty()) return "its startup files " + obstacle_;
    return fmt::format("no prompt was reported within {} s", patience.count());
  }

  /// The fault in the shell's report of `command`; empty: there is none.
  std::string submit(const std::string& command, int expected) {
    started_ = prompted_ = false;
    code_.reset();
    std::string typed = command;
    if (!opened_.start_mark.empty()) {
      const std::string content = std::string(shell::announce) + "\n" + command + "\n";
      const auto written = shell_files_.write_command_file(opened_.envelope_path, content);
      if (!written) return written.error();
      typed = ". " + opened_.envelope_path;
    }
    terminals_.write(probe_id, " " + typed + "\r");  // as agents' lines: not for the person's history
    if (!wait_for_prompt()) return fmt::format("the end of '{}' was not reported", command);
    if (!started_) return fmt::format("the start of '{}' was not reported", command);
    if (code_ != expected) return fmt::format("'{}' ended with {}, not {}", command, code_.value_or(-1), expected);
    return {};
  }

  /// After the end of a command, if one was submitted.
  bool wait_for_prompt() {
    const base::Instant limit = clock_now() + patience;
    while (!exited_ && !prompted_ && obstacle_.empty() && clock_now() < limit) {
      context_.restart();
      context_.run_one_for(std::chrono::milliseconds(100));
    }
    return prompted_;
  }

  void owned_wrote(const base::TerminalId&, host::Stream, std::string_view bytes, base::Instant now) override {
    // PowerShell asks where the cursor is, and waits for the answer.
    if (bytes.find("\x1b[6n") != std::string_view::npos) terminals_.write(probe_id, "\x1b[1;1R");
    while (const auto segment = segmenter_.next(bytes)) {
      if (!segment->marker || !arbiter_.accepts(*segment->marker)) continue;
      terminals_.tell_phase(probe_id, host::ShellPhase::Idle);
      if (segment->marker->kind == vt::MarkerKind::CommandExecuted) started_ = true;
      if (segment->marker->kind == vt::MarkerKind::CommandStart) prompted_ = finished_;
      if (segment->marker->kind == vt::MarkerKind::CommandExecuted) finished_ = false;
      if (segment->marker->kind != vt::MarkerKind::CommandFinished) continue;
      finished_ = true;
      finished_at_ = now;
      code_ = segment->marker->exit_code;
    }
  }

  void owned_obstructed(const base::TerminalId&, const host::StartObstacle& obstacle, base::Instant) override {
    obstacle_ = to_string(obstacle);
  }

  void owned_exited(const base::TerminalId&, host::ExitStatus, std::vector<host::Holder>, base::Instant) override {
    exited_ = true;
  }

  asio::io_context& context_;
  PosixTerminals terminals_;
  PosixShellFiles shell_files_;
  host::OpenedTerminal opened_;
  vt::Segmenter segmenter_;
  terminal::BoundaryArbiter arbiter_ = terminal::BoundaryArbiter::events();
  bool started_ = false, finished_ = false, prompted_ = false, exited_ = false;
  std::string obstacle_;
  std::optional<int> code_;
  base::Instant finished_at_{};
};

}  // namespace

ProbeResult probe_shell(shell::ShellKind kind, const std::string& path, const std::string& guard_program) {
  asio::io_context context{1};
  host::OwnedShell shell;
  shell.kind = kind;
  shell.path = path;
  shell.cwd = "/";
  Probe probe(context, guard_program);
  return probe.run(shell);
}

}  // namespace termhost::io
