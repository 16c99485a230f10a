// Which files git would leave out: by the repository's patterns, those of its clone alone, and those that settings
// name.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "io/machine_files.hpp"

namespace fs = std::filesystem;

TEST_CASE("files that git ignores are known, wherever the patterns are") {
  std::string pattern = (fs::temp_directory_path() / "termhost-ignored-XXXXXX").string();
  REQUIRE(::mkdtemp(pattern.data()) != nullptr);
  const fs::path top = pattern;
  const fs::path git = top / ".git";
  for (const char* folder : {"info", "objects", "refs"}) fs::create_directories(git / folder);
  std::ofstream(git / "HEAD") << "ref: refs/heads/main\n";
  fs::create_directories(git / "worktrees" / "w");
  fs::create_directories(top / "sub");
  fs::create_directories(top / "linked");
  std::ofstream(top / ".gitignore") << "a.txt\n";
  std::ofstream(git / "info" / "exclude") << "b.txt\n";
  std::ofstream(git / "config") << "[core]\n\tbare = false\n\texcludesFile = \"" << (top / "own patterns").string()
                                << "\"\n[other]\n\texcludesFile = /x\n";
  std::ofstream(top / "own patterns") << "c.txt\n";
  std::ofstream(top / "linked" / ".git") << "gitdir: " << (git / "worktrees" / "w").string() << "\n";
  std::ofstream(git / "worktrees" / "w" / "commondir") << "../..\n";
  const termhost::io::MachineFiles files;
  for (const char* name : {"a.txt", "b.txt", "c.txt", "sub/b.txt", "sub/c.txt", "linked/b.txt", "linked/c.txt"}) {
    INFO(name);
    CHECK(files.is_ignored((top / name).string()));
  }
  CHECK_FALSE(files.is_ignored((top / "d.txt").string()));
  CHECK_FALSE(files.is_ignored((top / "linked" / "a.txt").string()));
  fs::remove_all(top);
}
