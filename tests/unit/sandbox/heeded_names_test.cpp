// What programs outside run or heed, by its name.
#include <catch2/catch_test_macros.hpp>

#include "sandbox/auto_loaded_names.hpp"

using namespace termhost::sandbox;

TEST_CASE("names that editors, agents, shells and git heed, in whatever letters") {
  for (const char* name : {".vscode",
                           ".VSCode",
                           "a.code-workspace",
                           ".envrc",
                           ".exrc",
                           ".nvim.lua",
                           ".husky",
                           ".mcp.json",
                           ".devcontainer",
                           "opencode.json",
                           ".aider.conf.yml",
                           ".kiro",
                           ".roo",
                           ".kilo",
                           "kilo.jsonc",
                           "HEAD",
                           ".gitmodules",
                           "lefthook.toml",
                           ".lefthook/pre-commit/x",
                           ".huskyrc.js",
                           "A.iml",
                           "a.ipr",
                           "a.sublime-project",
                           ".project",
                           ".vs/tasks.vs.json",
                           "_vimrc",
                           "mise.toml",
                           ".mise.local.toml",
                           ".factory/x",
                           ".hg/hgrc",
                           ".Cargo/config.toml",
                           ".vim/coc-settings.json",
                           ".github/hooks/x.json",
                           ".config/mise/config.toml",
                           ".vscode/tasks.json"}) {
    CAPTURE(name);
    CHECK(is_auto_loaded(name));
  }
  for (const char* name :
       {"src", ".git", ".gitignore", "package.json", ".env", "vscode", ".github", "CLAUDE.md", "", ".hg", ".cargo",
        ".cargo/registry", "src/.vscode", "iml", ".github/workflows/x", "x/.hg/hgrc"}) {
    CAPTURE(name);
    CHECK_FALSE(is_auto_loaded(name));
  }
}

TEST_CASE("a repository's configuration names files by the words of its values") {
  using Paths = std::vector<NamedPath>;
  CHECK(paths_in_git_config("[core]\n hooksPath = .husky/_\n\tfsmonitor=\"a b\"\n[remote \"o\"]\nurl = x\n") ==
        Paths{{".husky/_", true}, {"a", false, true}, {"b", false}});
  CHECK(paths_in_git_config("[include]\n\tpath = ../x.inc\r\n; path\n[a]\nb\n") == Paths{{"../x.inc", true}});
  CHECK(paths_in_git_config("[alias]\nt = !npm test\nu = !./u\n[user]\nname = A b\n") ==
        Paths{{"npm", false, true}, {"test", false, true}, {"./u", false}});
  CHECK(paths_in_git_config("").empty());
}
