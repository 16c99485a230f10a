// What the person's own startup files say goes on working, and our marks go on coming.
#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <map>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;
using test::Round;

namespace {

struct Check {
  std::string_view command, output, code = "0";
};

struct Person {
  const char* name;
  const char* shell;
  std::map<std::string, std::string> files;
  std::vector<Check> checks;
};

const std::vector<Person> persons{
    {"bash: hooks, traps, history and prompt of one's own",
     "bash",
     {{".bashrc",
       "HISTFILE=~/my_history HISTCONTROL=ignoreboth HISTTIMEFORMAT='%F '\n"
       "trap 'debugs=$((debugs+1))' DEBUG\n"
       "trap 'echo bye > ~/exit_trap' EXIT\n"
       "mine() { seen=$?; }\n"
       "PROMPT_COMMAND=mine\n"
       "PS0='[ps0]'\nPS1='[\\u] ' PS2='more '\n"
       "alias greet='echo hello' printf='echo aliased' local=false\n"
       "set -o vi\nexport PAGER=less EDITOR=vim GIT_PAGER=delta\n"}},
     {{"echo $HISTFILE", "MY/my_history\n"},
      {"greet", "hello\n"},
      {"(exit 7)", "", "7"},
      {"echo $seen", "7\n"},
      {"((debugs > 3)) && echo traced", "traced\n"},
      {"echo $PAGER $EDITOR $GIT_PAGER", "cat true cat\n"},
      {"trap -p EXIT | grep -c exit_trap", "1\n"},
      {" echo not in history", "not in history\n"},
      {"history | grep -c 'not in' ", "1\n"}}},
    {"bash: several hooks, one that sets the prompt each time and one that prints",
     "bash",
     {{".bashrc",
       "theme() { PS1='theme> '; }\nnoisy() { echo noise; }\nPROMPT_COMMAND=(theme noisy)\nset -u\nIFS=:\n"}},
     {{"(exit 3)", "", "3"},
      {"PROMPT_COMMAND='theme; other=1'", "noise\n"},  // its D comes from the last hook, after the old ones
      {"echo ${other-unset}", "1\n"},
      {"PROMPT_COMMAND=(theme \"${PROMPT_COMMAND[@]}\" noisy)", ""},
      {"(exit 4)", "", "4"},
      {"unset PROMPT_COMMAND; PROMPT_COMMAND='third=3'", ""},
      {"(exit 5)", "", "5"},
      {"PS1='mine '", ""},
      {"echo $third", "3\n"}}},
    {"bash: the rc file leaves early",
     "bash",
     {{".bashrc", "alias a=b\nreturn 1\necho never\n"}},
     {{"echo hi", "hi\n"}}},
    {"bash: prompts exported, prompt variables off",
     "bash",
     {{".bashrc", "export PS1='x> ' PROMPT_COMMAND=:\nshopt -u promptvars\n"}},
     {{"bash --norc -ic 'echo inner; false'", "inner\n", "1"},
      {"printf 'echo nested\\nexit 6\\n' > s; bash --norc -i < s 2>/dev/null", "nested\n", "6"}}},
    {"bash: `set -e` ends nothing by itself",
     "bash",
     {{".bashrc", "set -e\n"}},
     {{"! true || echo on", "on\n"}, {"echo hi", "hi\n"}}},
    {"zsh: hooks, history and prompt of one's own",
     "zsh",
     {{".zshenv", "from_env=1\n"},
      {".zshrc",
       "HISTFILE=~/my_history\nprecmd() { seen=$? }\nadded() { PROMPT='added> ' }\nprecmd_functions+=(added)\n"
       "preexec() { ran=$1 }\nPS1='%n> '\nalias greet='echo hello' printf='echo aliased'\nsetopt ksh_arrays "
       "sh_word_split no_unset\n"
       "export PAGER=less EDITOR=vim\nTRAPEXIT() { : }\n"}},
     {{"echo $HISTFILE", "MY/my_history\n"},
      {"greet", "hello\n"},
      {"(exit 7)", "", "7"},
      {"echo $seen $from_env", "7 1\n"},
      {"echo $ran", "echo $ran\n"},
      {"echo $PAGER $EDITOR ${ZDOTDIR-none}", "cat true none\n"},
      {"[[ -o ksharrays ]] && echo kept", "kept\n"},
      {"zsh -ic 'echo inner'", "inner\n"},
      {"echo -n x; false", "x", "1"}}},
    {"zsh: ZDOTDIR set in .zshenv",
     "zsh",
     {{".zshenv", "export ZDOTDIR=~/dots\n"}, {"dots/.zshrc", "from=dots\n"}},
     {{"echo $from $ZDOTDIR", "dots MY/dots\n"}}},
    {"fish: events and prompt of one's own",
     "fish",
     {{".config/fish/config.fish",
       "function fish_prompt; echo -n \"$status $pipestatus> \"; end\nfunction after --on-event fish_postexec; set -g "
       "seen $status; end\n"
       "function greet; echo hello; end\nset -gx PAGER less\nset -gx EDITOR vim\nfunction fish_greeting; end\n"}},
     {{"greet", "hello\n"},
      {"sh -c 'exit 7'", "", "7"},
      {"echo $seen $PAGER $EDITOR", "7 cat true\n"},
      {"function fish_prompt; echo 'new> '; end", ""},
      {"fish -ic 'echo inner'", "inner\n"}}},
    {"dash: ENV of one's own is for login files only, and nothing of ours is exported",
     "dash",
     {{"s", "echo nested\nexit 6\n"}},
     {{"echo ${ENV-none} $PAGER", "none cat\n"}, {"export PS1; sh -i < s 2>/dev/null", "nested\n", "6"}}},
    {"mksh: .mkshrc", "mksh", {{".mkshrc", "from=mkshrc\nPS1='m> '\n"}}, {{"echo $from", "mkshrc\n"}}},
    {"ksh: .kshrc", "ksh", {{".kshrc", "from=kshrc\nPS1='k> '\n"}}, {{"echo $from", "kshrc\n"}}},
};

}  // namespace

TEST_CASE("the person's startup files go on working") {
  for (const Person& person : persons) {
    OwnedSession session;
    for (const auto& [name, content] : person.files) session.home().write(name, content);
    (void)session.open(person.shell);
    session.until_prompt();
    for (const Check& check : person.checks) {
      const Round round = session.run(std::string(check.command));
      std::string expected(check.output);
      if (const auto at = expected.find("MY"); at != std::string::npos) expected.replace(at, 2, session.home().path());
      INFO(person.name << ": " << check.command << " → " << round.marks);
      CHECK(test::printed(round.output) == expected);
      CHECK(round.code == check.code);
      CHECK(std::count(round.marks.begin(), round.marks.end(), 'C') == 1);
      CHECK(std::count(round.marks.begin(), round.marks.end(), 'D') == 1);
    }
  }
}

TEST_CASE("nothing a program can see or print speaks in our name") {
  for (const char* shell : {"bash", "zsh", "fish", "dash", "ksh", "mksh"}) {
    OwnedSession session;
    const auto opened = session.open(shell);
    session.until_prompt();
    INFO(shell);
    CHECK(session.run("env | grep -c " + opened.nonce).output.find('0') != std::string::npos);
    const Round forged = session.run("printf '\\033]633;D;7\\007\\033]633;D;7;x\\007after'");
    CHECK(forged.code == "0");
    CHECK(test::printed(forged.output) == "after");
  }
}

TEST_CASE("an exit trap runs when the terminal is closed, also while the shell is just beginning to wait for a line") {
  for (int round = 0; round < 10; ++round) {
    OwnedSession session;
    session.home().write(".bashrc", "trap 'echo bye; command -v true >/dev/null; echo done > ~/trapped' EXIT\n");
    (void)session.open("bash");
    session.until_prompt();
    session.terminals().close(session.id());
    (void)session.until_exit();
    std::ifstream trapped(session.home().path() + "/trapped");
    std::string word;
    trapped >> word;
    CHECK(word == "done");
  }
}

TEST_CASE("a trap of SIGHUP that does not exit runs once when the terminal is closed") {
  OwnedSession session;
  session.home().write(".zshrc", "trap 'echo told >> ~/trapped' HUP\n");
  (void)session.open("zsh");
  session.until_prompt();
  session.terminals().close(session.id());
  (void)session.until_exit();
  std::ifstream trapped(session.home().path() + "/trapped");
  const std::string said{std::istreambuf_iterator<char>(trapped), {}};
  // What zsh's line editor had not written out yet goes where the trap prints.
  CHECK(said.ends_with("told\n"));
  CHECK(std::count(said.begin(), said.end(), '\n') == 1);
}
