#include "io/terminals/shell_probe.hpp"

#include <filesystem>
#include <stdlib.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/owned_session.hpp"

using namespace termhost;

TEST_CASE("a probe finds that the integration works, and that it does not") {
  const test::Folder home;  // not of whoever runs the tests, whose startup files may take any time
  ::setenv("HOME", home.path().c_str(), 1);
  for (const char* shell : {"bash", "zsh", "fish", "dash", "ksh", "mksh"}) {
    INFO(shell);
    const io::ProbeResult result = io::probe_shell(shell::shell_kind_of(shell), shell, TERMHOST_BINARY);
    CHECK(result.problem == "");
    CHECK(result.command_took.count() > 0);
  }
  CHECK_FALSE(std::filesystem::exists(std::filesystem::path(home.path()) / ".bash_history"));  // it is the person's
  CHECK(io::probe_shell(shell::ShellKind::Bash, "/bin/true", TERMHOST_BINARY).problem ==
        "it ended before its first prompt");
  CHECK_FALSE(io::probe_shell(shell::ShellKind::Unknown, "/bin/cat", TERMHOST_BINARY).problem.empty());
  CHECK_FALSE(io::probe_shell(shell::ShellKind::Bash, "/no/shell", TERMHOST_BINARY).problem.empty());
}
