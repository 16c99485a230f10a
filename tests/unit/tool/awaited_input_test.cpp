// What kind of input is waited for, by what the kernel says of the terminal and who reads.
#include "tool/results/awaited_input.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost;
using tool::InputKind;

TEST_CASE("the kind of input follows from the terminal's modes, the program and its prompt") {
  struct Case {
    terminal::InputReader reader;
    bool full_screen;
    std::string_view shown;
    InputKind kind;
  };
  const terminal::InputReader lines{.process = "cat"};
  const terminal::InputReader hidden{.process = "ssh", .echoes = false};
  const terminal::InputReader python{.process = "python3.11", .whole_lines = false, .echoes = false};
  const terminal::InputReader node{.process = "node", .whole_lines = false, .echoes = false, .keeps_return = true};
  for (const Case& c :
       {Case{lines, false, "Name: ", InputKind::Line}, Case{hidden, false, "Password: ", InputKind::Secret},
        Case{python, false, "Python 3\n>>> ", InputKind::Repl}, Case{python, false, "", InputKind::Key},
        Case{node, false, "Name: ", InputKind::Line}, Case{node, false, "Password: ", InputKind::Secret},
        Case{node, true, "menu>", InputKind::Repl}, Case{node, true, "== menu ==\n", InputKind::Repl},
        Case{{.process = "less", .whole_lines = false}, true, ":", InputKind::Pager},
        Case{{.process = "vim.basic", .whole_lines = false}, true, "~", InputKind::Editor},
        Case{{.process = "python3"}, false, "Name: ", InputKind::Line},
        Case{{.process = "bash", .whole_lines = false}, false, "", InputKind::Key},
        Case{{.process = "bash", .is_shell = true}, false, "$ ", InputKind::Line},
        Case{{.process = "top", .whole_lines = false}, true, "", InputKind::Key}}) {
    CAPTURE(c.reader.process, c.shown);
    CHECK(tool::awaited_input(c.reader, c.full_screen, c.shown).kind == c.kind);
  }
}

TEST_CASE("PowerShell reads a secret where its command says so") {
  const terminal::InputReader pwsh{
      .process = "pwsh", .is_shell = true, .whole_lines = false, .echoes = false, .keeps_return = true};
  const auto kind = [&](std::string_view command) { return tool::awaited_input(pwsh, false, "", command).kind; };
  CHECK(kind("Read-Host pin") == InputKind::Line);
  CHECK(kind("$s = Read-Host -AsSecureString pin") == InputKind::Secret);
  CHECK(kind("read-host pin -as") == InputKind::Secret);
  CHECK(kind("Read-Host -MaskInput") == InputKind::Secret);
  CHECK(kind("Get-Credential me") == InputKind::Secret);
}

TEST_CASE("the prompt is the last line that is not blank; who is hidden is only likely to wait") {
  const auto input =
      tool::awaited_input({.process = "sudo", .echoes = false, .certain = false}, false, "a\nPassword: \n\n");
  CHECK(input.prompt == "Password:");
  CHECK(tool::in_words(input).starts_with("`sudo` is probably waiting for a password. Ask the user"));
}
