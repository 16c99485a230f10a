// What is in an artifact file while it grows: provisional text, the dropped middle, line numbers, full disks.
#include "io/storage/artifact_writer.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "io/storage/file_artifact_store.hpp"
#include "tool/reading/read_output.hpp"
#include "unit/io/storage_fixture.hpp"

namespace termhost::io {
namespace {

namespace fs = std::filesystem;
using terminal::ArtifactKind;
using terminal::StoreErrorCode;

const base::TaskId writer_task("t");
const base::ExecutionId execution("42");

struct Artifact {
  TemporaryFolder temporary;
  FileArtifactStore store;
  std::unique_ptr<terminal::ArtifactWriter> writer;

  explicit Artifact(StorageLimitValues limits = {.storage_min_free_bytes = 0})
      : store(temporary.path().string(), limits),
        writer(*store.create(writer_task, execution, ArtifactKind::Rendered)) {}

  [[nodiscard]] fs::path path() const { return temporary.path() / "tasks/t/command-output/cmd-42.txt"; }
  [[nodiscard]] std::string content() const { return file_content(path()); }
  tool::ReadOutputResult read(const tool::ReadOutputRequest& request) {
    tool::ReadOutputRequest named = request;
    named.artifact_id = "cmd-42.txt";
    auto reply = tool::read_output(store, writer_task, named);
    REQUIRE(reply);
    return *reply;
  }
};

/// A file system of 256 KB that is really full once it is. Needs root, as the tests of this project run.
class SmallDisk {
 public:
  explicit SmallDisk(const fs::path& at, const char* options = "size=256k") : at_(at) {
    fs::create_directories(at);
    REQUIRE(::mount("tmpfs", at.c_str(), "tmpfs", 0, options) == 0);
  }
  ~SmallDisk() { ::umount2(at_.c_str(), MNT_DETACH); }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  void make_read_only() const { REQUIRE(::mount("tmpfs", at_.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0); }

 private:
  fs::path at_;
};

}  // namespace

TEST_CASE("Provisional text is replaced by what comes next") {
  Artifact a;
  REQUIRE(a.writer->append("final\n"));
  REQUIRE(a.writer->show_provisional("50%"));
  CHECK(a.content() == "final\n50%");
  REQUIRE(a.writer->show_provisional("7"));
  CHECK(a.content() == "final\n7");
  REQUIRE(a.writer->append("100%\n"));
  CHECK(a.content() == "final\n100%\n");
  REQUIRE(a.writer->show_provisional(""));
  CHECK(a.content() == "final\n100%\n");
}

TEST_CASE("Line numbers and offsets are right far into an artifact, with its index and without") {
  Artifact a;
  const std::string text = numbered_lines(1, 1'000'000);
  for (std::size_t at = 0; at < text.size(); at += 70'001) REQUIRE(a.writer->append(text.substr(at, 70'001)));
  const fs::path index = a.temporary.path() / "tasks/t/command-output/cmd-42.index";
  REQUIRE(fs::exists(index));
  for (const bool with_index : {true, false}) {
    if (!with_index) fs::remove(index);
    CHECK(a.read({.offset = -8}).text.ends_with("\n1000000 | 1000000\n"));
    const std::size_t at = text.find("\n654321\n") + 3;  // within the line
    CHECK(a.read({.offset = static_cast<std::int64_t>(at), .limit = 4}).text.ends_with("654321 | 4321\n"));
    CHECK(a.read({.search = "^777777$"}).text.ends_with("777777 | 777777\n"));
  }
}

TEST_CASE("A longer output than artifactMaxBytes keeps head and rolling tail, and the file states the gap") {
  Artifact a({.artifact_max_bytes = 64 * 1024, .storage_min_free_bytes = 0});
  const std::string text = numbered_lines(1, 200'000);
  for (std::size_t at = 0; at < text.size(); at += 5000) {
    REQUIRE(a.writer->append(text.substr(at, 5000)));
    REQUIRE(fs::file_size(a.path()) <= 64 * 1024);
  }
  const std::string content = a.content();
  CHECK(content.starts_with("1\n2\n3\n"));
  CHECK(content.ends_with("\n199999\n200000\n"));
  CHECK(content.find(" lines omitted: longer than artifactMaxBytes …]") != std::string::npos);

  const auto whole = a.read({.limit = 1 << 20});
  CHECK(whole.total_bytes == text.size());
  REQUIRE(whole.next_offset);
  CHECK(content.substr(0, whole.end) == text.substr(0, whole.end));
  CHECK(whole.note.find("were not kept") != std::string::npos);
  const auto tail = a.read({.offset = static_cast<std::int64_t>(*whole.next_offset), .limit = 1 << 20});
  CHECK(tail.begin == *whole.next_offset);
  CHECK(tail.end == text.size());
  CHECK(tail.complete);
  CHECK(tail.text.ends_with("200000 | 200000\n"));
  CHECK(a.read({.offset = static_cast<std::int64_t>(whole.end + 5)}).begin == *whole.next_offset);
  CHECK(a.read({.search = "^199990$"}).text.ends_with("\n199990 | 199990\n"));
  CHECK(a.read({.search = "^77777$"}).total_matches == 0);
}

TEST_CASE("One append longer than everything allowed is cut the same way") {
  Artifact a({.artifact_max_bytes = 64 * 1024, .storage_min_free_bytes = 0});
  std::string text(1'000'000, 'x');
  text += "\nend";
  REQUIRE(a.writer->append(text));
  CHECK(fs::file_size(a.path()) <= 64 * 1024);
  CHECK(a.content().ends_with("x\nend"));
  CHECK(a.read({.offset = -3}).text.ends_with("2 | end\n"));
}

TEST_CASE("A tail whose writer died while moving it is not shown as if it were right") {
  Artifact a({.artifact_max_bytes = 64 * 1024, .storage_min_free_bytes = 0});
  REQUIRE(a.writer->append(numbered_lines(1, 50'000)));
  const auto before = a.read({.limit = 1 << 20});
  ArtifactIndex index(
      FileDescriptor(::open((a.temporary.path() / "tasks/t/command-output/cmd-42.index").c_str(), O_RDWR)));
  REQUIRE(index.header());
  REQUIRE(index.write_header(DroppedMiddle{{before.end, 1}, {before.end + 10, 2}}, true));
  const auto while_written = tool::read_output(a.store, writer_task, {.artifact_id = "cmd-42.txt"});
  REQUIRE_FALSE(while_written);
  CHECK(while_written.error() == "'cmd-42.txt' is being made shorter at this moment; try again");
  a.writer.reset();
  const auto after = a.read({.limit = 1 << 20});
  CHECK(after.total_bytes == before.end);
  CHECK(after.complete);
}

TEST_CASE("A full disk ends the artifact with a reason; what was written stays readable") {
  TemporaryFolder temporary;
  const SmallDisk disk(temporary.path() / "disk");
  FileArtifactStore store((temporary.path() / "disk/state").string(), {.storage_min_free_bytes = 0});
  auto writer = store.create(writer_task, execution, ArtifactKind::Rendered);
  REQUIRE(writer);
  const std::string text = numbered_lines(1, 100'000);
  const auto written = (*writer)->append(text);
  REQUIRE_FALSE(written);
  CHECK(written.error().code == StoreErrorCode::DiskFull);
  CHECK(written.error().context.starts_with("no space is left on the disk to write to '"));
  CHECK_FALSE((*writer)->append("more"));
  const std::string kept = file_content(temporary.path() / "disk/state/tasks/t/command-output/cmd-42.txt");
  CHECK(kept.size() > 100'000);
  CHECK(text.starts_with(kept));
  const auto first = std::stoull(store.next_execution_id().str());
  CHECK(std::stoull(store.next_execution_id().str()) > first);
}

TEST_CASE("A recording that may not grow on, or can't, ends with a whole event: asciinema refuses half a line") {
  TemporaryFolder temporary;
  const SmallDisk disk(temporary.path() / "disk");
  const std::string events = numbered_lines(1, 100'000);
  for (const std::uint64_t most : {std::uint64_t{50'000}, std::uint64_t{1} << 30}) {
    const std::string folder = (temporary.path() / "disk" / std::to_string(most)).string();
    FileArtifactStore store(folder, {.artifact_max_bytes = most, .storage_min_free_bytes = 0});
    auto writer = store.create(writer_task, execution, ArtifactKind::Recording);
    REQUIRE(writer);
    REQUIRE((*writer)->append(events.substr(0, 1000)));
    CHECK_FALSE((*writer)->append(events.substr(1000)));
    const std::string kept = file_content(folder + "/tasks/t/command-output/cmd-42.cast");
    CHECK(kept.size() > 40'000);
    CHECK(kept.size() <= most);
    CHECK(events.starts_with(kept));
    CHECK(kept.ends_with('\n'));
  }
}

TEST_CASE("A read-only storage folder is reported when an artifact is wanted") {
  TemporaryFolder temporary;
  const SmallDisk disk(temporary.path() / "disk");
  disk.make_read_only();
  FileArtifactStore store((temporary.path() / "disk/state").string(), {.storage_min_free_bytes = 0});
  const auto created = store.create(writer_task, execution, ArtifactKind::Rendered);
  REQUIRE_FALSE(created);
  CHECK(created.error().code == StoreErrorCode::ReadOnly);
  CHECK(created.error().context.ends_with("the file system is read-only"));
}

TEST_CASE("A file where the storage folder should be is reported") {
  TemporaryFolder temporary;
  std::ofstream(temporary.path() / "file") << "x";
  FileArtifactStore store((temporary.path() / "file").string());
  const auto created = store.create(writer_task, execution, ArtifactKind::Rendered);
  REQUIRE_FALSE(created);
  CHECK(created.error().context.find("expected a folder, found") != std::string::npos);
}

}  // namespace termhost::io
