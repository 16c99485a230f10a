#include "shell/launch/submission.hpp"

#include <catch2/catch_test_macros.hpp>

namespace termhost::shell {
namespace {

SubmissionFacts facts(ShellKind shell, Delivery delivery) {
  SubmissionFacts out;
  out.shell = shell;
  out.delivery = delivery;
  out.command_file = "/run/user/it's/envelope";
  return out;
}

struct Case {
  ShellKind shell;
  Delivery delivery;
  std::string_view command;
  RewriteKind kind;
  std::string_view text;
};

constexpr auto Bash = ShellKind::Bash;
constexpr auto Zsh = ShellKind::Zsh;
constexpr auto Fish = ShellKind::Fish;

constexpr Case cases[] = {
    // our own terminal: one line, typed on a cleared prompt line
    {Bash, Delivery::Owned, "ls -l", RewriteKind::None, "\x15 ls -l\r"},
    {Bash, Delivery::Owned, "ls\npwd", RewriteKind::Flattened, "\x15 ls; pwd\r"},
    {Bash, Delivery::Owned, "(ls)", RewriteKind::None, "\x15 (ls)\r"},
    {Bash, Delivery::Owned, "\\ls", RewriteKind::None, "\x15 \\ls\r"},
    {Bash, Delivery::Owned, "echo 'a", RewriteKind::Eval,
     "\x15 "
     "eval 'echo '\\''a'\r"},
    {Bash, Delivery::Owned, "if true", RewriteKind::Eval,
     "\x15 "
     "eval 'if true'\r"},
    {Bash, Delivery::Owned, "cat <<E\na\nE", RewriteKind::Eval,
     "\x15 "
     "eval $'cat <<E\\na\\nE'\r"},
    {Bash, Delivery::Owned, "", RewriteKind::Flattened, "\x15 :\r"},
    {Bash, Delivery::Owned, "# nothing", RewriteKind::Flattened, "\x15 :\r"},
    {Zsh, Delivery::Owned, "ls # it's", RewriteKind::Flattened, "\x15 ls\r"},
    {ShellKind::Dash, Delivery::Owned, "ls", RewriteKind::CommandFile, "\x15\\. '/run/user/it'\\''s/envelope'\r"},
    {Fish, Delivery::Owned, "begin\nls\nend", RewriteKind::Flattened,
     "\x15"
     "begin; ls; end\r"},
    // our keys: what the line editor takes, as it was written where that is one command of the shell
    {Bash, Delivery::Loaded, "ls -l", RewriteKind::None, " ls -l"},
    {Bash, Delivery::Loaded, "ls\npwd\n", RewriteKind::Grouped, " { ls\npwd\n}"},
    {Bash, Delivery::Loaded, "# say it\necho said", RewriteKind::Grouped, " { # say it\necho said\n}"},
    {Bash, Delivery::Loaded, "for i in 1 2\ndo echo $i\ndone", RewriteKind::None, " for i in 1 2\ndo echo $i\ndone"},
    {Bash, Delivery::Loaded, "echo 'a\nb'", RewriteKind::None, " echo 'a\nb'"},
    {Bash, Delivery::Loaded, "cat <<E; pwd\na\nE", RewriteKind::Grouped, " { cat <<E; pwd\na\nE\n}"},
    {Bash, Delivery::Loaded, "alias x=ls\nx", RewriteKind::Eval, " eval $'alias x=ls\\nx'"},
    {Bash, Delivery::Loaded, "echo 'a", RewriteKind::Eval,
     " "
     "eval 'echo '\\''a'"},
    {Bash, Delivery::Loaded, "", RewriteKind::Flattened, " :"},
    {Zsh, Delivery::Loaded, "ls # it's\npwd", RewriteKind::None, "ls # it's\npwd"},
    {Zsh, Delivery::Loaded, "alias x=ls\nx", RewriteKind::Eval, "alias x=ls; eval x"},
    {Zsh, Delivery::Loaded, "if true", RewriteKind::Eval, "eval 'if true'"},
    {Fish, Delivery::Loaded, "begin\nls\nend", RewriteKind::None, "begin\nls\nend"},
    {ShellKind::PowerShell, Delivery::Loaded, "if ($a)\n{\n 1\n}", RewriteKind::None, "if ($a)\n{\n 1\n}"},
    {ShellKind::PowerShell, Delivery::Loaded, "1 +", RewriteKind::None, "1 +"},
    {ShellKind::PowerShell, Delivery::Owned, "echo a\necho b", RewriteKind::Flattened,
     "\x15"
     "echo a; echo b\r"},
    // the editor's own call: one simple command
    {Bash, Delivery::EditorExecute, "ls -l", RewriteKind::None, "ls -l"},
    {Bash, Delivery::EditorExecute, "ls -l >f 2>&1", RewriteKind::None, "ls -l >f 2>&1"},
    {Bash, Delivery::EditorExecute, "cd x && make", RewriteKind::Eval, "eval 'cd x && make'"},
    {Bash, Delivery::EditorExecute, "a | b", RewriteKind::Eval, "eval 'a | b'"},
    {Bash, Delivery::EditorExecute, "(ls)", RewriteKind::Eval, "eval '(ls)'"},
    {Bash, Delivery::EditorExecute, "sleep 9 &", RewriteKind::Eval, "eval 'sleep 9 &'"},
    {Bash, Delivery::EditorExecute, "x=1", RewriteKind::Eval, "eval x=1"},
    {Bash, Delivery::EditorExecute, "! true", RewriteKind::Eval, "eval '! true'"},
    {Bash, Delivery::EditorExecute, "\\ls", RewriteKind::Eval, "eval '\\ls'"},
    {Bash, Delivery::EditorExecute, "echo \"hi!\"", RewriteKind::Eval, "eval 'echo \"hi!\"'"},
    {Bash, Delivery::EditorExecute, "a\nb", RewriteKind::Eval, "eval 'a; b'"},
    {Bash, Delivery::EditorExecute, "echo 'a\nb'", RewriteKind::Flattened, "echo 'a'$'\\n''b'"},
    {Zsh, Delivery::EditorExecute, "alias x=ls\nx", RewriteKind::Eval, "eval 'alias x=ls; eval x'"},
    {Fish, Delivery::EditorExecute, "ls; pwd", RewriteKind::Eval, "eval 'ls; pwd'"},
    // typed into the person's own line editor
    {Bash, Delivery::EditorTyped, "ls; pwd", RewriteKind::None, "\x15ls; pwd\r"},
    {Bash, Delivery::EditorTyped, "(ls)", RewriteKind::Prefix, "\x15: ; (ls)\r"},
    {Bash, Delivery::EditorTyped, "time (ls)", RewriteKind::Prefix, "\x15: ; time (ls)\r"},
    {Bash, Delivery::EditorTyped, "! { (ls); }", RewriteKind::Prefix, "\x15: ; ! { (ls); }\r"},
    {Bash, Delivery::EditorTyped, "f() { ls; }", RewriteKind::Prefix, "\x15: ; f() { ls; }\r"},
    {Zsh, Delivery::EditorTyped, "(ls)", RewriteKind::None, "\x15(ls)\r"},
    {Zsh, Delivery::EditorTyped, "\\ls", RewriteKind::Prefix, "\x15: ; \\ls\r"},
    {Zsh, Delivery::EditorTyped, "echo \"hi!\"", RewriteKind::Eval,
     "\x15"
     "eval 'echo \"hi!\"'\r"},
    {Bash, Delivery::EditorTyped, "[[ ! -f x ]] && a != b", RewriteKind::None, "\x15[[ ! -f x ]] && a != b\r"},
};

}  // namespace

TEST_CASE("what is submitted for a command, by shell and delivery") {
  for (const Case& row : cases) {
    const SubmissionPlan plan = plan_submission(row.command, facts(row.shell, row.delivery));
    CAPTURE(row.command, to_string(row.shell), static_cast<int>(row.delivery), plan.reason);
    CHECK(plan.text == row.text);
    CHECK(to_string(plan.kind) == to_string(row.kind));
    CHECK(plan.reason.empty() == (row.kind == RewriteKind::None));
    CHECK(plan.mode == (row.delivery == Delivery::EditorExecute ? SubmitMode::Execute : SubmitMode::Plain));
  }
}

TEST_CASE("the delay in PowerShell in an editor's terminal leaves $? alone, and is none of our own terminals'") {
  SubmissionFacts with = facts(ShellKind::PowerShell, Delivery::EditorTyped);
  with.command_delay_ms = 50;
  CHECK(plan_submission("ls", with).line ==
        "ls; if ($?) { Start-Sleep -Milliseconds 50 } else { Start-Sleep -Milliseconds 50; Write-Error 0 -ErrorAction "
        "Ignore }");
  CHECK(plan_submission("echo --% x", with).line == "echo --% x");
  with.delivery = Delivery::Loaded;
  CHECK(plan_submission("ls", with).line == "ls");
}

TEST_CASE("a command file holds the command as it was written, after the call that marks its beginning") {
  SubmissionFacts dash = facts(ShellKind::Dash, Delivery::Owned);
  dash.start_mark = "\x1b]633;C;nonce\x07";
  const SubmissionPlan plan = plan_submission("cat <<E\r\na\r\nE", dash);
  CHECK(plan.kind == RewriteKind::CommandFile);
  REQUIRE(plan.file_content);
  CHECK(*plan.file_content == "{ __termhost_started \"$?\"; } 2>/dev/null\ncat <<E\na\nE\n");
  CHECK(plan.text.ends_with(
      "; { __termhost_ended \"$?\"; } 3>&2 2>/dev/null\r"));  // the command may have set a prompt of its own
}

TEST_CASE("a line longer than the terminal takes goes by file, if there can be one") {
  SubmissionFacts bash = facts(ShellKind::Bash, Delivery::EditorTyped);
  bash.max_line_bytes = 20;
  const std::string command = "echo " + std::string(30, 'x');
  const SubmissionPlan plan = plan_submission(command, bash);
  CHECK(plan.kind == RewriteKind::CommandFile);
  CHECK(plan.file_content == command + "\n");
  bash.command_file.clear();
  CHECK(plan_submission(command, bash).text == "\x15" + command + "\r");
}

TEST_CASE("what is too long for a line editor is a file that the line reads") {
  for (const auto& [shell, longest] :
       {std::pair(Bash, 64 * 1024), std::pair(Zsh, 64 * 1024), std::pair(Fish, 8 * 1024)}) {
    const std::string command = "echo " + std::string(static_cast<std::size_t>(longest), 'x');
    const SubmissionPlan plan = plan_submission(command, facts(shell, Delivery::Loaded));
    CHECK(plan.kind == RewriteKind::CommandFile);
    CHECK(plan.file_content == command + "\n");
    CHECK(plan.line.find("envelope'") != std::string::npos);
    CHECK(plan_submission(command.substr(0, 8000), facts(shell, Delivery::Loaded)).kind == RewriteKind::None);
  }
}

TEST_CASE("a shell that announced bracketed paste gets its line as one paste") {
  SubmissionFacts zsh = facts(Zsh, Delivery::EditorTyped);
  zsh.bracketed_paste = true;
  const SubmissionPlan plan = plan_submission("a\nb", zsh);
  CHECK(plan.mode == SubmitMode::Paste);
  CHECK(plan.text == "\x15\x1b[200~a; b\x1b[201~\r");
}

TEST_CASE("no plan holds a control character but the keys that frame the line") {
  for (const std::string_view command : {"a\tb\x01'\x1b'", "echo 'a\x7f", "\x00x", "if\n\x03"}) {
    for (const ShellKind shell : {Bash, Zsh, ShellKind::Dash, ShellKind::Ksh, Fish, ShellKind::Unknown}) {
      SubmissionFacts where = facts(shell, Delivery::EditorExecute);
      where.command_file.clear();
      const std::string text = plan_submission(command, where).text;
      CAPTURE(text);
      CHECK(text.find_first_of(std::string_view("\0\x01\x03\t\n\r\x1b\x7f", 8)) == std::string::npos);
    }
  }
}

}  // namespace termhost::shell
