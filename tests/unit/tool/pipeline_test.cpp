// What a result says of the exit code of a pipeline, by what its text and its shell tell.
#include "tool/results/pipeline.hpp"

#include <catch2/catch_test_macros.hpp>

#include "shell/analysis/parse.hpp"

namespace termhost::tool {
namespace {

using shell::ShellKind;

std::string said(std::string_view command, ShellKind shell, std::vector<int> stages, int exit_code) {
  terminal::Completion completion;
  completion.exit_code = exit_code;
  completion.stages = std::move(stages);
  return whose_exit_code(pipeline_of(shell::last_pipelines(shell::parse(command, shell), shell), completion),
                         exit_code);
}

}  // namespace

TEST_CASE("what a shell goes on with after a program that a signal ended") {
  struct Row {
    std::string_view command;
    bool goes_on;
    ShellKind shell = ShellKind::Bash;
  };
  const Row rows[] = {
      {"sleep 60", false},
      {"X=1 sleep 60 >f", false},
      {"yes | head | cat", false},
      {"(sleep 60; echo x)", false},
      {"cd x && make && ./run | tail", false},
      {"sleep 60; echo x", true},
      {"sleep 60\necho x", true},
      {"make || echo x", true},
      {"cd x && make || echo x", true},
      {"for i in 1 2; do sleep 60; done", true},
      {"{ sleep 60; }", true},
      {"while :; do sleep 1; done | cat", true},
      {"sleep 60; echo x", true, ShellKind::Fish},
      {"make; and ./run", true, ShellKind::Fish},
      {"sleep 60 | cat", false, ShellKind::Fish},
      {"sleep 60; echo x", false, ShellKind::PowerShell},  // nobody has seen what an interrupt does there
      {"sleep 60; echo (", false},                         // it never runs
  };
  for (const Row& row : rows) {
    CAPTURE(row.command, row.shell);
    CHECK(shell::last_pipelines(shell::parse(row.command, row.shell), row.shell).goes_on == row.goes_on);
  }
}

TEST_CASE("an exit code is said to be of the stage that it is of") {
  struct Row {
    std::string command;
    std::vector<int> stages;  ///< as the shell tells them
    int exit_code;
    std::string_view said;
    ShellKind shell = ShellKind::Bash;
  };
  const Row rows[] = {
      {"pytest | tail -3", {1, 0}, 0, " (of `tail -3`; `pytest` ended with 1)"},
      {"pytest | tail -3", {0, 0}, 0, ""},
      {"pytest | tail -3", {0, 1}, 1, ""},
      {"a | b | c", {2, 3, 0}, 0, " (of `c`; `a` ended with 2, `b` ended with 3)"},
      {"yes | head -1", {141, 0}, 0, ""},
      {"cd x && pytest | tail", {1, 0}, 0, " (of `tail`; `pytest` ended with 1)"},
      {"cd x; pytest | tail", {1, 0}, 0, " (of `tail`; `pytest` ended with 1)"},
      {"{ pytest | tail; }", {1, 0}, 0, " (of `tail`; `pytest` ended with 1)"},
      {"pytest | tail", {1, 0}, 0, " (of `tail`; `pytest` ended with 1)", ShellKind::Fish},
      {"make; and pytest | tail", {1, 0}, 0, " (of the last stage; stage 1 ended with 1)", ShellKind::Fish},
      // Two of the same length: which came last is known only where both had to succeed.
      {"a | b && c | d", {1, 0}, 0, " (of `d`; `c` ended with 1)"},
      {"(echo one two three four five six seven; exit 3) | cat", {3, 0}, 0, " (of `cat`; stage 1 ended with 3)"},
      {"while read one two three four five six seven; do x; done | cat",
       {3, 0},
       0,
       " (of `cat`; stage 1 ended with 3)"},
      {"./a.out one two three four five six seven eight | cat", {3, 0}, 0, " (of `cat`; `./a.out` ended with 3)"},
      {"a | b || c | d", {1, 0}, 0, " (of the last stage; stage 1 ended with 1)"},
      {"if x; then a | b; fi", {1, 0}, 0, " (of the last stage; stage 1 ended with 1)"},
      {"cd " + std::string(60, 'x') + " | tail", {1, 0}, 0, " (of `tail`; `cd` ended with 1)"},
      // A shell with pipefail, and one where the code was negated.
      {"pytest | tail", {1, 0}, 1, " (`pytest` ended with 1, `tail` ended with 0)"},
      {"! a | b", {0, 0}, 1, " (stage 1 ended with 0, the last stage ended with 0)"},
      // Where the shell tells the last code only.
      {"pytest | tail", {}, 0, " (of `tail`; the other codes are unknown)"},
      {"pytest | tail", {}, 1, " (of `tail`, unless pipefail is on)"},
      {"cd x && pytest | tail", {}, 0, " (of `tail`; the other codes are unknown)"},
      {"cd x && pytest | tail", {}, 1, ""},
      {"pytest || cat log | tail", {}, 0, ""},
      {"pytest", {}, 1, ""},
      {"pytest | tail &", {}, 0, ""},
      {"(pytest | tail)", {}, 0, ""},
      {"a | b", {}, 0, "", ShellKind::PowerShell},
      {"a | ", {}, 2, ""},
  };
  for (const Row& row : rows) {
    INFO(row.command << " → " << row.exit_code);
    CHECK(said(row.command, row.shell, row.stages, row.exit_code) == row.said);
  }
}

}  // namespace termhost::tool
