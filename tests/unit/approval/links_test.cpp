// Links that a clone brings, and files that git leaves out: no pattern, no search and no `cd` shows what their names
// would not.
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "approval/decision/decide.hpp"
#include "approval/programs/program_table.hpp"
#include "support/fake_files.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;

testing::FakeFiles files_of_clone() {
  testing::FakeFiles files;
  files.links = {{"/project/docs/a.md", "/home/u/.netrc"},
                 {"/project/env.md", "/proc/self/environ"},
                 {"/project/src/p2", "/home/u/proj2"},
                 {"/project/lib/same.ts", "/project/src/main.ts"}};
  files.present = {"/project/src/p2/k.c",  "/project/src/main.ts", "/project/lib/x.ts",   "/project/notes/b.md",
                   "/project/lib/a/k.c",   "/project/README.txt",  "/project/lib/list.h", "/project/app/main.go",
                   "/project/app/util.go", "/home/u/proj2/k.c"};
  files.ignored = {"/project/src/local.ts", "/project/private.md", "/project/lib/dist", "/project/lib/dist/local.go"};
  files.folders = {"/project/docs", "/project/src",      "/project/lib",  "/project/notes",
                   "/project/app",  "/project/lib/dist", "/home/u/proj2", "/project/src/p2"};
  return files;
}

Verdict verdict(std::string_view command, ShellKind shell = ShellKind::Bash, std::vector<std::string> allowed = {}) {
  static const testing::FakeFiles files = files_of_clone();
  const PolicyRules rules{
      .allowed = std::move(allowed), .denied = {}, .problem = {}, .builtin = BuiltinRules::ReadOnly};
  return decide({.command = command, .shell = shell, .cwd = "/project", .workspace = {"/project"}, .files = &files},
                rules)
      .verdict;
}

}  // namespace

TEST_CASE("a link that leads out of the workspace needs approval, however it is named") {
  for (const char* line : {"cat docs/a.md",
                           "cat docs/*.md",
                           "cat docs/[a].md",
                           "cat d*/a.md",
                           "cat docs/?.md",
                           "cat < docs/*.md",
                           "tail -n +1 *.md",
                           "grep pass *.md",
                           "awk 1 docs/*.md",
                           "sort docs/a*.md",
                           "for f in docs/*.md; do head -n 5 \"$f\"; done",
                           "for f in notes/b.md docs/*.md; do cat \"$f\"; done",
                           "find . -name '*.md' -exec cat {} +",
                           "find . -name a.md -exec cat {} \\;",
                           "find docs -iname '*.MD' | xargs cat",
                           "find . -name '*.md' | while read -r f; do cat \"$f\"; done",
                           "git ls-files '*.md' | xargs cat",
                           "rg -l pass -g '*.md' | xargs cat",
                           "cat src/*/k.c",
                           "ls src/*/",
                           "ls src/*",
                           "cd docs; cat a.md",
                           "cd docs; cat *.md",
                           "cd docs && cat *.md",
                           "grep -R pass src",
                           "grep -nR passw src",
                           "grep --dereference-recursive passw src",
                           "rg -L passw",
                           "rg --follow passw src",
                           "rg -nL passw src",
                           "find -L src",
                           "find -L . -name '*.c'",
                           "find src -follow -name '*.c'",
                           "find -H src/*",
                           "fd -L x",
                           "tree -l",
                           "tree -al src",
                           "ls -RL src",
                           "du -L ."}) {
    INFO(line);
    CHECK(verdict(line) == Verdict::Ask);
  }
  CHECK(verdict("cat src/***/k.c", ShellKind::Zsh) == Verdict::Ask);
  CHECK(verdict("cat ***/k.c", ShellKind::Zsh) == Verdict::Ask);
  CHECK(verdict("cat **/k.c", ShellKind::Zsh) == Verdict::Ask);
  CHECK(verdict("cat **.c", ShellKind::Fish) == Verdict::Ask);
  for (const char* line :
       {"cat lib/*.ts", "cat lib/same.ts", "grep -rn needle src", "grep -rn needle lib",
        "find lib -name '*.ts' -exec grep -l x {} +", "find . -name '*.go' | xargs wc -l", "ls app/*", "ls lib/*",
        "cat notes/*.md", "grep -R needle lib", "rg -L needle app", "find -L app -name '*.go'", "cat lib/*/k.c",
        "cd lib; cat x.ts", "cd lib && cat *.ts", "tree -l app", "wc -l app/*.go",
        "for f in app/*.go; do head \"$f\"; done", "git ls-files '*.go' | xargs cat"}) {
    INFO(line);
    CHECK(verdict(line) == Verdict::Allow);
  }
  CHECK(verdict("cat lib/**.ts", ShellKind::Fish) == Verdict::Allow);
}

TEST_CASE("a file that git leaves out asks however it is named") {
  for (const char* line :
       {"cat src/local.ts", "cat src/l*.ts", "head src/*.ts", "cat private.md", "cat p*.md", "cat s*/local.ts",
        "find . -name local.ts -exec cat {} +", "find src -name '*.ts' | xargs cat", "cd src; cat local.ts",
        "for f in src/*.ts; do cat \"$f\"; done", "while read -r f; do cat $f; done < <(git ls-files '*.ts')"}) {
    INFO(line);
    CHECK(verdict(line) == Verdict::Ask);
  }
  for (const char* line : {"ls src/l*.ts", "cat src/m*.ts", "cat lib/*.ts", "find . -name '*.go' -exec cat {} +"}) {
    INFO(line);
    CHECK(verdict(line) == Verdict::Allow);
  }
}

TEST_CASE("what runs beside each file that find finds names no other file") {
  for (const char* line : {"find . -name HEAD -execdir cat config \\;", "find . -name x -execdir head config {} \\;",
                           "find . -name x -execdir grep -h '' config {} +", "find . -name x -execdir sed p config \\;",
                           "find . -name x -execdir jq . config \\;", "find . -name x -execdir env cat config \\;",
                           "find . -name x -execdir sh -c 'cat config' \\;",
                           "find . -name '*.go' -execdir sort --files0-from=config \\;"}) {
    INFO(line);
    CHECK(verdict(line) == Verdict::Ask);
  }
  CHECK(verdict("find . -name '*.go' -execdir wc -l {} +") == Verdict::Allow);
  CHECK(verdict("find . -name '*.go' -execdir cat {} \\;") == Verdict::Allow);
}

TEST_CASE("a rule for git diff speaks of no file that git would not show") {
  const std::vector<std::string> rule{"git diff"};
  for (const char* line : {"git diff README.txt /home/u/.netrc", "git diff /dev/null .env", "git diff /dev/null ~/x",
                           "git diff a ../../x", "git diff /dev/null src/local.ts", "git diff README.txt /home/u/*"}) {
    INFO(line);
    CHECK(verdict(line, ShellKind::Bash, rule) == Verdict::Ask);
  }
  for (const char* line : {"git diff", "git diff HEAD~1 -- src", "git diff main...HEAD", "git diff origin/main..dev",
                           "git diff --stat HEAD src/main.ts", "git diff @{u}"}) {
    INFO(line);
    CHECK(verdict(line, ShellKind::Bash, rule) == Verdict::Allow);
  }
}

TEST_CASE("repository settings that make git do more than read need approval without a rule") {
  struct Row {
    GitSetting setting;
    bool asks;
  };
  const Row rows[] = {
      {{"core.fsmonitor", "./x"}, true},
      {{"core.fsmonitor", "true"}, false},
      {{"core.fsmonitor", "/usr/bin/x"}, true},
      {{"diff.external", "x"}, true},
      {{"diff.pdf.textconv", "x"}, true},
      {{"diff.pdf.command", "x"}, true},
      {{"diff.renames", "copies"}, false},
      {{"filter.x.clean", "x"}, true},
      {{"filter.x.process", "x"}, true},
      {{"filter.lfs.clean", "git-lfs clean -- %f"}, false},
      {{"filter.lfs.required", "true"}, false},
      {{"gpg.program", "x"}, true},
      {{"gpg.ssh.program", "x"}, true},
      {{"core.worktree", "/home/u"}, true},
      {{"core.worktree", "/project/sub"}, false},
      {{"include.path", "../x"}, true},
      {{"includeif.gitdir:/.path", "x"}, true},
      {{"pager.log", "x"}, true},
      {{"pager.branch", "false"}, false},
      {{"remote.origin.url", "x"}, false},
      {{"remote.origin.promisor", "true"}, true},
      {{"extensions.partialclone", "origin"}, true},
      {{"core.hookspath", ".husky"}, false},
      {{"user.name", "x"}, false},
      {{"hook.post-index-change", "x"}, true},
      {{"submodule.unknown", ""}, true},
      {{"submodule.x.update", "!x"}, true},
      {{"submodule.x.update", "rebase"}, false},
      {{"core.alternaterefscommand", "x"}, true},
      {{"include.unreadable", ""}, true},
      {{"core.elsewhere", "/home/u/.git"}, true},
      {{"core.elsewhere", "/project/.bare"}, false},
      {{"blame.ignorerevsfile", ".env"}, true},
      {{"blame.ignorerevsfile", ".git-blame-ignore-revs"}, false},
      {{"fsck.skiplist", "~/.netrc"}, true},
      {{"fsck.skiplist", "../x"}, true},
      {{"filter.lfs.process", "git-lfs filter-process"}, false},
      {{"filter.lfs.clean", "git-lfs clean -- %f; x"}, true},
      {{"filter.lfs.smudge", "git-lfs smudge $(x)"}, true},
      {{"alias.st", "!x"}, false},
  };
  for (const Row& row : rows) {
    testing::FakeFiles files;
    files.settings = {{"/project/third/lib", row.setting}};
    const auto asks = [&](std::string_view command, std::string_view cwd, std::vector<std::string> allowed = {}) {
      const PolicyRules rules{
          .allowed = std::move(allowed), .denied = {}, .problem = {}, .builtin = BuiltinRules::ReadOnly};
      return decide({.command = command, .cwd = cwd, .workspace = {"/project"}, .files = &files}, rules).verdict ==
             Verdict::Ask;
    };
    INFO(row.setting.name << " = " << row.setting.value);
    CHECK(asks("git diff", "/project/third/lib") == row.asks);
    CHECK(asks("git log -p", "/project/third/lib/deep") == row.asks);
    CHECK(asks("git -C third/lib show", "/project") == row.asks);
    CHECK(asks("cd third/lib && git blame x", "/project") == row.asks);
    CHECK(asks("cd third; cd lib; git diff", "/project") == row.asks);
    CHECK_FALSE(asks("git diff", "/project"));
    CHECK_FALSE(asks("git -C third/lib diff", "/project", {"git"}));
    const bool fetches = row.setting.name.ends_with("promisor") || row.setting.name.starts_with("extensions");
    if (fetches) {
      CHECK_FALSE(asks("git log --oneline -5", "/project/third/lib"));
      CHECK_FALSE(asks("git branch", "/project/third/lib"));
    }
  }
}

TEST_CASE("an alias of the repository's own asks for the command that an older git has not") {
  testing::FakeFiles files;
  files.settings = {{"/project", {"alias.diff-pairs", "!x"}}, {"/project", {"alias.lfs.command", "!x"}}};
  const PolicyRules rules{.allowed = {}, .denied = {}, .problem = {}, .builtin = BuiltinRules::ReadOnly};
  const auto verdict = [&](std::string_view command) {
    return decide({.command = command, .cwd = "/project", .workspace = {"/project"}, .files = &files}, rules).verdict;
  };
  CHECK(verdict("git diff-pairs") == Verdict::Ask);
  CHECK(verdict("git lfs ls-files") == Verdict::Ask);
  CHECK(verdict("git status") == Verdict::Allow);
}

TEST_CASE("a short option is as harmless as its long name") {
  struct Row {
    std::string_view program;
    char letter;
    std::string_view name;
  };
  const Row rows[] = {
      {"objdump", 'S', "source"},
      {"objdump", 'd', "disassemble"},
      {"objdump", 'x', "all-headers"},
      {"sort", 'T', "temporary-directory"},
      {"sort", 'o', "output"},
      {"grep", 'f', "file"},
      {"rg", 'z', "search-zip"},
      {"tar", 'I', "use-compress-program"},
      {"tar", 'T', "files-from"},
      {"git grep", 'O', "open-files-in-pager"},
      {"git grep", 'f', "file"},
      {"make", 'f', "file"},
      {"readelf", 'P', "process-links"},
      {"file", 'm', "magic-file"},
      {"file", 'f', "files-from"},
      {"date", 'f', "file"},
      {"date", 'r', "reference"},
      {"jq", 'f', "from-file"},
      {"nm", 'l', "line-numbers"},
      {"tree", 'o', "output"},
      {"fd", 'x', "exec"},
      {"fd", 'X', "exec-batch"},
      {"sed", 'i', "in-place"},
      {"sed", 'f', "file"},
      {"git log", 'O', "order-file"},
  };
  for (const Row& row : rows) {
    const Program* const program = find_program(row.program);
    if (program == nullptr || program->has(AnyOption)) continue;
    INFO(row.program << " -" << row.letter << " --" << row.name);
    const OptionRow* const name = program->options.name(row.name);
    const OptionRow* const letter = program->options.letter(row.letter);
    CHECK((letter == nullptr || !letter->harmless || (name != nullptr && name->name == row.name && name->harmless)));
  }
}

}  // namespace termhost::approval
