#include "tool/results/command_result.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "text/errors/likeness.hpp"
#include "tool/results/file_kind.hpp"
#include "tool/results/sandbox_note.hpp"
#include "tool/results/signal_name.hpp"

namespace termhost::tool {
namespace {

using terminal::Certainty;
using terminal::Evidence;

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
    return fmt::format("Exit code: {} (128+{}, as after {})", *c.exit_code, *c.exit_code - 128,
                       signal_name(*c.exit_code - 128));
  }
  return fmt::format("Exit code: {}{}", *c.exit_code, whose_exit_code(r.pipeline, *c.exit_code));
}

std::string brief(const terminal::Completion& c) {
  if (c.signal) return fmt::format("signal {}", signal_name(*c.signal));
  return c.exit_code ? fmt::format("exit code {}", *c.exit_code) : std::string("exit code unknown");
}

std::string seconds(base::Millis duration) {
  return fmt::format("{:.1f} s", static_cast<double>(duration.count()) / 1000.0);
}

/// The folder of the command, if the agent does not know it, and the machine, if it is not the user's own.
std::string place(const CommandResult& r) {
  const std::string machine = r.machine.empty() ? "" : fmt::format(", on {}", r.machine);
  if (r.cwd_doubtful) return fmt::format("{}, in '{}' unless the previous command changed the folder", machine, r.cwd);
  return r.usual_folder ? machine : fmt::format("{}, in '{}'", machine, r.cwd);
}

std::string completed(const CommandResult& r) {
  std::string text = ending(r) + place(r);
  if (r.shell_ended && !r.session_ends)
    text += fmt::format(
        ". This ended the shell: variables, activated environments and jobs are gone; the next command starts a new "
        "shell in '{}'.",
        r.cwd);
  return text;
}

/// `termhost exec` has no user who could type, and no agent that would ask again.
std::string ended_with_the_session(const CommandResult& r) {
  const std::string why = r.input                       ? as_clause(*r.input) + ", and nobody can type here"
                          : r.met && !r.met->is_input() ? in_words(*r.met)
                                                        : std::string("it was still running");
  return fmt::format("Ended after {}{}: {}.", seconds(r.duration), place(r), why);
}

std::string still_running(const CommandResult& r) {
  if (r.session_ends) return ended_with_the_session(r);
  const std::string input = r.input ? " " + in_words(*r.input) : "";
  std::string why = r.met && !r.met->is_input() ? ": " + in_words(*r.met) : "";
  if (r.only_news)
    return fmt::format("Still running after {}{} (execution {}).{}", seconds(r.duration), why, r.execution.str(),
                       input);
  if (r.answer == Answer::Idle) why = ", silent for a while";
  if (r.answer == Answer::Backgrounded) why = ", in the background";
  const bool secret = r.input && r.input->kind == InputKind::Secret;
  return fmt::format(
      "Still running after {}{}{}.{} Execution ID: {} (wait_for_command waits for it, {}stop_command stops it)",
      seconds(r.duration), why, place(r), input, r.execution.str(), secret ? "" : "send_input types into it, ");
}

/// Nothing less would have kept the rest of it from running.
std::string with_its_shell(const CommandResult& r) {
  return fmt::format(
      " (SIGKILL) together with its shell, which could not be interrupted: variables and activated environments are "
      "gone; the next command starts a new shell in '{}'.",
      r.cwd);
}

std::string stopped(const CommandResult& r) {
  const std::string_view by = r.stop_cause == StopCause::Tool ? "stop_command" : "the user";
  if (!r.stop_step) return fmt::format("Cancelled by {} before it started.", by);
  if (r.stop_step == terminal::StopStep::EndShell) return fmt::format("Stopped by {}{}", by, with_its_shell(r));
  const int step = signal_of(*r.stop_step);
  const bool by_that = r.completion.signal == step || r.completion.exit_code == 128 + step;
  const std::string how = !by_that              ? ending(r)
                          : r.completion.signal ? std::string()
                                                : fmt::format("Exit code: {}", *r.completion.exit_code);
  return fmt::format("Stopped by {} ({}).{}{}", by, signal_name(step), how.empty() ? "" : " ", how);
}

/// The run was not visible, so there is neither an exit code nor an output to report.
std::string lost(const CommandResult& r) {
  if (r.answer == Answer::StartUnknown && r.integration == terminal::Integration::None)
    return fmt::format(
        "The command was sent to a terminal in '{}', but {}. Its output and exit code are unknown, and it may still be "
        "running. "
        "Turn on the editor's shell integration for this shell, or set termhost's `fallback` to `owned`.",
        r.cwd, r.reason);
  return fmt::format("It can no longer be followed{}: {}. {}", place(r), r.reason, ending(r));
}

std::string waiting(const CommandResult& r) {
  return fmt::format(
      "Not started yet: {}. It runs as soon as a terminal is free. Execution ID: {} (wait_for_command waits for it, "
      "stop_command cancels it, or stops another command by its ID)",
      r.reason, r.execution.str());
}

std::string rejected(const CommandResult& r) {
  if (!r.reason.empty()) return fmt::format("Not run: {}.", r.reason);
  return r.feedback.empty() ? "Not run: the user rejected this command."
                            : fmt::format("Not run: the user rejected this command. Their comment: {}", r.feedback);
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
    case Status::WaitingForInput:
    case Status::TimedOut:
    case Status::Lost: return true;
  }
  return true;
}

std::string first_line(const CommandResult& r) {
  if (r.already_ended && ran(r))
    return fmt::format("It had already ended ({}); nothing was stopped.", brief(r.completion));
  switch (r.status) {
    case Status::Waiting: return waiting(r);
    case Status::Completed: return completed(r);
    case Status::Running:
    case Status::WaitingForInput: return still_running(r);
    case Status::TimedOut:
      if (r.stop_step == terminal::StopStep::EndShell)
        return fmt::format("Stopped by the time limit after {}{}", seconds(r.duration), with_its_shell(r));
      return fmt::format("Stopped by the time limit after {}{}. {}", seconds(r.duration), place(r), ending(r));
    case Status::Stopped: return stopped(r);
    case Status::Rejected: return rejected(r);
    case Status::Denied:
    case Status::FailedToStart: return fmt::format("Not run: {}.", r.reason);
    case Status::Lost: return lost(r);
  }
  return {};
}

std::size_t lines_in(std::string_view text) {
  const auto ends = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  return ends + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

std::string and_hidden(const text::HiddenCount& hidden) { return hidden.secrets == 0 ? "" : "; " + in_words(hidden); }

/// The title of an output that is not shown whole.
std::string preview_title(const terminal::OutputSnapshot& output, std::string_view label) {
  const std::string size = format_size(output.total_bytes - output.begin);
  const std::string hidden = and_hidden(output.hidden);
  if (output.artifact_id)
    return fmt::format("{} ({}; read_command_output has all of it, artifact_id {}{}), preview:", label, size,
                       *output.artifact_id, hidden);
  return fmt::format("{} ({}, cut{}{}), preview:", label, size,
                     output.problem.empty() ? "" : "; not kept: " + output.problem, hidden);
}

/// The title of an output. It is all there is if no output is shown.
std::string output_title(const CommandResult& r, const terminal::OutputSnapshot& output, std::string_view title) {
  const std::string label = goes_on(r) ? fmt::format("{} so far", title) : std::string(title);
  if (!output.whole()) return preview_title(output, label);
  if (output.hidden.secrets > 0) return fmt::format("{} ({}):", label, in_words(output.hidden));
  if (!output.text.empty()) return label + ":";
  return fmt::format("{}: {}", label, r.output_unknown ? fmt::format("unknown ({})", output_not_delivered) : "(none)");
}

void add_line(std::string& text, std::string_view line) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += line;
}

std::string names_of(const std::vector<terminal::Holder>& processes) {
  std::string names;
  for (const terminal::Holder& h : processes)
    names += fmt::format("{}{} (pid {})", names.empty() ? "" : ", ", h.name, h.pid);
  return names;
}

std::string rewrite_note(const CommandResult& r) {
  using shell::RewriteKind;
  if (!ran(r) || r.rewrite.kind == RewriteKind::None || r.rewrite.kind == RewriteKind::Edited) return {};
  return fmt::format("Note: submitted in another form ({}): {}.", to_string(r.rewrite.kind), r.rewrite.reason);
}

/// Notes that a model has to know.
std::vector<std::string> notes_for_model(const CommandResult& r) {
  std::vector<std::string> notes;
  const auto add = [&](bool holds, std::string note) {
    if (holds && !note.empty()) notes.push_back(std::move(note));
  };
  add(!r.feedback.empty() && r.status != Status::Rejected, "The user says: " + r.feedback);
  add(true, r.argument_note);
  if (!ran(r)) return notes;
  add(!r.startup_problem.empty(), fmt::format("Note: this shell runs without the user's startup files: {}. Change them "
                                              "to do this only if $TERMHOST is not set, and restart termhost.",
                                              r.startup_problem));
  add(true, set_inside_note(r));
  if (r.usual_shell_runs)
    notes.push_back(fmt::format(
        "Ran in another shell, without the variables of the previous shell, in which execution {} still runs.",
        r.usual_shell_runs->str()));
  add(r.rewrite.kind == shell::RewriteKind::Edited,
      fmt::format("Note: {}. The command that ran: {}", r.rewrite.reason, r.edited));
  add(r.ran_another_line, fmt::format("Note: the shell reports that it ran a different line: {}", r.submitted));
  add(r.modes_repaired, "Note: the command turned off the translation of line ends (stty -onlcr); it is on again.");
  add(r.completion.certainty == Certainty::Likely,
      "Note: the exit code probably belongs to this command, but this is not certain.");
  add(r.output_start_missing, "Note: the beginning of the output may be missing.");
  add(r.output_parts_missing, "Note: parts of the output were lost on their way from the editor.");
  add(r.output.cleared, fmt::format("Note: the program cleared the screen; its earlier content is {}.",
                                    r.output.recording_id ? "in " + *r.output.recording_id : std::string("not kept")));
  add(!r.completion.drained, "Note: the end of the output may be missing.");
  add(r.output.artifact_id && !r.output.problem.empty(), fmt::format("Note: {}", r.output.problem));
  add(!r.next_cwd.empty(), fmt::format("Note: the next command begins in '{}'.", r.next_cwd));
  add(r.folder_gone, "Note: the shell's current folder was deleted. Give the next command a cwd.");
  add(!r.holders.empty(), "Left running, and may still print: " + names_of(r.holders));
  add(!r.left_running.empty(), "Left running: " + names_of(r.left_running));
  const bool said = r.met && r.met->port && r.listening.size() == 1;
  add(!r.listening.empty() && !said, fmt::format("Listening on port {}.", fmt::join(r.listening, ", ")));
  add(r.cost && is_remarkable(*r.cost), r.cost ? in_words(*r.cost) : "");
  add(true, sandbox_note(r));
  return notes;
}

/// All but the output.
std::string headline(const CommandResult& r) {
  std::string text = first_line(r);
  for (const std::string& note : notes_for_model(r)) add_line(text, note);
  return text;
}

/// True if the output was not visible, or an ended command has no new output.
bool nothing_to_see(const CommandResult& r) {
  if (!ran(r) || (r.already_ended && r.only_news)) return true;
  return r.answer == Answer::StartUnknown && r.integration == terminal::Integration::None;
}

/// The text without the last LF, and without the shell's message about the child that a stop ended.
std::string without_stop_notice(const CommandResult& r, std::string_view text) {
  text = base::without_line_end(text);
  const std::string_view last = text.substr(text.rfind('\n') + 1);
  const bool notice = r.stop_step && (last == "Killed" || last == "Terminated");
  return std::string(notice ? base::without_line_end(text.substr(0, text.size() - last.size())) : text);
}

/// The whole lines after the last binary data, if they have a word: the end of the command.
std::string_view readable_end(std::string_view text) {
  const std::size_t unreadable = text.rfind(base::replacement_bytes);
  if (unreadable == std::string_view::npos) return {};
  const std::string_view end = text.substr(std::min(text.find('\n', unreadable), text.size() - 1) + 1);
  return text::has_word(end) ? end : std::string_view();
}

/// Replaces binary data by its kind and size; lines of text after it are shown.
ShownOutput shown_of_binary(const CommandResult& r) {
  const terminal::OutputSnapshot& all = r.output;
  std::string end = without_stop_notice(r, readable_end(all.text));
  const bool nothing = end.empty();
  return {.text = std::move(end),
          .instead = fmt::format("Output: {} of binary data{}; {}. To see part of it, use strings, xxd or iconv.",
                                 format_size(all.raw_bytes), kind_of_file(all.raw_head),
                                 nothing ? "not shown" : "not shown except the lines of text at its end"),
          .hidden = nothing ? text::HiddenCount{} : all.hidden};
}

/// The title and the text of the output. A title alone says why there is no text.
std::pair<std::string, std::string> main_block(const CommandResult& r) {
  if (!r.screen.empty())
    return {"A full-screen program. Its screen now:", std::string(base::without_line_end(r.screen))};
  ShownOutput shown = shown_output(r);
  if (!shown.instead.empty()) return {std::move(shown.instead), std::move(shown.text)};
  if (!r.only_news) return {output_title(r, r.output, "Output"), std::move(shown.text)};
  terminal::OutputSnapshot news = r.output;
  news.text = shown.text;  // of which the title speaks
  return {news_title(news), std::move(shown.text)};
}

}  // namespace

std::string_view to_string(Status status) {
  switch (status) {
    case Status::Completed: return "completed";
    case Status::Running: return "running";
    case Status::WaitingForInput: return "waiting_for_input";
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
  std::vector<std::string> notes = notes_for_model(r);
  if (std::string rewritten = rewrite_note(r); !rewritten.empty()) notes.push_back(std::move(rewritten));
  return notes;
}

std::string reason_of(const CommandResult& r) {
  if (r.status == Status::Rejected) return r.reason.empty() ? "the user rejected this command" : r.reason;
  return r.reason;
}

ShownOutput shown_output(const CommandResult& r) {
  if (r.output.is_binary()) return shown_of_binary(r);
  return {.text = without_stop_notice(r, r.output.text), .instead = {}, .hidden = r.output.hidden};
}

std::string news_title(const terminal::OutputSnapshot& news) {
  if (news.text.empty()) return "No new output.";
  if (!news.whole()) return preview_title(news, "New output");
  const std::size_t lines = lines_in(news.text);
  return fmt::format("New output ({} line{}{}):", lines, lines == 1 ? "" : "s", and_hidden(news.hidden));
}

std::string format_message(const CommandResult& r) {
  std::string text = headline(r);
  if (nothing_to_see(r)) return text;
  const std::string title = main_block(r).first;
  const bool only_a_label = title == "Output:" || title == "Output so far:";
  if (!only_a_label) add_line(text, title);
  return text;
}

std::string format_text(const CommandResult& r) {
  std::string text = headline(r);
  if (nothing_to_see(r)) return text;
  const auto [title, output] = main_block(r);
  add_line(text, title);
  if (!output.empty()) add_line(text, output);
  if (!r.error_output || r.error_output->total_bytes == r.error_output->begin) return text;
  add_line(text, output_title(r, *r.error_output, r.only_news ? "New error output" : "Error output"));
  if (!r.error_output->text.empty()) add_line(text, r.error_output->text);
  return text;
}

int exit_status(const CommandResult& r) {
  switch (r.status) {
    case Status::TimedOut: return 124;
    case Status::Rejected:
    case Status::Denied: return 126;
    case Status::FailedToStart:
    case Status::Waiting:
    case Status::Running:
    case Status::WaitingForInput: return 125;
    case Status::Completed:
    case Status::Stopped:
    case Status::Lost: break;
  }
  if (r.completion.signal) return 128 + *r.completion.signal;
  return r.completion.exit_code.value_or(125);
}

}  // namespace termhost::tool
