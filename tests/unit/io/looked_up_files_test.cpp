// Files that are looked up once are those of realpath().
#include "io/sandbox/looked_up_files.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

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

TEST_CASE("what was looked up is the same until one of the files is another") {
  const TemporaryFolder folder;
  const std::string root = fs::canonical(folder.path()).string();
  const auto write = [&](const char* name, const char* text) { std::ofstream(root + "/" + name) << text; };
  fs::create_directories(root + "/a/b");
  write("a/file", "one");
  fs::create_directory_symlink("a", root + "/link");
  LookedUpFiles files;
  const sandbox::Files port = files.port();
  const auto look = [&] {
    CHECK(port.real_path(root + "/link/b") == root + "/a/b");
    CHECK(port.real_path(root + "/a/missing") == std::nullopt);
    CHECK(port.real_path(root + "/a/missing/below/it") == std::nullopt);
    CHECK(port.link(root + "/link") == "a");
    CHECK(port.names(root + "/a/b").empty());
    CHECK(port.read(root + "/a/file") == "one");
    CHECK(port.read(root + "/a/b/later.conf") == std::nullopt);
  };
  SECTION("a file that has just changed may change again within a tick of the clock") {
    look();
    CHECK_FALSE(files.are_same());
  }
  SECTION("an old one does not") {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    look();
    CHECK(files.are_same());
    write("new", "it was not looked for");
    CHECK(files.are_same());
    SECTION("a link to a folder that is made later") {
      fs::create_directory_symlink("b/later", root + "/a/missing");
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      CHECK(files.are_same());
      fs::create_directories(root + "/a/b/elsewhere");
      fs::rename(root + "/a/b/elsewhere", root + "/a/b/later");
    }
    SECTION("a name in a folder") { write("a/b/c", "x"); }
    SECTION("a name that was missing") { fs::create_directory_symlink("b", root + "/a/missing"); }
    SECTION("content of a file that was missing") { write("a/b/later.conf", "x"); }
    SECTION("content") { write("a/file", "two"); }
    SECTION("content of the same time") {
      const auto time = fs::last_write_time(root + "/a/file");
      write("a/file", "two");
      fs::last_write_time(root + "/a/file", time);
    }
    SECTION("a file in its place") {
      write("other", "one");
      fs::rename(root + "/other", root + "/a/file");
    }
    SECTION("a link") {
      fs::remove(root + "/link");
      fs::create_directory_symlink("a/b", root + "/link");
    }
    SECTION("a folder that has gone") { fs::remove(root + "/a/b"); }
    CHECK_FALSE(files.are_same());
  }
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
