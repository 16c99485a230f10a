// What a verdict depends on beside the line: what earlier commands made of a name, where PATH finds a program, the
// folder.
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "approval/decision/decide.hpp"
#include "shell/analysis/parse.hpp"
#include "support/fake_files.hpp"

namespace termhost::approval {
namespace {

Question question(std::string_view command) {
  return {.command = command, .cwd = "/project", .workspace = {"/project"}};
}

Decision decided_in(std::string_view cwd, std::string_view command, const Policy& policy) {
  Question asked = question(command);
  asked.cwd = cwd;
  return decide(asked, policy);
}

PolicyRules rules(std::vector<std::string> allowed) {
  return {.allowed = std::move(allowed), .denied = {}, .problem = {}, .builtin = BuiltinRules::ReadOnly};
}

}  // namespace

TEST_CASE("a name that an earlier command made something else asks") {
  using shell::ShellKind;
  struct Row {
    ShellKind shell;
    std::string_view earlier;
    std::string_view command;
  };
  const Row rows[] = {
      {ShellKind::Bash, "cat() { git log \"$@\"; }", "cat --output=f"},
      {ShellKind::Bash, "function ls { :; }", "ls"},
      {ShellKind::Bash, "alias ls='touch x'", "ls"},
      {ShellKind::Bash, "alias a=b ls=x", "ls"},
      {ShellKind::Bash, "hash -p ./ev ls", "ls"},
      {ShellKind::Bash, "enable -f ./x.so echo", "echo"},
      {ShellKind::Bash, "eval 'ls() { :; }'", "ls"},
      {ShellKind::Bash, "if true; then ls() { :; }; fi", "timeout 5 ls"},
      {ShellKind::Bash, "shopt -s dotglob", "head *.txt"},
      {ShellKind::Bash, "set -o noglob; true", "ls"},
      {ShellKind::Zsh, "setopt globdots", "ls"},
      {ShellKind::Zsh, "emulate sh", "ls"},
      {ShellKind::Zsh, "ls() { : }", "ls | wc"},
      {ShellKind::Zsh, "alias -g ls=x", "ls"},
      {ShellKind::Fish, "function ls; touch x; end", "ls"},
      {ShellKind::Fish, "alias ls 'touch x'", "ls"},
      {ShellKind::Fish, "abbr ls touch", "ls"},
      {ShellKind::PowerShell, "function ls { 1 }", "ls"},
      {ShellKind::PowerShell, "function GIT { 1 }", "git status"},
      {ShellKind::PowerShell, "function global:Ls { 1 }", "ls"},
      {ShellKind::PowerShell, "$PSDefaultParameterValues['*:OutVariable'] = 'x'", "ls"},
      {ShellKind::PowerShell, "cd env:", "ls"},
      {ShellKind::PowerShell, "Set-Location -Path Env:\\", "ls"},
      {ShellKind::PowerShell, "Set-Alias ls foo", "ls"},
      {ShellKind::PowerShell, "$function:ls = { Remove-Item y }", "ls"},
      {ShellKind::Bash, "builtin alias ls=x", "ls"},
      {ShellKind::Bash, "command alias ls=x", "ls"},
      {ShellKind::Bash, "IFS=x", "ls"},
      {ShellKind::Bash, "declare -i n", "n='a[$(touch x)]'"},
      {ShellKind::Bash, "declare -n f=PATH", "for f in .; do ls; done"},
      {ShellKind::Ksh, "integer n", "ls"},
      {ShellKind::Ksh, "builtin -f ./x.so ls", "ls"},
      {ShellKind::Zsh, "functions[ls]='touch x'", "ls"},
      {ShellKind::Zsh, "aliases[ls]=touch", "ls"},
      {ShellKind::Zsh, "alias -g G='| sh'", "ls G"},
  };
  const Policy policy(rules({"cat", "ls", "echo", "git"}));
  for (const Row& row : rows) {
    INFO(row.earlier);
    SessionState session;
    Question asked = question(row.command);
    asked.shell = row.shell;
    asked.session = &session;
    CHECK(decide(asked, policy).verdict != Verdict::Deny);
    session.note_submitted("t1", shell::parse(row.earlier, row.shell), row.shell);
    session.note_submitted("t2", shell::parse("true", row.shell), row.shell);
    CHECK(decide(asked, policy).verdict == Verdict::Ask);
    session.forget("t2");
    CHECK(decide(asked, policy).verdict == Verdict::Ask);
    session.forget("t1");
    CHECK_FALSE(session.is_redefined("ls"));
  }
}

TEST_CASE("a rule for a name means the system's program") {
  const Policy policy(rules({"ls", "pytest", "./ls"}));
  const auto verdict = [&](std::string_view command, std::string place) {
    Question asked = question(command);
    asked.locate = [place = std::move(place)](std::string_view) { return place; };
    return decide(asked, policy).verdict;
  };
  CHECK(verdict("ls", "/usr/bin/ls") == Verdict::Allow);
  CHECK(verdict("ls", "/project/bin/ls") == Verdict::Ask);
  CHECK(verdict("ls", "bin/ls") == Verdict::Ask);
  CHECK(verdict("cat a", "./cat") == Verdict::Ask);
  CHECK(verdict("timeout 5 ls", "/project/ls") == Verdict::Ask);
  CHECK(verdict("pytest", "/project/.venv/bin/pytest") == Verdict::Allow);  // where it is at home
  CHECK(verdict("cd src; ./ls", "/usr/bin/ls") == Verdict::Ask);
  Question in_usr = question("ls");
  in_usr.cwd = "/usr";
  in_usr.workspace = {"/usr"};
  in_usr.locate = [](std::string_view) { return std::string("/usr/bin/ls"); };
  CHECK(decide(in_usr, policy).verdict == Verdict::Allow);
  CHECK(decide(question("./cat a"), policy).verdict == Verdict::Ask);
}

TEST_CASE("a command that needs no rule needs approval in a folder outside of the workspace") {
  const Policy policy(rules({"make"}));
  const std::string_view commands[] = {"ls",     "cat hosts.yml", "rg TODO", "git log -p",     "echo hi",
                                       "npm ls", "pwd; date",     "cat < x", "cat /etc/hosts", "true",
                                       "x=1",    "tree"};
  for (const std::string_view command : commands) {
    INFO(command);
    for (const std::string_view cwd : {"/home/me/.config/gh", "/projects", "/", "/project/../other", "/tmp", "/usr"}) {
      const Decision decision = decided_in(cwd, command, policy);
      CHECK(decision.verdict == Verdict::Ask);
      CHECK(decision.reason.find(std::string(cwd) + ", which is outside of the workspace") != std::string::npos);
    }
    CHECK(decided_in("/project/src", command, policy).reason.find("outside of the workspace") == std::string::npos);
  }
  CHECK(decided_in("/home/me", "make", policy).verdict == Verdict::Ask);  // a rule speaks of this project
  CHECK(decided_in("/home/me", "own-tool x", Policy(rules({"own-tool"}))).verdict == Verdict::Allow);
  Question everywhere = question("cat a.txt");
  everywhere.workspace = {"/"};
  CHECK(decide(everywhere, policy).verdict == Verdict::Ask);
  Question linked = question("cat a.txt /link/b.txt /data/project/c.txt ../src/x");
  linked.workspace = {"/link", "/data/project"};  // one folder, as it was written and as it is
  linked.cwd = "/data/project/src";
  CHECK(decide(linked, policy).verdict == Verdict::Allow);
}

TEST_CASE("where an earlier command went counts as a `cd` of the line does") {
  const Policy policy(rules({"make", "go"}));
  const auto verdict = [&](std::string_view cwd, std::string_view command) {
    return decided_in(cwd, command, policy).verdict;
  };
  CHECK(verdict("/project/src", "cat a.c ../b.c") == Verdict::Allow);
  CHECK(verdict("/project/src", "make > x.log") == Verdict::Allow);
  CHECK(verdict("/project/src", "cat ../.git/config") == Verdict::Ask);
  CHECK(verdict("/project/.git", "cat config") == Verdict::Ask);
  CHECK(verdict("/project/.git/hooks", "cat ../config") == Verdict::Ask);
  CHECK(verdict("/project/.git/hooks", "make > x.log") == Verdict::Ask);
  CHECK(verdict("/project/.git/hooks", "go build -o pre-commit ../../x") == Verdict::Ask);
}

TEST_CASE("rules have stars, folders, reasons and a list that asks") {
  PolicyRules lists = rules({"npm run *", "git * --stat", "mytool **", "other"});
  lists.asked = {"npm run deploy"};
  lists.detailed = {{DetailedRule::List::Denied, "rm", "move it to the trash", {}},
                    {DetailedRule::List::Allowed, "make", {}, "/project/safe"},
                    {DetailedRule::List::Denied, "trash", {}, "/project/safe"},
                    {DetailedRule::List::Asked, "git push", "releases are made by people", {}}};
  const Policy policy(lists);
  const auto decision = [&](std::string_view command, std::string_view cwd = "/project") {
    return decided_in(cwd, command, policy);
  };
  CHECK(decision("npm run build").verdict == Verdict::Allow);
  CHECK(decision("npm start").verdict == Verdict::Ask);
  CHECK(decision("npm run deploy").verdict == Verdict::Ask);
  CHECK(decision("npm run build --script-shell=x").verdict == Verdict::Ask);
  CHECK(decision("git log --stat").verdict == Verdict::Allow);
  CHECK(decision("git commit --stat --output=f").verdict == Verdict::Ask);
  CHECK(decision("mytool --any -x y").verdict == Verdict::Allow);
  CHECK(decision("mytool $x").verdict == Verdict::Ask);
  CHECK(decision("other file").verdict == Verdict::Allow);
  CHECK(decision("other --exec=x").verdict == Verdict::Ask);
  CHECK(decision("make").verdict == Verdict::Ask);
  CHECK(decision("make", "/project/safe").verdict == Verdict::Allow);
  CHECK(decision("make", "/project/safe/deep").verdict == Verdict::Allow);
  CHECK(decision("make", "/project/safer").verdict == Verdict::Ask);
  CHECK(decision("cd deep && make", "/project/safe").verdict == Verdict::Allow);
  CHECK(decision("cd .. && make", "/project/safe").verdict == Verdict::Ask);
  CHECK(decision("cd /project/safe; make").verdict == Verdict::Ask);  // it may not have got there
  CHECK(decision("cd $x; make", "/project/safe").verdict == Verdict::Ask);
  CHECK(decision("trash x").verdict == Verdict::Ask);
  CHECK(decision("cd safe && trash x").verdict == Verdict::Deny);
  CHECK(decision("rm x").reason == "`rm x`: a rule denies it: move it to the trash");
  CHECK(decision("git push").reason.ends_with("releases are made by people"));
  CHECK_FALSE(parse_rule("* x").has_value());
}

TEST_CASE("reasons say what would happen") {
  const Policy policy(rules({"find", "sort", "git", "uniq", "date"}));
  const auto reason = [&](std::string_view command) { return decide(question(command), policy).reason; };
  CHECK(reason("find . -delete").ends_with("`find -delete` deletes files"));
  CHECK(reason("sort -o a b").ends_with("`sort -o` writes a file"));
  CHECK(reason("git -c core.pager=x log").find("changes a setting that may run a program") != std::string::npos);
  CHECK(reason("git -c core.fsmonitor=x log").find("`git -c core.fsmonitor=x`") != std::string::npos);
  CHECK(reason("uniq a b").ends_with("`b` may be a file that `uniq` writes"));
  CHECK(reason("date 0101").ends_with("`date 0101` may set the clock or the name of the machine"));
}

TEST_CASE("built-in rules read nothing secret") {
  PolicyRules reading = rules({});
  reading.secret_files = {"notes.txt"};
  const Policy policy(reading);
  for (const std::string_view command : {"cat .env",
                                         "cat < .env",
                                         "echo $(<.env)",
                                         "cat ~/.ssh/id_rsa",
                                         "cat /etc/shadow",
                                         "cat ../x",
                                         "cat .e*",
                                         "cat src/*",
                                         "grep -r x .",
                                         "grep -f.env x",
                                         "head server.key",
                                         "git show HEAD:.env",
                                         "jq -n env",
                                         "find . -type f -exec cat {} +",
                                         "for f in ~/.ssh/*; do cat \"$f\"; done",
                                         "cd / && cat etc/shadow",
                                         "while read -r l; do echo $l; done < .env",
                                         "env",
                                         "export",
                                         "ps auxe",
                                         "cat {.env,a}",
                                         "cat $(echo .env)",
                                         "cd .. && cat x",
                                         "cat /proc/self/environ",
                                         "find . -name .env -exec cat {} \\;",
                                         "rg -uu x",
                                         "rg --hidden x",
                                         "echo .env | xargs cat",
                                         "awk 'BEGIN{print ENVIRON[\"X\"]}'",
                                         "curl x",
                                         "cat notes.txt"}) {
    INFO(command);
    CHECK(decide(question(command), policy).verdict == Verdict::Ask);
  }
  for (const std::string_view command :
       {"cat README.md", "ls -la src", "grep -rn needle src", "cat src/*.ts | head", "git log -3", "node --version",
        "sort a | uniq -c", "find . -name '*.ts' | xargs wc -l", "cat /usr/share/doc/x", "rg needle"}) {
    INFO(command);
    const Decision decision = decide(question(command), policy);
    CHECK(decision.verdict == Verdict::Allow);
    CHECK(decision.commands[0].rule == "built-in: only reads");
  }
}

TEST_CASE("a program that reads settings from its folder needs a rule") {
  testing::FakeFiles files;
  files.present = {"/project/vendor/.npmrc", "/project/go.mod", "/project/deep/.shellcheckrc"};
  const auto verdict = [&](std::string_view cwd, std::string_view command, std::vector<std::string> allowed = {}) {
    Question asked = question(command);
    asked.cwd = cwd;
    asked.files = &files;
    return decide(asked, rules(std::move(allowed))).verdict;
  };
  for (const char* line :
       {"npm -v", "npm --version", "npm --help", "npm ls --depth=0", "npm run", "npm config get registry",
        "npm pkg get scripts", "cd src && npm ls", "npm ls 2>/dev/null | head", "node -v && npm -v",
        "docker compose version", "docker-compose --version", "shellcheck scripts/*.sh", "tokei src"}) {
    INFO(line);
    CHECK(verdict("/project", line) == Verdict::Ask);
    CHECK(decide(question(line), rules({})).verdict == Verdict::Ask);
  }
  for (const char* line : {"npm run build",
                           "npm run -- build",
                           "npm -C vendor ls",
                           "npm --prefix vendor -v",
                           "cd vendor && npm ls",
                           "go version",
                           "npm --prefix=vendor ls",
                           "timeout 5 bash -c 'cd vendor; npm ls'",
                           "cd vendor; npm ls",
                           "npm install",
                           "npm view x",
                           "npm ls --userconfig=vendor/.npmrc",
                           "npm $x",
                           "docker-compose up",
                           "shellcheck deep/a.sh",
                           "shellcheck deep/x/a.sh",
                           "shellcheck -x a.sh",
                           "find . -execdir npm ls \\;",
                           "npm config get //x/:_authToken",
                           "pnpm -v",
                           "npm ls > a.txt",
                           "NPM_CONFIG_USERCONFIG=x npm ls",
                           "npm config set a b",
                           "npm pkg set a=b"}) {
    INFO(line);
    CHECK(verdict("/project", line) == Verdict::Ask);
  }
  CHECK(verdict("/project/vendor", "npm -v") == Verdict::Ask);
  CHECK(verdict("/project/vendor/x", "npm ls") == Verdict::Ask);
  CHECK(verdict("/project", "cp a .npmrc; npm ls", {"cp"}) == Verdict::Ask);
  CHECK(verdict("/project", "cp a .npmrc; npm ls", {"cp", "npm"}) == Verdict::Allow);
  CHECK(verdict("/project", "npm ls", {"*"}) == Verdict::Allow);
  CHECK(verdict("/project", "cp a .npmrc; npm ls", {"*"}) == Verdict::Allow);
}

TEST_CASE("git in a bare repository asks, with and without a rule") {
  const auto verdict = [](std::string_view command, std::string_view cwd, const Policy& policy) {
    Question asked = question(command);
    asked.cwd = cwd;
    testing::FakeFiles files;
    files.bare_repository = "/project/vendor/e.git";
    asked.files = &files;
    return decide(asked, policy).verdict;
  };
  const std::string_view bare[] = {"git -C vendor/e.git status",
                                   "git -C vendor -C e.git log -p",
                                   "git -Cvendor/e.git/objects show",
                                   "git --no-pager -C ./vendor/../vendor/e.git blame x",
                                   "cd vendor/e.git && git status",
                                   "cd vendor/e.git; git status",
                                   "cd vendor; cd e.git; git log",
                                   "(cd vendor/e.git; git diff)",
                                   "for d in src vendor/e.git; do git -C \"$d\" status; done",
                                   "cat x | xargs git -C vendor/e.git log",
                                   "timeout 5 git -C vendor/e.git status",
                                   "bash -c 'cd vendor/e.git && git status'",
                                   "/usr/bin/git -C vendor/e.git status"};
  const std::string_view own[] = {"git status", "git -C src log", "cd src && git status", "cd src; git status",
                                  "cd vendor && git log"};
  for (const Policy& policy : {Policy(rules({})), Policy(rules({"git", "cd", "bash"}))}) {
    for (const std::string_view command : bare) {
      INFO(command);
      CHECK(verdict(command, "/project", policy) == Verdict::Ask);
    }
    for (const std::string_view command : own) {
      INFO(command);
      CHECK(verdict(command, "/project", policy) == Verdict::Allow);
    }
    CHECK(verdict("git status", "/project/vendor/e.git", policy) == Verdict::Ask);
    CHECK(verdict("cd ../.. && git status", "/project/vendor/e.git", policy) == Verdict::Allow);
  }
}

TEST_CASE("without an operand a program reads the folder it runs in, which is judged as if it were written") {
  const Policy unruled(rules({}));
  const std::string_view lines[] = {"ls",           "ls -la",    "tree",         "du -a",      "find",
                                    "find -name x", "rg CANARY", "fd",           "eza",        "git log -p",
                                    "git status",   "git diff",  "git ls-files", "git grep x", "git blame x",
                                    "dir",          "rg -l x",   "ag CANARY"};
  for (const std::string_view line : lines) {
    INFO(line);
    CHECK(decided_in("/project", line, unruled).verdict == Verdict::Allow);
    CHECK(decided_in("/project/sub", line, unruled).verdict == Verdict::Allow);
    CHECK(decided_in("/home/me/.ssh", line, unruled).verdict == Verdict::Ask);
  }
  const Policy ruled(rules({"make", "npm", "pytest", "git", "./gradlew"}));
  for (const std::string_view line : {"make", "npm test", "pytest", "git push", "./gradlew test"}) {
    INFO(line);
    CHECK(decided_in("/project", line, ruled).verdict == Verdict::Allow);
    CHECK(decided_in("/home/me/other", line, ruled).verdict == Verdict::Ask);
  }
}

}  // namespace termhost::approval
