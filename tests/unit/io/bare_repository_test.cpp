// Which folders git would take for a repository though no .git is there.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "io/machine_files.hpp"

namespace fs = std::filesystem;

namespace {

bool in_bare_repository(const std::string& folder) { return termhost::io::MachineFiles().in_bare_repository(folder); }

}  // namespace

TEST_CASE("a bare repository is one from within, a folder with a .git is none, and the nearest counts") {
  std::string pattern = (fs::temp_directory_path() / "termhost-bare-XXXXXX").string();
  REQUIRE(::mkdtemp(pattern.data()) != nullptr);
  const fs::path top = pattern;
  fs::create_directories(top / ".git");
  const fs::path bare = top / "vendor" / "e.git";
  for (const char* folder : {"objects", "refs", "sub/deeper"}) fs::create_directories(bare / folder);
  CHECK_FALSE(in_bare_repository(bare.string()));
  std::ofstream(bare / "HEAD") << "ref: refs/heads/main\n";
  CHECK(in_bare_repository(bare.string()));
  CHECK(in_bare_repository((bare / "sub" / "deeper").string()));
  CHECK(in_bare_repository((bare / "sub" / "not there").string()));
  CHECK(in_bare_repository((top / "vendor" / "x" / ".." / "e.git").string()));
  fs::create_directory_symlink(bare, top / "link");
  CHECK(in_bare_repository((top / "link").string()));
  CHECK_FALSE(in_bare_repository(top.string()));
  CHECK_FALSE(in_bare_repository((top / "vendor").string()));
  const fs::path inner = bare / "sub" / ".git";
  fs::create_directories(inner);  // git passes by one that is not complete
  CHECK(in_bare_repository((bare / "sub" / "deeper").string()));
  for (const char* folder : {"objects", "refs"}) fs::create_directories(inner / folder);
  CHECK(in_bare_repository((bare / "sub" / "deeper").string()));
  std::ofstream(inner / "HEAD") << "ref: refs/heads/main\n";
  CHECK_FALSE(in_bare_repository((bare / "sub" / "deeper").string()));
  const fs::path linked = top / "linked";
  fs::create_directories(linked);
  std::ofstream(linked / "HEAD") << "ref: refs/heads/main\n";
  CHECK_FALSE(in_bare_repository(linked.string()));
  std::ofstream(linked / "commondir") << "../vendor/e.git\n";
  CHECK(in_bare_repository(linked.string()));
  fs::remove_all(top);
}
