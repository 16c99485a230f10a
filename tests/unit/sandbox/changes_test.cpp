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
  struct Row {
    const char* path;
    const char* cache;
  };
  for (const auto& [path, cache] :
       {Row{"src/__pycache__", "src/__pycache__"}, Row{"src/__pycache__/a.pyc", "src/__pycache__"},
        Row{".pytest_cache/v/x", ".pytest_cache"}, Row{"node_modules/.vite/deps", "node_modules/.vite"},
        Row{"tsconfig.tsbuildinfo", "tsconfig.tsbuildinfo"}, Row{"src/a.ts", ""}, Row{"go/pkg/mod/cache", ""},
        Row{".bash_history", ""}, Row{"dist", ""}, Row{"coverage", ""}, Row{"a__pycache__/b", ""}}) {
    CAPTURE(path);
    CHECK(cache_around(path) == cache);
  }
  for (const auto& [path, cache] :
       {Row{".npm", ".npm"}, Row{".npm/_logs/x", ".npm"}, Row{".cache/go-build/00/x", ".cache"},
        Row{".cargo/registry/index", ".cargo/registry"}, Row{".bash_history", ".bash_history"},
        Row{".zcompdump-host-5.9", ".zcompdump-host-5.9"}, Row{"go/pkg/mod/cache", "go/pkg/mod"}, Row{".bashrc", ""},
        Row{".local/share/fish/fish_history", ".local/share/fish/fish_history"}, Row{".npmrc", ""},
        Row{".local/share/fish/vendor_conf.d/x.fish", ""}, Row{".pyenv/shims/python", ""},
        Row{".cargo/config.toml", ""}, Row{"src/bash_history", ""}, Row{"go/pkg.txt", ""}}) {
    CAPTURE(path);
    CHECK(home_cache_around(path) == cache);
  }
  for (const char* passing :
       {"objects/ab/cdef", "logs/HEAD", "COMMIT_EDITMSG", "worktrees/x/COMMIT_EDITMSG", "worktrees/x/logs/HEAD"})
    CHECK(is_nothing_in_git(passing));
  for (const char* kept : {"refs/heads/main", "HEAD", "config", "hooks/pre-commit", "index", "objectsx", "objects",
                           "objects/info/alternates", "worktrees/x/HEAD", "worktrees/x", "worktrees/logs"})
    CHECK_FALSE(is_nothing_in_git(kept));
}

TEST_CASE("a cache holds only files of its kind, and none that a program obeys") {
  for (const auto& [cache, name] : {std::pair("a/__pycache__", "m.cpython-312.pyc"), std::pair(".mypy_cache", "a.json"),
                                    std::pair(".pytest_cache", "lastfailed"), std::pair(".vite", "react.js")})
    CHECK(is_held(cache, name));
  for (const auto& [cache, name] :
       {std::pair("a/__pycache__", "run.sh"), std::pair(".mypy_cache", "a.sh"), std::pair(".pytest_cache", "x.py")})
    CHECK_FALSE(is_held(cache, name));
  CHECK(sources_of("a/__pycache__", "m.cpython-312.pyc") == std::vector<std::string>{"m.py", "m.cpython-312.py"});
  CHECK(sources_of("__pycache__", "run") == std::vector<std::string>{});
  CHECK_FALSE(sources_of(".mypy_cache", "a.json"));
  for (const char* inner :
       {".git/hooks/pre-commit", "sub/.git", ".vscode/tasks.json", "sub/.vscode/x/__pycache__", "__pycache__/.envrc"}) {
    CAPTURE(inner);
    CHECK(is_obeyed(std::string("/p/") + inner, inner));
  }
  CHECK(is_obeyed("/p/.git/hooks", "hooks"));
  for (const char* inner : {"src/__pycache__/a.pyc", ".github/x", ".gitx"}) CHECK_FALSE(is_obeyed("/p/", inner));
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
  CHECK(summary({}, "/p") == "changed nothing");
  CHECK(summary({.is_complete = false}, "/p") == "made more changes than were read");
  CHECK(summary({.caches = {"/p/x/", "/p/y/", "/p/z"}}, "/p", 2) == "changed only caches: 'x/', 'y/' and 1 more");
  CHECK(summary({.list = {changes.list[2]}, .caches = {"/p/x/"}}, "/p") ==
        "removed '/home/me/old.txt', and caches: 'x/'");
}
