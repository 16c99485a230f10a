// What programs outside run or heed, by its name.
#include "sandbox/heeded_names.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost::sandbox;

TEST_CASE("names that editors, agents, shells and git heed, in whatever letters") {
  for (const char* name :
       {".vscode", ".VSCode", "a.code-workspace", ".envrc", ".exrc", ".nvim.lua", ".husky", ".mcp.json",
        ".devcontainer", "opencode.json", ".aider.conf.yml", ".kiro", ".roo", "HEAD", ".gitmodules"}) {
    CAPTURE(name);
    CHECK(is_heeded(name));
  }
  for (const char* name : {"src", ".git", ".gitignore", "package.json", ".env", "vscode", ".github", "CLAUDE.md", ""}) {
    CAPTURE(name);
    CHECK_FALSE(is_heeded(name));
  }
}

TEST_CASE("a repository's configuration names files by the words of its values") {
  using Paths = std::vector<NamedPath>;
  CHECK(paths_in_git_config("[core]\n hooksPath = .husky/_\n\tfsmonitor=\"a b\"\n[remote \"o\"]\nurl = x\n") ==
        Paths{{".husky/_", true}, {"a", false}, {"b", false}});
  CHECK(paths_in_git_config("[include]\n\tpath = ../x.inc\r\n; path\n[a]\nb\n") == Paths{{"../x.inc", true}});
  CHECK(paths_in_git_config("").empty());
}
