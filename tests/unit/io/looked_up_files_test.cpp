// Files that are looked up once are those of realpath().
#include "io/sandbox/looked_up_files.hpp"

#include <filesystem>
#include <fstream>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/storage_fixture.hpp"

namespace termhost::io {

namespace fs = std::filesystem;

TEST_CASE("a path is real as for the system: links, missing names, loops, dots") {
  const TemporaryFolder folder;
  const fs::path root = fs::canonical(folder.path());
  fs::create_directories(root / "a/b");
  std::ofstream(root / "a/file") << "x";
  fs::create_directory_symlink(root / "a", root / "link");
  fs::create_directory_symlink("b", root / "a/inner");
  fs::create_symlink("nowhere", root / "dangling");
  fs::create_symlink("loop", root / "loop");
  LookedUpFiles files;
  for (int look = 0; look < 2; ++look)
    for (const char* below :
         {"a", "a/b", "a/file", "a/file/x", "a/missing", "a/missing/x", "link", "link/b", "link/inner", "link/file",
          "link/../a", "a/./b", "a/b/", "a//b", "dangling", "dangling/x", "loop", "loop/x", "link/b/.."}) {
      CAPTURE(below, look);
      std::error_code missing;
      const fs::path real = fs::canonical(root / below, missing);
      CHECK(files.real_path((root / below).string()) == (missing ? std::nullopt : std::optional(real.string())));
    }
  CHECK(files.real_path("/") == "/");
  CHECK(files.real_path("") == std::nullopt);
}

TEST_CASE("a folder is looked up once, sorted") {
  const TemporaryFolder folder;
  const std::string root = folder.path().string();
  for (const char* name : {"c", "a", "b"}) std::ofstream(folder.path() / name) << "x";
  LookedUpFiles files;
  CHECK(files.names_in(root) == std::vector<std::string>{"a", "b", "c"});
  fs::remove(folder.path() / "b");
  CHECK(files.names_in(root) == std::vector<std::string>{"a", "b", "c"});
  CHECK(names_in(root) == std::vector<std::string>{"a", "c"});
  CHECK(files.names_in(root + "/missing").empty());
}

}  // namespace termhost::io
