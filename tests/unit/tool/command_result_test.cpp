// The words of each outcome, as a model reads them, and the exit status that `exec` passes on.
#include "tool/command_result.hpp"

#include <catch2/catch_test_macros.hpp>

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
  lost.reason = "its terminal was closed before it reported an end";
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
  const Case cases[] = {
      {ended(0), "Command executed in '/project'. Exit code: 0\nOutput:\nbuilt", 0},
      {ended(255), "Command executed in '/project'. Exit code: 255\nOutput:\nbuilt", 255},
      {ended(137),
       "Command executed in '/project'. Exit code: 137 (128+9: SIGKILL if a signal ended it)\nOutput:\nbuilt", 137},
      {ended({}, 11), "Command executed in '/project'. Ended by signal SIGSEGV (11)\nOutput:\nbuilt", 139},
      {ended({}),
       "Command executed in '/project'. Exit code: unknown (the shell reported the end without a code)\nOutput:\nbuilt",
       125},
      {silent, "Command executed in '/project'. Exit code: 0\nOutput: (none)", 0},
      {unknown,
       "Command executed in '/project'. Exit code: 0\nOutput: unknown (none of the output was delivered; that does not "
       "mean "
       "there was none)",
       0},
      {holding,
       "Command executed in '/project'. Exit code: 0\nStill running with the output open: sleep (pid "
       "42)\nOutput:\nbuilt",
       0},
      {edited,
       "Command executed in '/project'. Exit code: 0\nNote: edited by the user. What ran is: "
       "make -n\nOutput:\nbuilt",
       0},
      {running,
       "Command is still running in '/project' after 2.5 s. Execution ID: 17 (wait_for_command waits for it, "
       "send_input types into it, "
       "stop_command stops it)\nOutput so far:\nbuilt",
       125},
      {denied, "Command was denied and not run: rule 'rm' denies it", 126},
      {rejected, "Command was rejected by the user and not run.\nFeedback: use make clean", 126},
      {lost,
       "Command in '/project' can't be followed any more: its terminal was closed before it reported an end. Exit "
       "code: unknown (the "
       "terminal was closed)\nOutput:\nbuilt",
       125},
      {failed, "Command could not be started in '/project': the shell 'zsh' was not found", 125},
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
        "Command executed in '/project'. Exit code: 1\n\nOutput (47.3KB) persisted. Artifact ID: "
        "cmd-17.txt\n\nPreview:\nhead\n[… 41,204 "
        "bytes, 1,012 lines omitted; read_command_output offset=5 …]\ntail\nUse read_command_output tool to view full "
        "output if needed.");
  r.output.artifact_id.reset();
  r.output.problem = "the disk is full";
  CHECK(format_text(r).find("Output (47.3KB) cut; it was not persisted: the disk is full") != std::string::npos);
}

TEST_CASE("sizes and signals have their names") {
  CHECK(tool::format_size(512) == "512 bytes");
  CHECK(tool::format_size(1024) == "1.0KB");
  CHECK(tool::format_size(2621440) == "2.5MB");
  CHECK(tool::signal_name(9) == "SIGKILL");
  CHECK(tool::signal_name(77) == "signal 77");
}
