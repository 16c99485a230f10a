#include "approval/decision/input.hpp"

#include <string>

#include <catch2/catch_test_macros.hpp>

namespace termhost::approval {
namespace {

const Policy& policy() {
  static const Policy rules(PolicyRules{.allowed = {"ls", "echo"}, .denied = {"rm"}, .problem = {}});
  return rules;
}

struct Row {
  std::string_view text;
  InputReader reader;
  bool takes_commands;
  Verdict verdict;
  std::string_view pending = "";
};

}  // namespace

TEST_CASE("what a shell may read of an input is a command line") {
  constexpr InputReader shell = InputReader::Shell;
  constexpr InputReader program = InputReader::Program;
  constexpr InputReader either = InputReader::Either;
  const Row rows[] = {
      {"ls\n", shell, false, Verdict::Allow},
      {"touch x\n", shell, false, Verdict::Ask},
      {"touch x", shell, false, Verdict::Ask},
      {"rm x\r", shell, false, Verdict::Deny},
      {"ls\rrm x\r", shell, false, Verdict::Deny},
      {"\x03", shell, false, Verdict::Allow},
      {"\x03ls\n", shell, false, Verdict::Allow},
      {"\x04", shell, false, Verdict::Allow},  // it ends the shell, as `exit` does
      {"\x1b[A\n", shell, false, Verdict::Ask},
      {"ec\tho\n", shell, false, Verdict::Ask},
      {"l\x1As\n", shell, false, Verdict::Ask},
      {"\n", shell, false, Verdict::Ask, "touch x"},
      {"s\n", shell, false, Verdict::Allow, "l"},
      {"\x03\n", shell, false, Verdict::Allow, "touch x"},  // the line is gone
      // `cat` waits
      {"hello\n", program, false, Verdict::Allow},
      {"\x04", program, false, Verdict::Allow},
      {"\x04/usr/bin/touch x\n", program, false, Verdict::Ask},
      {"\x03/usr/bin/touch x\n", program, false, Verdict::Ask},
      {"\x1A/usr/bin/touch x\n", program, false, Verdict::Ask},
      {"\x1C/usr/bin/touch x\n", program, false, Verdict::Ask},
      {"a\n\x04rm x\n", program, false, Verdict::Deny},
      {"a\x04\x04touch x\n", program, false, Verdict::Ask},
      {"\x04ls\n", program, false, Verdict::Allow},
      {"a\ntouch x\n", program, false, Verdict::Ask},  // `head -1` ends with its first line
      {"y\n", program, false, Verdict::Allow},
      {"\x1b[A", program, false, Verdict::Allow},
      // `sleep 1` may end first
      {"touch x\n", either, false, Verdict::Ask},
      {"ls\n", either, false, Verdict::Allow},
      {"\x03", either, false, Verdict::Allow},
      {"x\n", either, false, Verdict::Ask, "touch "},
      // `python3`
      {"print(1)\n", program, true, Verdict::Ask},
      {"\x03", program, true, Verdict::Allow},
      {"ls\n", either, true, Verdict::Ask},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    const InputFacts facts{.reader = row.reader,
                           .takes_commands = row.takes_commands,
                           .pending = row.pending,
                           .cwd = "/project",
                           .workspace = {"/project"}};
    CHECK(judge_input(row.text, facts, policy()).verdict == row.verdict);
  }
}

TEST_CASE("where every command may run, so may what an interpreter is sent") {
  const InputFacts facts{.reader = InputReader::Program, .workspace = {}};
  const auto verdict = [&](const PolicyRules& rules) { return judge_input("import os\n", facts, rules).verdict; };
  CHECK(verdict({.allowed = {"*"}, .denied = {}, .problem = {}}) == Verdict::Allow);
  CHECK(verdict({.allowed = {"*"}, .denied = {"rm"}, .problem = {}}) == Verdict::Ask);
  CHECK(verdict({.allowed = {"*"}, .denied = {}, .problem = {}, .asked = {"rm"}}) == Verdict::Ask);
}

TEST_CASE("where every command may run, so may keys, whoever reads them") {
  for (const InputReader reader : {InputReader::Shell, InputReader::Program, InputReader::Either}) {
    const InputFacts facts{.reader = reader, .workspace = {}};
    CHECK(judge_input("\x1b[6~", facts, PolicyRules{.allowed = {"*"}, .denied = {}, .problem = {}}).verdict ==
          Verdict::Allow);
    CHECK(judge_input("q\x1b:x\r", facts, PolicyRules{.allowed = {"*"}, .denied = {"rm"}, .problem = {}}).verdict !=
          Verdict::Allow);
  }
}

TEST_CASE("input for an interpreter is asked about once") {
  InputFacts facts{.reader = InputReader::Program, .takes_commands = true, .pending = {}, .cwd = {}, .workspace = {}};
  CHECK(judge_input("print(1)\n", facts, policy()).verdict == Verdict::Ask);
  facts.program_approved = true;
  CHECK(judge_input("print(1)\n", facts, policy()).verdict == Verdict::Allow);
  CHECK(judge_input("exit()\nrm x\n", facts, policy()).verdict == Verdict::Deny);
}

TEST_CASE("a question about input says that an approval also covers later input, if it does") {
  const auto reason = [](std::string_view text, bool takes_commands, bool approved) {
    const InputFacts facts{.reader = InputReader::Program,
                           .takes_commands = takes_commands,
                           .program_approved = approved,
                           .pending = {},
                           .cwd = {},
                           .workspace = {}};
    return judge_input(text, facts, policy()).reason;
  };
  const std::string effect = "; an approval also covers later input for this program, except passwords";
  CHECK(reason("print(1)\n", true, false) == "the running program takes commands, so its input may be code" + effect);
  const std::string asked = reason("a\ntouch x\n", false, false);
  CHECK(asked.find("the shell may read it as a command line: ") == 0);
  CHECK(asked.find(effect) == std::string::npos);
  CHECK(reason("a\ntouch x\n", true, false) == asked + effect);
  CHECK(reason("a\ntouch x\n", true, true) == asked);
  CHECK(reason("a\nrm x\n", true, false).find(effect) == std::string::npos);
}

TEST_CASE("which lines run a program that takes commands") {
  for (const std::string_view line :
       {"python3", "bash", "perl5.36", "pypy3", "ipython", "sudo -i", "vim a", "less a", "env python3", "$x", "psql",
        "timeout 5 node", "sqlite3 db", "cd a && gdb b", "ssh host", "eval 'cat'", "ls \"", "python3.11 -i"}) {
    INFO(line);
    CHECK(input_takes_commands(line, shell::ShellKind::Bash));
  }
  for (const std::string_view line : {"cat", "npm init", "./configure", "timeout 5 cat", "read x", "apt install y"}) {
    INFO(line);
    CHECK_FALSE(input_takes_commands(line, shell::ShellKind::Bash));
  }
}

TEST_CASE("a comment is none where zsh reads what is typed") {
  const auto verdict = [](shell::ShellKind shell, std::string_view text) {
    return judge_input(text, {.reader = InputReader::Shell, .shell = shell}, policy()).verdict;
  };
  CHECK(verdict(shell::ShellKind::Zsh, "ls #;touch x\n") == Verdict::Ask);
  CHECK(verdict(shell::ShellKind::Zsh, "echo 'a #;b'\n") == Verdict::Allow);
  CHECK(verdict(shell::ShellKind::Bash, "ls #;touch x\n") == Verdict::Allow);
}

}  // namespace termhost::approval
