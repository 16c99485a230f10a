// The words of each outcome, as a model reads them, and the exit status that `exec` passes on.
#include "tool/results/command_result.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tool/results/signal_name.hpp"

using namespace termhost;
using terminal::Certainty;
using terminal::Evidence;
using tool::Answer;
using tool::CommandResult;
using tool::Status;

namespace {

CommandResult result(Status status) {
  CommandResult r;
  r.status = status;
  r.command = r.submitted = "make";
  r.cwd = "/project";
  r.execution = base::ExecutionId("17");
  r.duration = base::Millis(2500);
  r.output.text = "built";
  r.output.total_bytes = 6;
  r.output.total_lines = 1;
  return r;
}

CommandResult ended(std::optional<int> code, std::optional<int> signal = {}) {
  CommandResult r = result(Status::Completed);
  r.completion = {.exit_code = code, .signal = signal, .evidence = Evidence::EndMark, .certainty = Certainty::Certain};
  return r;
}

}  // namespace

TEST_CASE("each outcome says what happened in its first line") {
  struct Case {
    CommandResult result;
    const char* text;
    int exit_status;
  };
  CommandResult running = result(Status::Running);
  running.answer = Answer::Yielded;
  CommandResult denied = result(Status::Denied);
  denied.reason = "rule 'rm' denies it";
  CommandResult rejected = result(Status::Rejected);
  rejected.feedback = "use make clean";
  CommandResult lost = result(Status::Lost);
  lost.reason = "its terminal was closed before the shell reported the end";
  lost.completion.evidence = Evidence::TerminalClosed;
  CommandResult failed = result(Status::FailedToStart);
  failed.reason = "the shell 'zsh' was not found";
  CommandResult silent = ended(0);
  silent.output = {};
  CommandResult unknown = silent;
  unknown.output_unknown = true;
  CommandResult holding = ended(0);
  holding.holders = {{42, "sleep"}};
  CommandResult edited = ended(0);
  edited.rewrite = {shell::RewriteKind::Edited, "edited by the user"};
  edited.edited = "make -n";
  CommandResult at_home = ended(0);
  at_home.usual_folder = true;
  CommandResult left = ended(3);
  left.shell_ended = true;
  CommandResult quiet = running;
  quiet.only_news = true;
  quiet.output.text.clear();
  CommandResult polled = quiet;
  polled.output.text = "a\nb\n";
  polled.status = Status::WaitingForInput;
  polled.input = tool::AwaitedInput{.process = "cat", .kind = tool::InputKind::Line, .prompt = "b"};
  CommandResult unattended = running;
  unattended.session_ends = true;
  CommandResult met = unattended;
  met.met = tool::Met{.port = 3000};
  unattended.status = Status::WaitingForInput;
  unattended.input = tool::AwaitedInput{.process = "ssh", .kind = tool::InputKind::Secret};
  CommandResult screen = quiet;
  screen.screen = "== menu ==\n> one\n";
  CommandResult killed = ended(137);
  killed.status = Status::Stopped;
  killed.stop_cause = tool::StopCause::Tool;
  killed.stop_step = terminal::StopStep::Kill;
  killed.only_news = true;
  killed.output.text = "a\nKilled\n";
  const Case cases[] = {
      {ended(0), "Exit code: 0, in '/project'\nOutput:\nbuilt", 0},
      {at_home, "Exit code: 0\nOutput:\nbuilt", 0},
      {ended(255), "Exit code: 255, in '/project'\nOutput:\nbuilt", 255},
      {ended(137), "Exit code: 137 (128+9, as after SIGKILL), in '/project'\nOutput:\nbuilt", 137},
      {ended({}, 11), "Ended by signal SIGSEGV (11), in '/project'\nOutput:\nbuilt", 139},
      {ended({}), "Exit code: unknown (the shell reported the end without a code), in '/project'\nOutput:\nbuilt", 125},
      {silent, "Exit code: 0, in '/project'\nOutput: (none)", 0},
      {unknown, "Exit code: 0, in '/project'\nOutput: unknown (there may have been output, but none was delivered)", 0},
      {holding, "Exit code: 0, in '/project'\nLeft running, and may still print: sleep (pid 42)\nOutput:\nbuilt", 0},
      {edited, "Exit code: 0, in '/project'\nNote: edited by the user. The command that ran: make -n\nOutput:\nbuilt",
       0},
      {left,
       "Exit code: 3, in '/project'. This ended the shell: variables, activated environments and jobs are gone; the "
       "next command "
       "starts a new shell in '/project'.\nOutput:\nbuilt",
       3},
      {running,
       "Still running after 2.5 s, in '/project'. Execution ID: 17 (wait_for_command waits for it, send_input types "
       "into it, stop_command stops it)\nOutput so far:\nbuilt",
       125},
      {polled,
       "Still running after 2.5 s (execution 17). `cat` is waiting for a line of input.\nNew output (2 lines):\na\nb",
       125},
      {unattended,
       "Ended after 2.5 s, in '/project': `ssh` is waiting for a password, and nobody can type here.\nOutput so "
       "far:\nbuilt",
       125},
      {met, "Ended after 2.5 s, in '/project': it listens on port 3000.\nOutput so far:\nbuilt", 125},
      {quiet, "Still running after 2.5 s (execution 17).\nNo new output.", 125},
      {screen, "Still running after 2.5 s (execution 17).\nA full-screen program. Its screen now:\n== menu ==\n> one",
       125},
      {killed, "Stopped by stop_command (SIGKILL). Exit code: 137\nNew output (1 line):\na", 137},
      {denied, "Not run: rule 'rm' denies it.", 126},
      {rejected, "Not run: the user rejected this command. Their comment: use make clean", 126},
      {lost,
       "It can no longer be followed, in '/project': its terminal was closed before the shell reported the end. Exit "
       "code: "
       "unknown (the terminal was closed)\nOutput:\nbuilt",
       125},
      {failed, "Not run: the shell 'zsh' was not found.", 125},
  };
  for (const Case& c : cases) {
    CHECK(format_text(c.result) == c.text);
    CHECK(exit_status(c.result) == c.exit_status);
  }
}

TEST_CASE("an output that does not fit names its artifact, or says why there is none") {
  CommandResult r = ended(1);
  r.output.text = "head\n[… 41,204 bytes, 1,012 lines omitted; read_command_output offset=5 …]\ntail\n";
  r.output.total_bytes = 48435;
  r.output.omitted = {{5, 41204, 1012}};
  r.output.artifact_id = "cmd-17.txt";
  CHECK(format_text(r) ==
        "Exit code: 1, in '/project'\nOutput (47.3KB; read_command_output has all of it, artifact_id cmd-17.txt), "
        "preview:\nhead\n[… 41,204 bytes, 1,012 lines omitted; read_command_output offset=5 …]\ntail");
  CHECK(format_message(r) ==
        "Exit code: 1, in '/project'\nOutput (47.3KB; read_command_output has all of it, artifact_id cmd-17.txt), "
        "preview:");
  r.output.artifact_id.reset();
  r.output.problem = "the disk is full";
  CHECK(format_text(r).find("Output (47.3KB, cut; not kept: the disk is full), preview:") != std::string::npos);
}

TEST_CASE("what is no text is not shown") {
  CommandResult r = ended(0);
  r.output.text.clear();
  for (int i = 0; i < 20; ++i) r.output.text += "\xef\xbf\xbdx";
  r.output.raw_bytes = 3000;
  r.output.raw_head =
      "\x7f"
      "ELF";
  CHECK(format_text(r) ==
        "Exit code: 0, in '/project'\nOutput: 2.9KB of binary data (an ELF program); not shown. To see part of it, use "
        "strings, xxd or iconv.");
  const std::string binary = r.output.text;
  r.output.raw_is_binary = true;
  r.output.text = "ELFmain";
  CHECK(shown_output(r).text.empty());
  r.output.raw_is_binary = false;
  r.output.text = binary + "\ncopying the rest\nerror: disk is full";
  CHECK(format_text(r) ==
        "Exit code: 0, in '/project'\nOutput: 2.9KB of binary data (an ELF program); not shown except the lines of "
        "text at its end. To see part of it, use strings, xxd or iconv.\ncopying the rest\nerror: disk is full");
  CHECK(shown_output(r).text == "copying the rest\nerror: disk is full");
  for (const char* end : {"\n", "\nx1\n", " error: on the same line"}) {
    r.output.text = binary + end;
    CHECK(shown_output(r).text.empty());
  }
  r.output.text = "caf\xef\xbf\xbd au lait";
  CHECK(format_text(r).ends_with("au lait"));
}

TEST_CASE("sizes and signals have their names") {
  CHECK(tool::format_size(512) == "512 bytes");
  CHECK(tool::format_size(1024) == "1.0KB");
  CHECK(tool::format_size(2621440) == "2.5MB");
  CHECK(tool::signal_name(9) == "SIGKILL");
  CHECK(tool::signal_name(77) == "signal 77");
}
