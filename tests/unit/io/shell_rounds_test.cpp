// What each shell reports for each kind of command line: one execution, the right code, the output between C and D.
#include <array>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;
using test::Round;

namespace {

struct Row {
  std::string_view shells;  ///< to which the row applies
  std::string_view command;
  std::string_view code;    ///< of D; "" where nothing ran
  std::string_view output;  ///< without escape sequences
};

constexpr std::string_view posix = "bash zsh dash ksh mksh";
constexpr std::string_view all = "bash zsh dash ksh mksh fish";

// In one shell, one after the other, as an agent would go on.
constexpr std::array rows{
    Row{all, "echo hi", "0", "hi\n"},
    Row{all, "false", "1", ""},
    Row{posix, "(exit 4)", "4", ""},
    Row{posix, "echo $?", "0", "4\n"},
    Row{"fish", "sh -c 'exit 4'", "4", ""},
    Row{"fish", "echo $status", "0", "4\n"},
    Row{all, "printf 'no newline'", "0", "no newline"},
    Row{posix, "\\echo quoted", "0", "quoted\n"},
    Row{all, "cd / && pwd", "0", "/\n"},
    Row{all, "pwd", "0", "/\n"},
    Row{posix, "export EXPORTED=kept", "0", ""},
    Row{"fish", "set -x EXPORTED kept", "0", ""},
    Row{all, "sh -c 'echo $EXPORTED'", "0", "kept\n"},
    Row{"bash zsh dash mksh fish", "sh -c 'kill -9 $$' 2>/dev/null", "137", "*"},
    Row{all, "not_a_command_at_all 2>/dev/null", "127", "*"},
    Row{posix, "f() { echo in \"$1\"; return 3; }", "0", ""},
    Row{posix, "f x", "3", "in x\n"},
    Row{"fish", "function f; echo in $argv; return 3; end; f x", "3", "in x\n"},
    Row{"bash zsh", "# a comment", "", ""},
    Row{"fish", "# a comment", "", ""},
    Row{all, "true # with a comment", "0", ""},
    Row{"bash", "if then", "2", ""},
    Row{"zsh", ")", "1", ""},
    Row{"dash", "if then", "2", "*"},
    Row{"fish", "if )", "123", ""},
    Row{all, "echo after", "0", "after\n"},
    Row{"bash zsh", "echo \"a!b !x\"", "0", "a!b !x\n"},
    Row{posix, "sleep 0.01 & wait", "0", "*"},
    Row{posix, "trap 'echo trapped' USR1; kill -USR1 $$", "0", "trapped\n"},
    Row{"bash zsh ksh", "false | true | sh -c 'exit 7'", "7", ""},
    Row{"bash", "echo ${PIPESTATUS[*]}", "0", "1 0 7\n"},
    Row{"zsh", "echo $pipestatus", "0", "1 0 7\n"},
    Row{"bash zsh", "echo a b last", "0", "a b last\n"},
    Row{"bash zsh", "echo $_", "0", "last\n"},
    Row{posix, "IFS=:; set -u", "0", ""},
    Row{posix, "echo still", "0", "still\n"},
    Row{posix, "set -x", "0", "*"},
    Row{"bash", "echo traced", "0", "+ echo traced\ntraced\n"},
    Row{"dash", "echo traced", "0", "+ echo traced\ntraced\n"},
    Row{posix, "{ set +x; } 2>/dev/null", "0", "*"},
    Row{"bash", "exec 3>&1 >/dev/null 2>&1", "0", ""},
    Row{"bash", "echo unseen", "0", "*"},
    Row{"bash", "exec >&3 2>&3", "0", ""},
    Row{"bash", "unset PROMPT_COMMAND", "0", ""},
    Row{"bash", "(exit 5)", "5", ""},
    Row{"bash", "(exit 6)", "6", ""},
    Row{"zsh", "precmd_functions=()", "0", "*"},
    Row{"zsh", "(exit 5)", "5", "*"},
};

bool applies(const Row& row, std::string_view shell) {
  const std::string padded = " " + std::string(row.shells) + " ";
  return padded.find(" " + std::string(shell) + " ") != std::string::npos;
}

}  // namespace

TEST_CASE("a command line is one execution with its code and its output") {
  for (const char* shell : {"bash", "zsh", "fish", "dash", "ksh", "mksh"}) {
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    for (const Row& row : rows) {
      if (!applies(row, shell)) continue;
      const Round round = session.run(std::string(row.command));
      INFO(shell << ": " << row.command << " → " << round.marks);
      CHECK(round.code == row.code);
      CHECK(std::count(round.marks.begin(), round.marks.end(), 'D') == 1);
      if (row.output != "*") CHECK(test::printed(round.output) == row.output);
      if (!round.output.empty()) CHECK(std::count(round.marks.begin(), round.marks.end(), 'C') == 1);
    }
  }
}

TEST_CASE("the codes of a pipeline's stages are told before its end") {
  struct Line {
    std::string_view command, stages;  ///< "": nothing is told
  };
  const std::array lines{
      Line{"sh -c 'exit 3' | cat", "3 0"},
      Line{"true", ""},
      Line{"true | sh -c 'exit 4' | true", "0 4 0"},
      Line{"true && false | true", "1 0"},
      Line{"# a comment", ""},
      Line{"false | true; true", ""},
      Line{"false | true", "1 0"},
      Line{"echo a | cat", "0 0"},
  };
  for (const char* shell : {"bash", "zsh", "fish"}) {
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    for (const Line& line : lines) {
      const std::size_t before = session.stdout_bytes.size();
      (void)session.run(std::string(line.command));
      const std::string_view came = std::string_view(session.stdout_bytes).substr(before);
      INFO(shell << ": " << line.command);
      const std::size_t told = came.find("\x1b]633;P;Stages=");
      CHECK((told != std::string_view::npos) == !line.stages.empty());
      if (told == std::string_view::npos) continue;
      CHECK(came.substr(told + 15).starts_with(std::string(line.stages) + ';'));
      CHECK(told < came.find("\x1b]633;D;"));
    }
  }
}

TEST_CASE("several lines in one bracketed paste are one execution") {
  struct Paste {
    std::string_view shell, text, output;
  };
  const std::array pastes{
      Paste{"bash", "for i in 1 2\ndo echo $i\ndone", "1\n2\n"},
      Paste{"zsh", "for i in 1 2\ndo echo $i\ndone", "1\n2\n"},
      Paste{"fish", "for i in 1 2\necho $i\nend", "1\n2\n"},
      Paste{"bash", "cat <<E\nhere\nE", "here\n"},
      Paste{"zsh", "cat <<E\nhere\nE", "here\n"},
      Paste{"bash", "echo a\necho b", "a\nb\n"},
      Paste{"zsh", "echo a\necho b", "a\nb\n"},
      Paste{"fish", "echo a\necho b", "a\nb\n"},
  };
  for (const Paste& paste : pastes) {
    OwnedSession session;
    (void)session.open(std::string(paste.shell));
    session.until_prompt();
    const Round round = session.submit("\x1b[200~" + std::string(paste.text) + "\x1b[201~\r");
    INFO(paste.shell << ": " << paste.text << " → " << round.marks);
    CHECK(std::count(round.marks.begin(), round.marks.end(), 'C') == 1);
    CHECK(std::count(round.marks.begin(), round.marks.end(), 'D') == 1);
    CHECK(round.code == "0");
    CHECK(test::printed(round.output) == paste.output);
  }
}

TEST_CASE("the command line is reported, whatever is in it") {
  const std::string text = "echo 'a;b\\c' \"" + std::string(5000, 'x') + "\" >/dev/null";
  std::string escaped = text;
  for (std::size_t at = 0; (at = escaped.find_first_of("\\;", at)) != std::string::npos; at += 2)
    escaped.replace(at, 1, escaped[at] == ';' ? "\\x3b" : "\\\\");
  for (const char* shell : {"bash", "zsh", "fish"}) {
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    INFO(shell);
    CHECK(session.submit(text + "\r").line == escaped);
    CHECK(session.submit("\x1b[200~echo 1\\\n2\x1b[201~\r").line.find("\\\\\\x0a2") !=
          (std::string_view(shell) == "bash" ? 0 : std::string::npos));
  }
}

TEST_CASE("the directory is reported, whatever its name") {
  for (const char* shell : {"bash", "zsh", "fish", "dash", "ksh", "mksh"}) {
    OwnedSession session;
    session.home().write("a;b\\c\td\n/file", "");
    (void)session.open(shell);
    session.until_prompt();
    (void)session.run("cd a*");
    INFO(shell);
    CHECK(session.stdout_bytes.find("/a\\x3bb\\\\c\\x09d\\x0a;") != std::string::npos);
  }
}

TEST_CASE("Ctrl+C ends a program with 130") {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    session.type("sh -c 'echo started; exec sleep 300'\r");
    session.until_output("started\r\n");
    session.terminals().stop(session.id(), host::StopStep::Interrupt);
    session.until_prompt();
    INFO(shell);
    CHECK(session.round().code == "130");
  }
}

TEST_CASE("an interrupt at the end of a command does not make the shell show a second prompt") {
  for (const char* shell : {"bash", "zsh", "fish", "mksh"}) {
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    (void)session.run("true");
    const std::size_t said = session.stdout_bytes.size();
    session.terminals().stop(session.id(), host::StopStep::Interrupt);
    INFO(shell);
    const Round round = session.run("echo hi");
    INFO(round.marks);
    CHECK(round.code == "0");
    CHECK(session.stdout_bytes.find("^C", said) == std::string::npos);
    CHECK(round.marks.find('C') < round.marks.find('D'));
  }
}

TEST_CASE("an interrupt reaches a builtin that reads a line as the prompt does") {
  struct Builtin {
    const char *shell, *command;
  };
  for (const Builtin& one : {Builtin{"fish", "read -P 'name? ' x"}, Builtin{"bash", "read -e -p 'name? ' x"},
                             Builtin{"zsh", "vared -p 'name? ' -c x"}}) {
    OwnedSession session;
    (void)session.open(one.shell);
    session.until_prompt();
    session.type(std::string(one.command) + "\r");
    session.until([&] { return test::printed(session.round().output).find("name? ") != std::string::npos; },
                  "the question");
    session.terminals().stop(session.id(), host::StopStep::Interrupt);
    session.until_prompt();
    const std::string marks = session.round().marks;
    INFO(one.shell << ": " << marks);
    CHECK(std::count(marks.begin(), marks.end(), 'D') == 1);
  }
}

TEST_CASE("an interrupt that comes before the command has the terminal is the command's") {
  for (int round = 0; round < 10; ++round) {
    OwnedSession session;
    (void)session.open("bash");
    session.until_prompt();
    session.type("sleep 1000\r");
    session.until([&] { return session.round().marks.ends_with('C'); }, "the start");
    session.terminals().stop(session.id(), host::StopStep::Interrupt);
    session.until_prompt();
    CHECK(session.round().code == "130");
  }
}
