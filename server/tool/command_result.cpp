#include "tool/command_result.hpp"

#include <array>

#include <fmt/format.h>

namespace termhost::tool {
namespace {

using terminal::Certainty;
using terminal::Evidence;

struct SignalName {
  int number;
  std::string_view name;
};
constexpr std::array signal_names{
    SignalName{1, "SIGHUP"},   SignalName{2, "SIGINT"},   SignalName{3, "SIGQUIT"},  SignalName{4, "SIGILL"},
    SignalName{5, "SIGTRAP"},  SignalName{6, "SIGABRT"},  SignalName{7, "SIGBUS"},   SignalName{8, "SIGFPE"},
    SignalName{9, "SIGKILL"},  SignalName{10, "SIGUSR1"}, SignalName{11, "SIGSEGV"}, SignalName{12, "SIGUSR2"},
    SignalName{13, "SIGPIPE"}, SignalName{14, "SIGALRM"}, SignalName{15, "SIGTERM"}, SignalName{16, "SIGSTKFLT"},
    SignalName{24, "SIGXCPU"}, SignalName{25, "SIGXFSZ"}, SignalName{31, "SIGSYS"},
};

std::string why_no_code(const CommandResult& r) {
  switch (r.completion.evidence) {
    case Evidence::NextPrompt: return "the shell showed its next prompt without reporting a code";
    case Evidence::EndEvent: return "the editor reported the end without a code";
    case Evidence::EndMark: return "the shell reported the end without a code";
    case Evidence::TerminalClosed: return "the terminal was closed";
    case Evidence::HostRestarted: return "the editor restarted its side and lost track of the command";
    case Evidence::Wait:
    case Evidence::None: return "nothing reported it";
  }
  return "nothing reported it";
}

std::string ending(const CommandResult& r) {
  const terminal::Completion& c = r.completion;
  if (c.signal) return fmt::format("Ended by signal {} ({})", signal_name(*c.signal), *c.signal);
  if (!c.exit_code) return fmt::format("Exit code: unknown ({})", why_no_code(r));
  if (*c.exit_code > 128 && *c.exit_code <= 128 + 31) {
    return fmt::format("Exit code: {} (128+{}: {} if a signal ended it)", *c.exit_code, *c.exit_code - 128,
                       signal_name(*c.exit_code - 128));
  }
  return fmt::format("Exit code: {}", *c.exit_code);
}

std::string seconds(base::Millis duration) {
  return fmt::format("{:.1f} s", static_cast<double>(duration.count()) / 1000.0);
}

std::string still_running(const CommandResult& r) {
  std::string why;
  if (r.answer == Answer::Idle) why = ", silent for a while";
  if (r.answer == Answer::Backgrounded) why = ", in the background";
  return fmt::format(
      "Command is still running in '{}' after {}{}. Execution ID: {} (wait_for_command waits for it, send_input types "
      "into it, "
      "stop_command stops it)",
      r.cwd, seconds(r.duration), why, r.execution.str());
}

std::string first_line(const CommandResult& r) {
  switch (r.status) {
    case Status::Completed: return fmt::format("Command executed in '{}'. {}", r.cwd, ending(r));
    case Status::Running: return still_running(r);
    case Status::TimedOut:
      return fmt::format("Command timed out in '{}' after {} and was stopped. {}", r.cwd, seconds(r.duration),
                         ending(r));
    case Status::Stopped: return fmt::format("Command in '{}' was stopped by the user. {}", r.cwd, ending(r));
    case Status::Rejected: return "Command was rejected by the user and not run.";
    case Status::Denied: return fmt::format("Command was denied and not run: {}", r.reason);
    case Status::Lost:
      return fmt::format("Command in '{}' can't be followed any more: {}. {}", r.cwd, r.reason, ending(r));
    case Status::FailedToStart: return fmt::format("Command could not be started in '{}': {}", r.cwd, r.reason);
  }
  return {};
}

std::string output_block(const CommandResult& r, const terminal::OutputSnapshot& output, std::string_view title) {
  const std::string label = r.status == Status::Running ? fmt::format("{} so far", title) : std::string(title);
  if (output.whole()) {
    if (!output.text.empty()) return fmt::format("{}:\n{}", label, output.text);
    return r.output_unknown
               ? fmt::format("{}: unknown (none of it was delivered; that does not mean there was none)", label)
               : fmt::format("{}: (none)", label);
  }
  const std::string size = format_size(output.total_bytes);
  const std::string end = output.text.ends_with('\n') ? "" : "\n";
  if (output.artifact_id) {
    return fmt::format(
        "\n{} ({}) persisted. Artifact ID: {}\n\nPreview:\n{}{}Use read_command_output tool to view full output if "
        "needed.",
        label, size, *output.artifact_id, output.text, end);
  }
  return fmt::format(
      "\n{} ({}) cut{}\n\nPreview:\n{}", label, size,
      output.problem.empty() ? std::string(".") : fmt::format("; it was not persisted: {}", output.problem),
      output.text);
}

void add_line(std::string& text, std::string_view line) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += line;
}

void add_notes(std::string& text, const CommandResult& r) {
  using shell::RewriteKind;
  if (r.rewrite.kind == RewriteKind::Edited) {
    add_line(text, fmt::format("Note: {}. What ran is: {}", r.rewrite.reason, r.command));
  } else if (r.rewrite.kind != RewriteKind::None) {
    add_line(text,
             fmt::format("Note: submitted in another form ({}): {}.", to_string(r.rewrite.kind), r.rewrite.reason));
  }
  if (r.completion.certainty == Certainty::Likely)
    add_line(text, "Note: the exit code is likely, not certain, to belong to this command.");
  if (r.output_start_missing) add_line(text, "Note: the beginning of the output may be missing.");
  if (!r.completion.drained) add_line(text, "Note: the end of the output may be missing.");
  if (r.output.artifact_id && !r.output.problem.empty()) add_line(text, fmt::format("Note: {}", r.output.problem));
  if (!r.holders.empty()) {
    std::string names;
    for (const terminal::Holder& h : r.holders)
      names += fmt::format("{}{} (pid {})", names.empty() ? "" : ", ", h.name, h.pid);
    add_line(text, fmt::format("Still running with the output open: {}", names));
  }
}

}  // namespace

std::string_view to_string(Status status) {
  switch (status) {
    case Status::Completed: return "completed";
    case Status::Running: return "running";
    case Status::TimedOut: return "timed_out";
    case Status::Stopped: return "stopped";
    case Status::Rejected: return "rejected";
    case Status::Denied: return "denied";
    case Status::Lost: return "lost";
    case Status::FailedToStart: return "failed_to_start";
  }
  return "lost";
}

std::string format_text(const CommandResult& r) {
  std::string text = first_line(r);
  if (r.status == Status::Rejected && !r.feedback.empty()) add_line(text, fmt::format("Feedback: {}", r.feedback));
  const bool ran = r.status != Status::Rejected && r.status != Status::Denied && r.status != Status::FailedToStart;
  if (!ran) return text;
  add_notes(text, r);
  add_line(text, output_block(r, r.output, "Output"));
  if (r.error_output && r.error_output->total_bytes > 0)
    add_line(text, output_block(r, *r.error_output, "Error output"));
  return text;
}

std::string signal_name(int number) {
  for (const SignalName& row : signal_names) {
    if (row.number == number) return std::string(row.name);
  }
  return fmt::format("signal {}", number);
}

int exit_status(const CommandResult& r) {
  switch (r.status) {
    case Status::TimedOut: return 124;
    case Status::Rejected:
    case Status::Denied: return 126;
    case Status::FailedToStart:
    case Status::Running: return 125;
    case Status::Completed:
    case Status::Stopped:
    case Status::Lost: break;
  }
  if (r.completion.signal) return 128 + *r.completion.signal;
  return r.completion.exit_code.value_or(125);
}

}  // namespace termhost::tool
