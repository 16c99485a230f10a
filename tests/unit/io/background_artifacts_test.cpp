// Artifacts that are written in the background: in order, bounded, and with the same words for what went wrong.
#include "io/storage/background_artifacts.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "storage_fixture.hpp"

using namespace termhost;
using namespace std::chrono_literals;
using terminal::ArtifactWriter;
using terminal::StoreError;
using terminal::StoreErrorCode;

namespace {

/// A disk that takes its time, or nothing more.
struct Disk {
  std::string content;
  std::atomic<bool> stands_still = false;
  std::atomic<std::size_t> appended = 0;
  std::size_t room = SIZE_MAX;
};

class DiskWriter final : public ArtifactWriter {
 public:
  explicit DiskWriter(Disk& disk) : disk_(disk) {}
  [[nodiscard]] Result append(std::string text) override {
    while (disk_.stands_still) std::this_thread::sleep_for(1ms);
    if (disk_.content.size() + text.size() > disk_.room)
      return base::unexpected(StoreError{StoreErrorCode::DiskFull, "the disk is full"});
    disk_.content += text;
    ++disk_.appended;
    return {};
  }
  [[nodiscard]] Result show_provisional(std::string) override { return {}; }

 private:
  Disk& disk_;
};

std::unique_ptr<ArtifactWriter> writer_on(Disk& disk, io::WriteQueue& queue) {
  return io::write_in_background(std::make_unique<DiskWriter>(disk), queue);
}

}  // namespace

TEST_CASE("what is appended is written in order, and is there once it is settled") {
  Disk disk;
  io::WriteQueue queue;
  const auto writer = writer_on(disk, queue);
  std::string all;
  for (int i = 0; i < 1000; ++i) {
    all += std::to_string(i) + "\n";
    REQUIRE(writer->append(std::to_string(i) + "\n"));
  }
  REQUIRE(writer->settle());
  CHECK(disk.content == all);
}

TEST_CASE("the thread that writes is woken once for what is posted until then, and by whoever waits for it") {
  Disk disk;
  std::vector<std::function<void()>> wakes;
  io::WriteQueue queue([&](std::function<void()> wake) { wakes.push_back(std::move(wake)); });
  const auto writer = writer_on(disk, queue);
  SECTION("it may never hear of it") {}
  SECTION("it hears of it late") {
    REQUIRE(writer->append("a"));
    queue.settle();
    for (const auto& wake : std::exchange(wakes, {})) wake();
  }
  disk.content.clear();
  REQUIRE(writer->append("one"));
  REQUIRE(writer->append("two"));
  CHECK(wakes.size() <= 2);
  REQUIRE(writer->settle());
  CHECK(disk.content == "onetwo");
  const std::string piece(io::WriteQueue::most_waiting_bytes / 2, 'x');
  for (int i = 0; i < 8; ++i) REQUIRE(writer->append(piece));
  REQUIRE(writer->settle());
  CHECK(disk.content.size() == 6 + 8 * piece.size());
}

TEST_CASE("a disk that stands still stops its writers before much waits in memory") {
  Disk disk;
  disk.stands_still = true;
  io::WriteQueue queue;
  const std::string piece(64 << 10, 'x');
  constexpr std::size_t pieces = 100;
  std::atomic<std::size_t> taken = 0;
  std::thread command([&] {
    const auto writer = writer_on(disk, queue);
    for (; taken < pieces; ++taken) REQUIRE(writer->append(piece));
  });
  while (taken * piece.size() < io::WriteQueue::most_waiting_bytes) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(20ms);
  CHECK(taken * piece.size() <= io::WriteQueue::most_waiting_bytes + 2 * piece.size());
  disk.stands_still = false;
  command.join();
  queue.settle();
  CHECK(disk.appended == pieces);
}

TEST_CASE("the first failure is told when it is settled, and by every later call") {
  Disk disk;
  disk.room = 3;
  io::WriteQueue queue;
  const auto writer = writer_on(disk, queue);
  REQUIRE(writer->append("one"));
  static_cast<void>(writer->append("two"));
  static_cast<void>(writer->append(""));
  const auto settled = writer->settle();
  REQUIRE_FALSE(settled);
  CHECK(settled.error().code == StoreErrorCode::DiskFull);
  CHECK(writer->append("x").error().context == "the disk is full");
  CHECK(disk.content == "one");
}

TEST_CASE("an artifact can be read to its end while its command runs, and is removed only when it is written") {
  io::TemporaryFolder folder;
  io::BackgroundArtifacts artifacts(folder.path());
  const base::TaskId task("t");
  const base::ExecutionId id = artifacts.next_execution_id();
  auto writer = artifacts.create(task, id, terminal::ArtifactKind::Rendered);
  REQUIRE(writer);
  const std::string piece(64 << 10, 'x');
  for (int i = 0; i < 32; ++i) REQUIRE((*writer)->append(piece));
  const auto reader = artifacts.open_artifact(task, terminal::artifact_id(id));
  REQUIRE(reader);
  CHECK((*reader)->size() == 32 * piece.size());
  REQUIRE((*writer)->append(piece));
  writer->reset();
  artifacts.end_task(task);
  CHECK_FALSE(artifacts.open_artifact(task, terminal::artifact_id(id)));
}
