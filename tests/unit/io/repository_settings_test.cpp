// What a repository would make git run: its own settings and hooks, and those of the repositories that git enters from
// it. Each is made as an unpacked archive would bring it.
#include "approval/git/repository_settings.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "io/machine_files.hpp"

namespace fs = std::filesystem;

namespace {

class Archive {
 public:
  Archive() {
    std::string pattern = (fs::temp_directory_path() / "termhost-archive-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    top_ = fs::canonical(pattern);
  }
  ~Archive() { fs::remove_all(top_); }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  void write(const fs::path& path, const std::string& text) const {
    fs::create_directories((top_ / path).parent_path());
    std::ofstream(top_ / path, std::ios::binary) << text;
  }
  void repository(const fs::path& folder) const {
    for (const char* name : {"objects", "refs"}) fs::create_directories(top_ / folder / name);
    write(folder / "HEAD", "ref: refs/heads/main\n");
  }
  /// With one submodule, of an index of version 2 whose sum is left out.
  void index(const fs::path& git, const std::string& path) const {
    std::string bytes("DIRC\0\0\0\2\0\0\0\1", 12);
    std::string entry(62, '\0');
    entry[26] = '\xE0';  // a gitlink
    entry[61] = static_cast<char>(path.size());
    entry += path;
    entry.resize((entry.size() + 8) / 8 * 8, '\0');
    write(git / "index", bytes + entry + std::string(20, '\0'));
  }
  [[nodiscard]] std::string value(const std::string& folder, const std::string& name) const {
    const termhost::io::MachineFiles files;
    std::string found;
    for (const auto& setting : files.repository_settings((top_ / folder).string()))
      if (setting.name == name) found = setting.value.empty() ? "empty" : setting.value;
    return found;
  }
  [[nodiscard]] const fs::path& top() const { return top_; }

 private:
  fs::path top_;
};

constexpr const char* evil = "[core]\n\tfsmonitor = ./evil\n";

}  // namespace

TEST_CASE("settings of submodules, nested submodules, and folders that a `.git` leads to are judged") {
  const Archive archive;
  archive.repository(".git");
  CHECK(archive.value("", "core.fsmonitor").empty());
  archive.index(".git", "third/lib");
  archive.write("third/lib/.git", "gitdir: ../../.git/modules/lib\n");
  archive.repository(".git/modules/lib");
  archive.write(".git/modules/lib/config", "[core]\n\tworktree = ../../../third/lib\n");
  CHECK(archive.value("", "core.fsmonitor").empty());
  archive.index(".git/modules/lib", "deep");
  archive.repository("third/lib/deep/.git");
  archive.write("third/lib/deep/.git/config", evil);
  CHECK(archive.value("", "core.fsmonitor") == "./evil");
  CHECK(archive.value("third/lib", "core.fsmonitor") == "./evil");
  archive.write("third/lib/deep/.git/config", "");
  CHECK(archive.value("", "core.fsmonitor").empty());
  archive.write(".git/modules/lib/config", evil);
  CHECK(archive.value("", "core.fsmonitor") == "./evil");
}

TEST_CASE("settings of a linked worktree are those of the folder that it shares, and its own") {
  const Archive archive;
  archive.repository("main/.git");
  archive.write("linked/.git", "gitdir: ../main/.git/worktrees/w\n");
  archive.write("main/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
  archive.write("main/.git/worktrees/w/commondir", "../..\n");
  archive.write("main/.git/worktrees/w/config.worktree", evil);
  CHECK(archive.value("linked", "core.fsmonitor") == "./evil");
  CHECK(archive.value("main", "core.fsmonitor").empty());
  archive.write("main/.git/config", "[diff]\n\texternal = x\n");
  CHECK(archive.value("linked", "diff.external") == "x");
}

TEST_CASE("a hook that a read-only git command runs is found in every folder that settings name") {
  const std::string hook(termhost::approval::reading_hook);
  const Archive archive;
  archive.repository(".git");
  archive.write(".git/hooks/post-index-change.sample", "");
  archive.write(".git/hooks/pre-commit", "");
  CHECK(archive.value("", hook).empty());
  archive.write(".git/hooks/post-index-change", "");
  CHECK_FALSE(archive.value("", hook).empty());
  fs::remove(archive.top() / ".git/hooks/post-index-change");
  archive.write(".git/config", "[core] hooksPath = \"tools\"/hooks ; ours\n");
  CHECK(archive.value("", hook).empty());
  archive.write("tools/hooks/post-index-change", "");
  CHECK_FALSE(archive.value("", hook).empty());
}

TEST_CASE("an incomplete `.git` does not hide the repository around it") {
  const Archive archive;
  archive.repository(".git");
  archive.write(".git/config", evil);
  for (const char* half : {"a/.git/config", "b/.git/HEAD", "c/.git/objects/x", "c/.git/refs/x"})
    archive.write(half, "");
  for (const char* folder : {"a", "b", "c"}) CHECK(archive.value(folder, "core.fsmonitor") == "./evil");
  archive.repository("d/.git");
  CHECK(archive.value("d", "core.fsmonitor").empty());
  archive.write("d/.git/HEAD", "refs/heads/main\n");
  CHECK(archive.value("d", "core.fsmonitor") == "./evil");
}

TEST_CASE("a repository that does not lead back, and objects of another one, are reported") {
  const std::string elsewhere(termhost::approval::other_repository);
  const Archive archive;
  archive.repository("private/.git");
  archive.repository("own/.git");
  CHECK(archive.value("own", elsewhere).empty());
  archive.write("own/.git/objects/info/alternates", "../../../private/.git/objects\n");
  CHECK(archive.value("own", elsewhere) == (archive.top() / "private/.git/objects").string());
  archive.write("a/.git", "gitdir: ../private/.git\n");
  CHECK(archive.value("a", elsewhere) == (archive.top() / "private/.git").string());
  fs::create_directories(archive.top() / "b");
  fs::create_directory_symlink(archive.top() / "private/.git", archive.top() / "b/.git");
  CHECK(archive.value("b", elsewhere) == (archive.top() / "private/.git").string());
  archive.write("w/.git", "gitdir: ../private/.git/worktrees/w\n");
  archive.write("private/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
  archive.write("private/.git/worktrees/w/commondir", "../..\n");
  CHECK_FALSE(archive.value("w", elsewhere).empty());
  archive.write("private/.git/worktrees/w/gitdir", (archive.top() / "w/.git").string() + "\n");
  CHECK(archive.value("w", elsewhere).empty());
}

TEST_CASE("an index that cannot be read may name any submodule") {
  const std::string unknown(termhost::approval::unknown_submodules);
  const Archive archive;
  archive.repository(".git");
  CHECK(archive.value("", unknown).empty());
  archive.write(".git/index", "DIRC of another kind");
  CHECK(archive.value("", unknown) == "empty");
}

TEST_CASE("in one decision what git leaves out is looked up once, and anew in the next") {
  const Archive archive;
  archive.repository(".git");
  archive.write(".gitignore", "*.tmp\n/kept/\n");
  archive.write("sub/.gitignore", "!a.tmp\nb\n");
  fs::create_directories(archive.top() / "b");
  fs::create_directories(archive.top() / "kept" / "x");
  const termhost::io::MachineFiles files;
  const auto ignored = [&](const char* path) { return files.is_ignored((archive.top() / path).string()); };
  for (int round = 0; round < 2; ++round) {
    if (round == 1) files.begin_decision();
    for (const char* path : {"x.tmp", "sub/x.tmp", "sub/b", "kept", "kept/x/y"}) CHECK(ignored(path));
    for (const char* path : {"x.txt", "sub/a.tmp", "b", "other/kept"}) CHECK_FALSE(ignored(path));
  }
  archive.write(".gitignore", "*.txt\n");
  CHECK_FALSE(ignored("x.txt"));
  files.end_decision();
  CHECK(ignored("x.txt"));
}
