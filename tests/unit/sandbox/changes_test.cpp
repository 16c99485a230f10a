// What is told of a trial's changes: the lines that a diff counts, the files that are caches, the sentence.
#include "sandbox/changes.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost::sandbox;

TEST_CASE("lines are counted as a diff counts them") {
  struct Case {
    const char* before;
    const char* after;
    std::size_t added, removed;
  };
  for (const Case& c :
       {Case{"", "", 0, 0}, Case{"", "a\nb\n", 2, 0}, Case{"a\nb\n", "", 0, 2}, Case{"a\nb\nc\n", "a\nc\n", 0, 1},
        Case{"a\nb\nc\n", "a\nx\nc\n", 1, 1}, Case{"a\nb\n", "a\nb", 0, 0}, Case{"a\nb\nc\nd\n", "b\nc\nd\na\n", 1, 1},
        Case{"x\n", "a\nb\nc\n", 3, 1}, Case{"1\n2\n3\n4\n5\n", "2\n9\n4\n5\n6\n", 2, 2}}) {
    CAPTURE(c.before, c.after);
    const auto counts = count_lines(c.before, c.after);
    REQUIRE(counts);
    CHECK(counts->added == c.added);
    CHECK(counts->removed == c.removed);
  }
  CHECK_FALSE(count_lines("a\n", std::string_view("\0x", 2)));
  std::string long_one, other;
  for (int i = 0; i < 5000; ++i) {
    long_one += std::to_string(i) + "\n";
    other += std::to_string(-i - 1) + "\n";
  }
  CHECK_FALSE(count_lines(long_one, other));
  CHECK(count_lines(long_one, long_one + "x\n") == LineCounts{1, 0});
}

TEST_CASE("caches and histories are no changes; results are") {
  for (const char* cache :
       {"src/__pycache__", ".pytest_cache", "pkg/.mypy_cache", "node_modules/.cache", "node_modules/.vite", ".npm",
        ".npm/_logs", ".cache/go-build/00/x", ".cargo/registry/index", ".cargo/.package-cache", ".bash_history",
        ".zcompdump-host-5.9", "tsconfig.tsbuildinfo", ".local/share/fish/fish_history", "go/pkg/mod/cache"}) {
    CAPTURE(cache);
    CHECK(is_cache(cache));
  }
  for (const char* file : {"src/a.ts", "package-lock.json", "dist", "target.txt", ".bashrc", ".npmrc",
                           ".cargo/config.toml", "src/bash_history", "go/pkg.txt", "coverage", ".git/config"}) {
    CAPTURE(file);
    CHECK_FALSE(is_cache(file));
  }
  for (const char* passing :
       {"objects/ab/cdef", "logs/HEAD", "COMMIT_EDITMSG", "worktrees/x/COMMIT_EDITMSG", "worktrees/x/logs/HEAD"})
    CHECK(is_nothing_in_git(passing));
  for (const char* kept : {"refs/heads/main", "HEAD", "config", "hooks/pre-commit", "index", "objectsx",
                           "worktrees/x/HEAD", "worktrees/x", "worktrees/logs"})
    CHECK_FALSE(is_nothing_in_git(kept));
}

TEST_CASE("changes are told in one sentence, with paths as the command sees them") {
  Changes changes;
  changes.list = {{ChangeKind::Changed, "/p/src/z.ts", false, 0, LineCounts{3, 1}}};
  CHECK(to_string(changes, "/p") == "changed 'src/z.ts' (+3 -1)");
  changes.list.push_back({ChangeKind::Made, "/p/dist", true, 12, {}});
  changes.list.push_back({ChangeKind::Removed, "/home/me/old.txt", false, 0, {}});
  CHECK(to_string(changes, "/p") ==
        "changed 'src/z.ts' (+3 -1), made 'dist/' (12 files) and removed '/home/me/old.txt'");
  CHECK(to_string(changes, "/p", 2) == "changed 'src/z.ts' (+3 -1), made 'dist/' (12 files) and 1 more");
  changes.more = 4;
  changes.is_complete = false;
  CHECK(to_string(changes, "/p", 1) == "changed 'src/z.ts' (+3 -1) and at least 6 more");
  CHECK(to_string({.list = {changes.list[0]}, .is_complete = false}, "/p") ==
        "changed 'src/z.ts' (+3 -1) and perhaps more");
}
