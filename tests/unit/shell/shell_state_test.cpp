// The state of a shell as its script writes it, and the statements that give it to another one.
#include "shell/launch/shell_state.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost;
using shell::ShellKind;
using shell::ShellState;
using shell::StateChange;

namespace {

ShellState state_of(std::string_view text) {
  auto state = shell::read_shell_state(std::string(text) + "# end\n");
  REQUIRE(state);
  return *state;
}

std::string between(std::string_view before, std::string_view now, ShellKind kind = ShellKind::Bash) {
  return statements(change_between(state_of(before), state_of(now)), {}, kind, true);
}

}  // namespace

TEST_CASE("each shell's words for its variables, options and umask are read") {
  const ShellState bash = state_of(
      "declare -x A=\"1 \\$2\"\ndeclare -x B=$'x\\ny'\numask 0022\n"
      "set -o emacs -o pipefail\nshopt -s cdspell -s nullglob\n");
  CHECK(bash.variables == std::map<std::string, std::string>{{"A", "1 $2"}, {"B", "x\ny"}});
  CHECK(bash.options == std::vector<std::string>{"set -o pipefail", "shopt -s nullglob"});
  CHECK(bash.umask == "0022");
  CHECK(state_of("export A='it'\\''s'\n").variables.at("A") == "it's");
  CHECK(state_of("set --default --braceexpand --multiline\n").options ==
        std::vector<std::string>{"set -o braceexpand"});
  CHECK(state_of("set -o .reset -o braceexpand -o utf8-mode\n").options ==
        std::vector<std::string>{"set -o braceexpand"});
}

TEST_CASE("a state that is not written to its end is none") {
  CHECK_FALSE(shell::read_shell_state(""));
  CHECK_FALSE(shell::read_shell_state("export A='1'\n"));
  CHECK_FALSE(shell::read_shell_state("export A='1\n# end\n"));
}

TEST_CASE("a name that no POSIX shell takes is not in the state") {
  CHECK(state_of("export a.b='1'\nexport 2='1'\nexport C='1'\n").variables.size() == 1);
}

TEST_CASE("what belongs to one shell is not in its state") {
  const ShellState state = state_of(
      "export PWD='/a'\nexport SHLVL='2'\nexport _='x'\nexport PS1='x'\n"
      "set -o errexit\nset -o onecmd\nset -o monitor\n");
  CHECK(state.variables.empty());
  CHECK(state.options.empty());
}

TEST_CASE("the statements say what has changed") {
  CHECK(between("export A='1'\n", "export A='1'\n").empty());
  CHECK(between("export A='1'\nexport B='1'\n", "export A='2'\n") == "export A='2'\nunset B\n");
  CHECK(between("umask 022\n", "umask 077\n") == "umask 077\n");
  CHECK(between("set -o noglob\nshopt -s dotglob\n", "set -o pipefail\n") ==
        "set +o noglob\nset -o pipefail\nshopt -u dotglob\n");
  CHECK(between("export A='1'\nexport B='1'\numask 022\n", "export A=\"it's\"\numask 077\n", ShellKind::Fish) ==
        "set -gx A 'it\\'s'\nset -e B\numask 077\n");
  CHECK(between("export A='1'\nexport B='1'\numask 022\n", "export A=\"it's\"\n", ShellKind::PowerShell) ==
        "${env:A} = 'it''s'\n${env:B} = $null\n");
}

TEST_CASE("a shell gets what it has not yet") {
  StateChange change = change_between(state_of("umask 022\n"), state_of("export A='1'\nset -o pipefail\numask 077\n"));
  const StateChange given = change;
  CHECK(statements(change, given, ShellKind::Bash, true).empty());
  CHECK(statements({}, given, ShellKind::Bash, true).empty());
  CHECK(statements(change, {}, ShellKind::Zsh, false) == "export A='1'\numask 077\n");
  add(change, change_between(state_of("export A='1'\nset -o pipefail\n"), state_of("export B='2'\n")));
  CHECK(statements(change, given, ShellKind::Bash, true) == "unset A\nexport B='2'\nset +o pipefail\n");
}
