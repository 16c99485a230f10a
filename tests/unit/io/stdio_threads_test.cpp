#include <array>
#include <chrono>
#include <fcntl.h>
#include <optional>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "io/stdio/frame_writer.hpp"
#include "io/stdio/threaded_reader.hpp"

namespace termhost::io {
namespace {

using namespace std::chrono_literals;

struct Pipe {
  Pipe() { REQUIRE(::pipe(ends.data()) == 0); }
  explicit Pipe(int socket_kind) { REQUIRE(::socketpair(AF_UNIX, socket_kind, 0, ends.data()) == 0); }
  ~Pipe() {
    close_reader();
    close_writer();
  }
  void close_reader() { close_end(0); }
  void close_writer() { close_end(1); }
  [[nodiscard]] int reader() const { return ends[0]; }
  [[nodiscard]] int writer() const { return ends[1]; }
  [[nodiscard]] std::string read_all() const {
    std::string all;
    std::array<char, 65536> chunk{};
    for (ssize_t count = 0; (count = ::read(reader(), chunk.data(), chunk.size())) > 0;) {
      all.append(chunk.data(), static_cast<std::size_t>(count));
    }
    return all;
  }

 private:
  void close_end(std::size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
  std::array<int, 2> ends{-1, -1};
};

std::string numbered_frames(int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += "frame " + std::to_string(i) + "\n";
  return all;
}

StdinEvents ignored_events() {
  return {
      .fill = [](std::string_view, std::size_t) {}, .on_filled = [](std::size_t) {}, .on_end = [](std::string_view) {}};
}

TEST_CASE("The reader delivers every byte in order, then the end") {
  Pipe pipe;
  asio::io_context loop{1};
  std::string seen;
  int ends = 0;
  std::array<std::string, stdin_slots> slots;
  std::optional<ThreadedReader> reader;
  reader.emplace(loop, pipe.reader(),
                 StdinEvents{.fill = [&](std::string_view bytes, std::size_t slot) { slots.at(slot) = bytes; },
                             .on_filled =
                                 [&](std::size_t slot) {
                                   seen += std::exchange(slots.at(slot), "released too early");
                                   reader->release();
                                 },
                             .on_end =
                                 [&](std::string_view reason) {
                                   CHECK(reason.empty());
                                   ++ends;
                                 }});
  const std::string sent = numbered_frames(200'000);
  std::thread writer([&] {
    for (std::size_t at = 0; at < sent.size();) {
      const ssize_t count = ::write(pipe.writer(), sent.data() + at, std::min<std::size_t>(sent.size() - at, 100'000));
      at += static_cast<std::size_t>(count);
    }
    pipe.close_writer();
  });
  loop.run();
  writer.join();
  CHECK(seen == sent);
  CHECK(ends == 1);
}

TEST_CASE("The reader can be destroyed while it waits, and leaves the descriptor blocking") {
  Pipe pipe;
  asio::io_context loop{1};
  { ThreadedReader reader(loop, pipe.reader(), ignored_events()); }
  CHECK((::fcntl(pipe.reader(), F_GETFL) & O_NONBLOCK) == 0);
  CHECK(loop.run() == 0);  // nothing keeps the loop running
}

TEST_CASE("The reader is at most two chunks ahead of the loop") {
  Pipe pipe;
  asio::io_context loop{1};
  ThreadedReader reader(loop, pipe.reader(), ignored_events());
  REQUIRE(::fcntl(pipe.writer(), F_SETFL, O_NONBLOCK) == 0);
  const std::string block(65536, 'x');
  std::size_t taken = 0;
  // The loop does not run: what can be written is the chunks and the pipe itself, whose size the reader has set.
  for (int quiet = 0; quiet < 20;) {
    const ssize_t count = ::write(pipe.writer(), block.data(), block.size());
    taken += count > 0 ? static_cast<std::size_t>(count) : 0;
    quiet = count > 0 ? 0 : quiet + 1;
    if (count <= 0) std::this_thread::yield();
    REQUIRE(taken <= std::size_t{4} << 20);
  }
  CHECK(taken > 0);
}

TEST_CASE("The writer writes every frame in order and can be closed patiently") {
  const bool socket = GENERATE(false, true);  // editors in Node.js give sockets
  Pipe pipe = socket ? Pipe(SOCK_STREAM) : Pipe();
  asio::io_context loop{1};
  std::string seen;
  std::thread reader([&] { seen = pipe.read_all(); });
  FrameWriter writer(loop, pipe.writer(), {});
  for (int i = 0; i < 100'000; ++i) writer.write("frame " + std::to_string(i) + "\n");
  writer.close(10s);
  pipe.close_writer();
  reader.join();
  CHECK(seen == numbered_frames(100'000));
}

TEST_CASE("A stalled reader costs droppable frames only, and the loss is told once it reads again") {
  Pipe pipe;
  asio::io_context loop{1};
  std::uint64_t lost = 0;
  FrameWriter writer(loop, pipe.writer(),
                     {[](std::string_view) {},
                      [&](std::uint64_t frames, std::uint64_t bytes) {
                        lost = frames;
                        CHECK(bytes == frames * 1'000'000);
                      }});
  const std::string frame(1'000'000, 'd');
  int accepted = 0;
  for (int i = 0; i < 20; ++i) accepted += writer.write_droppable(frame) ? 1 : 0;
  CHECK(accepted == 8);  // 8 MiB
  writer.write("needed");
  std::string seen;
  std::thread reader([&] { seen = pipe.read_all(); });
  while (lost == 0) {
    loop.restart();
    loop.run_one_for(1s);
  }
  writer.close(10s);
  pipe.close_writer();
  reader.join();
  CHECK(lost == 12);
  CHECK(seen.size() == 8'000'006);
  CHECK(seen.ends_with("needed"));
}

TEST_CASE("A reader who only pauses costs no frame") {
  Pipe pipe;
  asio::io_context loop{1};  // is busy: nobody runs it
  FrameWriter writer(loop, pipe.writer(), {}, 100s);
  std::string seen;
  std::thread reader([&] {
    std::this_thread::sleep_for(50ms);
    seen = pipe.read_all();
  });
  const std::string frame(1'000'000, 'd');
  int accepted = 0;
  for (int i = 0; i < 9; ++i) accepted += writer.write_droppable(frame) ? 1 : 0;
  CHECK(accepted == 9);
  writer.close(10s);
  pipe.close_writer();
  reader.join();
  CHECK(seen.size() == 9'000'000);
}

TEST_CASE("A reader who is slow is waited for once, not for each frame") {
  Pipe pipe;
  asio::io_context loop{1};
  FrameWriter writer(loop, pipe.writer(), {}, 10ms);
  const std::string frame(1'000'000, 'd');
  for (int i = 0; i < 9; ++i) static_cast<void>(writer.write_droppable(frame));
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 10'000; ++i) CHECK_FALSE(writer.write_droppable(frame));
  CHECK(std::chrono::steady_clock::now() - begin < 50s);  // 10,000 waits would be 100
  writer.close(1ms);
}

TEST_CASE("A reader that never reads does not hold up the end") {
  Pipe pipe;
  asio::io_context loop{1};
  FrameWriter writer(loop, pipe.writer(), {});
  writer.write(std::string(1'000'000, 'x'));
  writer.close(1ms);
  writer.write("dropped: it is closed");
}

TEST_CASE("A reader that goes away is told of once") {
  Pipe pipe;
  asio::io_context loop{1};
  const auto work = asio::make_work_guard(loop);
  int broken = 0;
  FrameWriter writer(loop, pipe.writer(), {[&](std::string_view) { ++broken, loop.stop(); }, {}});
  pipe.close_reader();
  writer.write("to nobody");
  loop.run();
  writer.write("to nobody");
  CHECK(broken == 1);
}

TEST_CASE("What was given is said to be written when the reader can have all of it, and not before") {
  Pipe pipe;
  asio::io_context loop{1};
  const auto work = asio::make_work_guard(loop);
  FrameWriter writer(loop, pipe.writer(), {});
  const std::string frame(4'000'000, 'x');  // more than a pipe holds
  bool written = false;
  writer.write(frame);
  writer.after_written([&] { written = true, loop.stop(); });
  loop.run_for(50ms);
  CHECK_FALSE(written);
  std::string seen;
  std::thread reader([&] { seen = pipe.read_all(); });
  loop.restart();
  loop.run();
  CHECK(written);
  bool again = false;
  writer.after_written([&] { again = true; });  // nothing waits
  loop.restart();
  loop.run_one();
  CHECK(again);
  writer.close(10s);
  pipe.close_writer();
  reader.join();
  CHECK(seen == frame);
}

TEST_CASE("Of a reader that is gone nothing is said") {
  Pipe pipe;
  asio::io_context loop{1};
  const auto work = asio::make_work_guard(loop);
  FrameWriter writer(loop, pipe.writer(), {[&](std::string_view) { loop.stop(); }, {}});
  pipe.close_reader();
  writer.write("to nobody");
  writer.after_written([] { FAIL("nobody has read it"); });
  loop.run();
  writer.after_written([] { FAIL("nobody will read it"); });
  loop.restart();
  loop.poll();
}

}  // namespace
}  // namespace termhost::io
