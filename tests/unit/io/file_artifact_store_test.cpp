// Artifacts as files: who may read them, what is kept of them, what removes them, and what a bad name gets.
#include "io/storage/file_artifact_store.hpp"

#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>

#include <catch2/catch_test_macros.hpp>

#include "tool/reading/read_output.hpp"
#include "unit/io/storage_fixture.hpp"

namespace termhost::io {
namespace {

namespace fs = std::filesystem;
using terminal::ArtifactKind;
using terminal::StoreErrorCode;

const base::TaskId task("task-1");

struct Store {
  TemporaryFolder temporary;
  FileArtifactStore store{(temporary.path() / "state").string(), {.storage_min_free_bytes = 0}};

  [[nodiscard]] fs::path folder(const std::string& name = "task-1") const {
    return temporary.path() / "state/tasks" / name / "command-output";
  }
  /// Makes an artifact and returns its id.
  std::string make(std::string_view content, const base::TaskId& owner = task) {
    const base::ExecutionId id = store.next_execution_id();
    auto writer = store.create(owner, id, ArtifactKind::Rendered);
    REQUIRE(writer);
    REQUIRE((*writer)->append(std::string(content)));
    return terminal::artifact_id(id);
  }
  std::string error_of(const std::string& id, const base::TaskId& owner = task) {
    const auto reply = tool::read_output(store, owner, {.artifact_id = id});
    REQUIRE_FALSE(reply);
    return reply.error();
  }
};

unsigned mode_of(const fs::path& path) {
  struct stat info {};
  REQUIRE(::lstat(path.c_str(), &info) == 0);
  return info.st_mode & 07777U;
}

}  // namespace

TEST_CASE("Only the user can read artifacts and their folders") {
  Store s;
  const std::string id = s.make("text");
  CHECK(mode_of(s.folder() / id) == 0600);
  for (const auto& folder : {s.folder(), s.folder().parent_path(), s.folder().parent_path().parent_path()}) {
    CHECK(mode_of(folder) == 0700);
  }
  CHECK(file_content(s.folder() / id) == "text");
}

TEST_CASE("An artifact never takes the place of what is there") {
  Store s;
  s.make("first");
  fs::create_symlink("/etc/hostname", s.folder() / "cmd-5.txt");
  std::ofstream(s.folder() / "cmd-6.txt") << "there";
  for (const char* id : {"5", "6"}) CHECK_FALSE(s.store.create(task, base::ExecutionId(id), ArtifactKind::Rendered));
  CHECK(file_content(s.folder() / "cmd-6.txt") == "there");
}

TEST_CASE("No link leads out of the storage folder") {
  Store s;
  s.make("text");
  fs::create_directory_symlink("/tmp", s.folder("linked").parent_path());
  CHECK_FALSE(s.store.create(base::TaskId("linked"), base::ExecutionId("1"), ArtifactKind::Rendered));
  CHECK(s.error_of("cmd-1.txt", base::TaskId("linked")).find("symbolic link") != std::string::npos);
}

TEST_CASE("A task id becomes one folder name, whatever it is") {
  CHECK(task_folder_name(base::TaskId("0190-ab_c.d")) == "0190-ab_c.d");
  CHECK(task_folder_name(base::TaskId("../../etc")) == "%2E.%2F..%2Fetc");
  CHECK(task_folder_name(base::TaskId("..")) == "%2E.");
  CHECK(task_folder_name(base::TaskId("")) == "default");
  CHECK(task_folder_name(base::TaskId(std::string("a\0b", 3))) == "a%00b");
  CHECK(task_folder_name(base::TaskId(std::string(300, 'x'))).empty());
  Store s;
  const auto created =
      s.store.create(base::TaskId(std::string(300, 'x')), base::ExecutionId("1"), ArtifactKind::Rendered);
  REQUIRE_FALSE(created);
  CHECK(created.error().context == "the task id is too long to name a folder; use at most 200 characters");
}

TEST_CASE("Execution ids rise and are never given twice, also by two at once") {
  TemporaryFolder temporary;
  std::array<std::vector<std::uint64_t>, 2> ids;
  {
    std::array<std::thread, 2> threads;
    for (std::size_t i = 0; i < 2; ++i) {
      threads[i] = std::thread([&, i] {
        FileArtifactStore store(temporary.path().string());
        for (int n = 0; n < 500; ++n) ids[i].push_back(std::stoull(store.next_execution_id().str()));
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  std::set<std::uint64_t> all;
  for (const auto& some : ids) {
    CHECK(std::is_sorted(some.begin(), some.end()));
    all.insert(some.begin(), some.end());
  }
  CHECK(all.size() == 1000);
  FileArtifactStore later(temporary.path().string());
  CHECK(std::stoull(later.next_execution_id().str()) > *all.rbegin());
}

TEST_CASE("Execution ids come also where the folder can't be used, and from a spoilt file") {
  FileArtifactStore nowhere("/proc/no/such/place");
  const auto first = std::stoull(nowhere.next_execution_id().str());
  CHECK(std::stoull(nowhere.next_execution_id().str()) > first);
  TemporaryFolder temporary;
  std::ofstream(temporary.path() / "last-execution-id") << "99999999999999999999999 nonsense";
  FileArtifactStore spoilt(temporary.path().string());
  CHECK(std::stoull(spoilt.next_execution_id().str()) < 10'000'000'000'000ULL);
}

TEST_CASE("Every bad artifact id gets one sentence and no foreign byte") {
  Store s;
  const std::string id = s.make("secret of the other task", base::TaskId("other"));
  s.make("mine");
  const fs::path mine = s.folder();
  fs::create_symlink(mine / "../../other/command-output" / id, mine / "cmd-11.txt");
  fs::create_directory(mine / "cmd-12.txt");
  REQUIRE(::mkfifo((mine / "cmd-13.txt").c_str(), 0600) == 0);
  fs::create_hard_link(s.folder("other") / id, mine / "cmd-14.txt");
  const std::string no_id =
      " is not an artifact id; use the name that the result of a command gave, such as cmd-1706119234567.txt";
  const std::string unknown =
      " in this task: the command's output was short enough to be shown whole, or the artifact has been removed";
  CHECK(s.error_of("cmd-1.txt") == "there is no artifact 'cmd-1.txt'" + unknown);
  CHECK(s.error_of(id) == "there is no artifact '" + id + "'" + unknown);
  CHECK(s.error_of("cmd-1.txt", base::TaskId("unheard of")) == "there is no artifact 'cmd-1.txt'" + unknown);
  CHECK(s.error_of("../" + id) == "'../" + id + "'" + no_id);
  CHECK(s.error_of("/etc/passwd") == "'/etc/passwd'" + no_id);
  CHECK(s.error_of("cmd-1.txt/../x") == "'cmd-1.txt/../x'" + no_id);
  CHECK(s.error_of("cmd-.txt") == "'cmd-.txt'" + no_id);
  CHECK(s.error_of("cmd-1.cast") == "'cmd-1.cast'" + no_id);
  CHECK(s.error_of("CMD-1.TXT") == "'CMD-1.TXT'" + no_id);
  CHECK(s.error_of(std::string("cmd-1.txt\0x", 11)) == "'cmd-1.txt?x'" + no_id);
  CHECK(s.error_of("cmd-1\n.txt") == "'cmd-1?.txt'" + no_id);
  CHECK(s.error_of(std::string(5000, '1')).size() < 200);
  CHECK(s.error_of("cmd-11.txt") == "'cmd-11.txt' is a symbolic link, so it is not read");
  CHECK(s.error_of("cmd-12.txt") == "'cmd-12.txt' is not a plain file, so it is not read");
  CHECK(s.error_of("cmd-13.txt") == "'cmd-13.txt' is not a plain file, so it is not read");
  CHECK(s.error_of("cmd-14.txt") == "'cmd-14.txt' is a link to another file, so it is not read");
}

TEST_CASE("The end of a task removes what it left, and nothing else") {
  Store s;
  s.make("mine");
  const std::string other = s.make("other", base::TaskId("other"));
  std::ofstream(s.folder().parent_path() / "ui_messages.json") << "the editor's";
  s.store.end_task(task);
  CHECK_FALSE(fs::exists(s.folder()));
  CHECK(fs::exists(s.folder().parent_path() / "ui_messages.json"));
  CHECK(file_content(s.folder("other") / other) == "other");
  s.store.end_task(base::TaskId("other"));
  CHECK_FALSE(fs::exists(s.folder("other").parent_path()));
  s.store.end_task(base::TaskId("never seen"));
}

TEST_CASE("Going back in a conversation removes the artifacts that are not kept") {
  Store s;
  const std::string first = s.make("first");
  const std::string second = s.make("second");
  std::ofstream(s.folder() / "notes.txt") << "not ours";
  s.store.keep_only(task, {base::ExecutionId(first.substr(4, first.size() - 8))});
  CHECK(fs::exists(s.folder() / first));
  CHECK_FALSE(fs::exists(s.folder() / second));
  CHECK(fs::exists(s.folder() / "notes.txt"));
}

TEST_CASE("What nobody claims and nobody changed for a week is removed") {
  Store s;
  const std::string claimed = s.make("claimed");
  const fs::path forgotten = s.folder("forgotten");
  fs::create_directories(forgotten);
  std::ofstream(forgotten / "cmd-1.txt") << "old";
  const auto now = std::chrono::system_clock::now();
  s.store.remove_abandoned(now + std::chrono::hours(24 * 6));
  CHECK(fs::exists(forgotten / "cmd-1.txt"));
  s.store.remove_abandoned(now + std::chrono::hours(24 * 8));
  CHECK_FALSE(fs::exists(forgotten));
  CHECK(fs::exists(s.folder() / claimed));
  FileArtifactStore other_process(s.store.path());
  other_process.remove_abandoned(now + std::chrono::hours(24 * 8));
  CHECK(fs::exists(s.folder() / claimed));
}

TEST_CASE("Above storageMaxBytes the oldest finished artifacts go first, and never one that is being written") {
  Store s;
  s.store.set_limits({.storage_max_bytes = 100'000, .storage_min_free_bytes = 0});
  const base::ExecutionId running = s.store.next_execution_id();
  auto writer = s.store.create(task, running, ArtifactKind::Rendered);
  REQUIRE((*writer)->append(std::string(30'000, 'r')));
  std::vector<std::string> finished;
  for (int i = 0; i < 5; ++i) {
    finished.push_back(s.make(std::string(20'000, 'f')));
    fs::last_write_time(s.folder() / finished.back(), fs::file_time_type::clock::now() - std::chrono::hours(10 - i));
  }
  CHECK(fs::exists(s.folder() / terminal::artifact_id(running)));
  CHECK_FALSE(fs::exists(s.folder() / finished[0]));
  CHECK_FALSE(fs::exists(s.folder() / finished[1]));
  CHECK(fs::exists(s.folder() / finished[4]));
  const auto refused = (*writer)->append(std::string(80'000, 'r'));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().context == "storageMaxBytes (97.7KB) is used up by the artifacts of running commands");
}

TEST_CASE("Below storageMinFreeBytes nothing is written, and the reason is given") {
  Store s;
  s.store.set_limits({.storage_min_free_bytes = std::uint64_t{1} << 60});
  const auto refused = s.store.create(task, base::ExecutionId("1"), ArtifactKind::Rendered);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == StoreErrorCode::DiskFull);
  CHECK(refused.error().context.find("less than storageMinFreeBytes") != std::string::npos);
  CHECK(fs::is_empty(s.folder()));
}

TEST_CASE("An artifact that is removed while its command runs is reported") {
  Store s;
  auto writer = s.store.create(task, base::ExecutionId("7"), ArtifactKind::Rendered);
  REQUIRE((*writer)->append("some"));
  fs::remove_all(s.temporary.path() / "state");
  const auto shown = (*writer)->show_provisional("");
  REQUIRE_FALSE(shown);
  CHECK(shown.error().code == StoreErrorCode::Vanished);
  CHECK_FALSE((*writer)->append("more"));
}

}  // namespace termhost::io
