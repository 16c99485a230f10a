#include "io/shell_probe.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost;

TEST_CASE("a probe finds that the integration works, and that it does not") {
  for (const char* shell : {"bash", "zsh", "fish", "dash", "ksh", "mksh"}) {
    INFO(shell);
    const io::ProbeResult result = io::probe_shell(shell::shell_kind_of(shell), shell, TERMHOST_BINARY);
    CHECK(result.problem.empty());
    CHECK(result.command_took.count() > 0);
  }
  CHECK(io::probe_shell(shell::ShellKind::Bash, "/bin/true", TERMHOST_BINARY).problem == "no prompt was reported");
  CHECK_FALSE(io::probe_shell(shell::ShellKind::Unknown, "/bin/cat", TERMHOST_BINARY).problem.empty());
  CHECK_FALSE(io::probe_shell(shell::ShellKind::Bash, "/no/shell", TERMHOST_BINARY).problem.empty());
}
