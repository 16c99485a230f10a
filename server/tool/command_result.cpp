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

std::string_view step_name(terminal::StopStep step) {
  switch (step) {
    case terminal::StopStep::Interrupt: return "SIGINT";
    case terminal::StopStep::Terminate: return "SIGTERM";
    case terminal::StopStep::Kill: return "SIGKILL";
  }
  return "SIGKILL";
}

std::string stopped(const CommandResult& r) {
  const std::string_view by = r.stop_cause == StopCause::Tool ? "stop_command" : "the user";
  if (!r.stop_step)
    return fmt::format("Command in '{}' was taken back by {} before it started; it never ran.", r.cwd, by);
  return fmt::format("Command in '{}' was stopped by {} ({}). {}", r.cwd, by, step_name(*r.stop_step), ending(r));
}

/// Nobody could see it run: neither an exit code nor an output exists to be told.
std::string lost(const CommandResult& r) {
  if (r.answer == Answer::StartUnknown && r.integration == terminal::Integration::None)
    return fmt::format(
        "Command was sent to a terminal in '{}', but {}: its output and exit code could not be captured, and it may "
        "still "
        "run. Turn on the editor's shell integration for this shell, or set termhost's `fallback` to `owned`.",
        r.cwd, r.reason);
  return fmt::format("Command in '{}' can't be followed any more: {}. {}", r.cwd, r.reason, ending(r));
}

std::string waiting(const CommandResult& r) {
  return fmt::format(
      "Command has not started yet: {}. It runs as soon as a terminal is free. Execution ID: {} (wait_for_command "
      "waits "
      "for it, stop_command takes it back, or stops another by its ID)",
      r.reason, r.execution.str());
}

std::string rejected(const CommandResult& r) {
  return r.reason.empty() ? "Command was rejected by the user and not run."
                          : fmt::format("Command was not run: {}.", r.reason);
}

std::string first_line(const CommandResult& r) {
  switch (r.status) {
    case Status::Waiting: return waiting(r);
    case Status::Completed: return fmt::format("Command executed in '{}'. {}", r.cwd, ending(r));
    case Status::Running: return still_running(r);
    case Status::TimedOut:
      return fmt::format("Command timed out in '{}' after {} and was stopped. {}", r.cwd, seconds(r.duration),
                         ending(r));
    case Status::Stopped: return stopped(r);
    case Status::Rejected: return rejected(r);
    case Status::Denied: return fmt::format("Command was denied and not run: {}", r.reason);
    case Status::Lost: return lost(r);
    case Status::FailedToStart: return fmt::format("Command could not be started in '{}': {}", r.cwd, r.reason);
  }
  return {};
}

std::string output_block(const CommandResult& r, const terminal::OutputSnapshot& output, std::string_view title) {
  const std::string label = r.status == Status::Running ? fmt::format("{} so far", title) : std::string(title);
  if (output.whole()) {
    if (!output.text.empty()) return fmt::format("{}:\n{}", label, output.text);
    return r.output_unknown ? fmt::format("{}: unknown ({})", label, output_not_delivered)
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

std::string holders_of(const CommandResult& r) {
  std::string names;
  for (const terminal::Holder& h : r.holders)
    names += fmt::format("{}{} (pid {})", names.empty() ? "" : ", ", h.name, h.pid);
  return names;
}

bool ran(const CommandResult& r) {
  switch (r.status) {
    case Status::Rejected:
    case Status::Denied:
    case Status::FailedToStart:
    case Status::Waiting: return false;
    case Status::Stopped: return r.stop_step.has_value();
    case Status::Completed:
    case Status::Running:
    case Status::TimedOut:
    case Status::Lost: return true;
  }
  return true;
}

}  // namespace

std::string_view to_string(Status status) {
  switch (status) {
    case Status::Completed: return "completed";
    case Status::Running: return "running";
    case Status::Waiting: return "waiting";
    case Status::TimedOut: return "timed_out";
    case Status::Stopped: return "stopped";
    case Status::Rejected: return "rejected";
    case Status::Denied: return "denied";
    case Status::Lost: return "lost";
    case Status::FailedToStart: return "failed_to_start";
  }
  return "lost";
}

std::vector<std::string> notes_of(const CommandResult& r) {
  using shell::RewriteKind;
  std::vector<std::string> notes;
  const auto add = [&](bool holds, std::string note) {
    if (holds) notes.push_back(std::move(note));
  };
  add(!r.note.empty(), r.note);
  add(!r.feedback.empty() && r.status != Status::Rejected, "The user says: " + r.feedback);
  if (!ran(r)) return notes;
  const bool rewritten = r.rewrite.kind != RewriteKind::None && r.rewrite.kind != RewriteKind::Edited;
  add(r.rewrite.kind == RewriteKind::Edited, fmt::format("Note: {}. What ran is: {}", r.rewrite.reason, r.edited));
  add(rewritten, fmt::format("Note: submitted in another form ({}): {}.", to_string(r.rewrite.kind), r.rewrite.reason));
  add(r.completion.certainty == Certainty::Likely,
      "Note: the exit code is likely, not certain, to belong to this command.");
  add(r.output_start_missing, "Note: the beginning of the output may be missing.");
  add(r.output_parts_missing, "Note: parts of the output were lost on their way from the editor.");
  add(!r.completion.drained, "Note: the end of the output may be missing.");
  add(r.output.artifact_id && !r.output.problem.empty(), fmt::format("Note: {}", r.output.problem));
  add(!r.holders.empty(), "Still running with the output open: " + holders_of(r));
  return notes;
}

std::string reason_of(const CommandResult& r) {
  if (r.status == Status::Rejected) return r.reason.empty() ? "rejected by the user" : r.reason;
  return r.reason;
}

std::string format_text(const CommandResult& r) {
  std::string text = first_line(r);
  if (r.status == Status::Rejected && !r.feedback.empty()) add_line(text, fmt::format("Feedback: {}", r.feedback));
  for (const std::string& note : notes_of(r)) add_line(text, note);
  if (!ran(r)) return text;
  const bool nothing_to_see = r.answer == Answer::StartUnknown && r.integration == terminal::Integration::None;
  if (nothing_to_see) return text;
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
    case Status::Waiting:
    case Status::Running: return 125;
    case Status::Completed:
    case Status::Stopped:
    case Status::Lost: break;
  }
  if (r.completion.signal) return 128 + *r.completion.signal;
  return r.completion.exit_code.value_or(125);
}

}  // namespace termhost::tool
