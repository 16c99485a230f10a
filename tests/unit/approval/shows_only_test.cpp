// Which command lines only show what is there, so that no line of their output is noise.
#include "approval/nested/shows_only.hpp"

#include <string_view>

#include <catch2/catch_test_macros.hpp>

#include "shell/analysis/parse.hpp"

namespace termhost::approval {

using shell::parse;
using shell::ShellKind;

TEST_CASE("A command line only shows what is there if each of its commands does") {
  struct Case {
    std::string_view line;
    bool shows;
  };
  constexpr Case cases[] = {
      {"cat a.log", true},
      {"/usr/bin/cat a.log", true},
      {"grep -rn error src", true},
      {"git log --oneline | head -50", true},
      {"git -C sub diff HEAD~1", true},
      {"cd src && ls -la", true},
      {"find . -name '*.c' | xargs wc -l", true},
      {"find . | xargs -n 1 -I {} grep x {}", true},
      {"find . | xargs rm", false},
      {"timeout 5 cat a", true},
      {"sudo apt-get install x", false},
      {"find . -name '*.c' | sort", true},
      {"for f in *.c; do head -3 \"$f\"; done", true},
      {"echo start; cat a", true},
      {"sed -n 1,200p a.c", true},
      {"jq . package.json", true},
      {"git commit -m x", false},
      {"npm test | tail -50", false},
      {"make 2>&1 | grep error", false},
      {"cat a && make", false},
      {"echo hello", false},
      {"cd src", false},
      {"cat $(make list)", false},
      {"./cat", true},
      {"", false},
      {"cat 'open", false},
      {"sqlite3 a.db 'select * from t'", true},
      {"psql -c 'select 1' | head", true},
      {"cksum *", true},
      {"ping -c 3 host", true},
      {"tar tvf a.tar", true},
      {"tar -tzf a.tgz | sort", true},
      {"tar --list -f a.tar", true},
      {"tar xvf a.tar", false},
      {"tar -cvf test.tar .", false},
      {"sudo tar tf a.tar", true},
      {"tar", false},
      {"unzip -l a.zip", true},
      {"unzip a.zip", false},
      {"sudo", false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.line);
    CHECK(shows_only(parse(c.line, ShellKind::Bash), ShellKind::Bash) == c.shows);
  }
  CHECK(shows_only(parse("cat a | head", ShellKind::Fish), ShellKind::Fish));
  CHECK(shows_only(parse("Get-Content a.log | Select-String x", ShellKind::PowerShell), ShellKind::PowerShell));
}

}  // namespace termhost::approval
