#include "host/calls/programs_alone.hpp"

#include <catch2/catch_test_macros.hpp>

#include "shell/analysis/parse.hpp"

using namespace termhost;

TEST_CASE("a command that can change its shell is not programs alone") {
  struct Row {
    const char* command;
    const char* names;
  };
  const Row rows[] = {
      {"true", "true"},
      {"git status --short", "git"},
      {"npm test 2>&1 | tail -n 20", "npm tail"},
      {"make && ./run", ""},  // a name with a slash could be a function too
      {"ls -la; cat 'a b' | grep -c x", "ls cat grep"},
      {"test -f a && echo yes || echo no", "test echo echo"},
      {"cd src && make", ""},
      {"[ -f a ]", ""},  // the script cannot look up an alias of this name
      {"export A=1", ""},
      {"A=1 make", ""},
      {"A=1", ""},
      {"set -o noglob", ""},
      {"shopt -s extglob", ""},
      {"umask 077", ""},
      {". venv/bin/activate", ""},
      {"source x", ""},
      {"eval x", ""},
      {"read A <file", ""},
      {"printf -v PATH x", ""},
      {"mapfile A <file", ""},
      {"for f in a b; do cat f; done", ""},
      {"((PATH = 1))", ""},
      {"[[ a =~ b ]]", ""},
      {"echo $((PATH = 1))", ""},
      {"echo ${PATH:=x}", ""},
      {"cat >${PATH:=x}", ""},
      {"cat {fd}<file", ""},
      {"cat <<<${PATH:=x}", ""},
      {"cat <<E\n${PATH:=x}\nE", ""},
      {"f() { cd /; }; f", ""},
      {"function f { cd /; }", ""},
      {"coproc cat", ""},
      {"command cd /", ""},
      {"builtin cd /", ""},
      {"trap 'cd /' DEBUG", ""},
      {"alias ls=cd", ""},
      {"exec bash", ""},
      {"$command", ""},
      {"case a in a) cd /;; esac", ""},
      {"if true; then cd /; fi", ""},
      {"", ""},
  };
  for (const auto& [command, names] : rows) {
    CAPTURE(command);
    CHECK(host::programs_alone(shell::parse(command, shell::ShellKind::Bash), shell::ShellKind::Bash) == names);
  }
  CHECK(host::programs_alone(shell::parse("true", shell::ShellKind::Zsh), shell::ShellKind::Zsh).empty());
}
