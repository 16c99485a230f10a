// From bytes to a result: what stays inline, what goes to the artifact, and what a failing store costs.
#include "terminal/executions/output_log.hpp"

#include <map>

#include <catch2/catch_test_macros.hpp>

namespace termhost::terminal {
namespace {

/// Keeps artifacts in memory; fails when told.
class MemoryStore final : public ArtifactStore {
 public:
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> provisional;
  std::size_t room = SIZE_MAX;  ///< bytes until appends fail
  std::optional<StoreError> create_error;
  StoreErrorCode append_error = StoreErrorCode::Io;
  std::size_t appends = 0;

  base::ExecutionId next_execution_id() override { return base::ExecutionId("1"); }
  base::Expected<std::unique_ptr<ArtifactWriter>, StoreError> create(const base::TaskId&, const base::ExecutionId& id,
                                                                     ArtifactKind kind) override {
    if (create_error) return base::unexpected(*create_error);
    files[artifact_id(id, kind)];
    return std::make_unique<Writer>(*this, artifact_id(id, kind));
  }
  void end_task(const base::TaskId&) override {}
  void keep_only(const base::TaskId&, const std::vector<base::ExecutionId>&) override {}
  void remove_abandoned() override {}

 private:
  class Writer final : public ArtifactWriter {
   public:
    Writer(MemoryStore& store, std::string name) : store_(store), name_(std::move(name)) {}
    base::Expected<void, StoreError> append(std::string text) override {
      ++store_.appends;
      store_.provisional[name_].clear();
      if (text.size() > store_.room) return base::unexpected(StoreError{store_.append_error, "input/output error"});
      store_.room -= text.size();
      store_.files[name_] += text;
      return {};
    }
    base::Expected<void, StoreError> show_provisional(std::string text) override {
      store_.provisional[name_] = text;
      return {};
    }

   private:
    MemoryStore& store_;
    std::string name_;
  };
};

const base::Instant now{};

OutputLogOptions options(ArtifactStore* store) {
  OutputLogOptions options;
  options.render = {.columns = 80, .rows = 24, .newline = text::Newline::Lf};
  options.store = store;
  options.task = base::TaskId("task");
  options.execution = base::ExecutionId("7");
  return options;
}

std::string numbered_lines(int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i) text += std::to_string(i) + "\n";
  return text;
}

OutputSnapshot snapshot_of(std::string_view output, ArtifactStore* store) {
  OutputLog log(options(store));
  log.write(output, now);
  log.finish(now);
  return log.snapshot();
}

}  // namespace

TEST_CASE("Output up to the preview size stays inline and makes no file") {
  MemoryStore store;
  const std::string output = numbered_lines(1, 900);
  const OutputSnapshot snapshot = snapshot_of(output, &store);
  CHECK(snapshot.text + "\n" == output);
  CHECK(snapshot.total_bytes == output.size());
  CHECK(snapshot.total_lines == 900);
  CHECK(snapshot.whole());
  CHECK_FALSE(snapshot.artifact_id);
  CHECK(snapshot.problem.empty());
  CHECK(store.files.empty());
}

TEST_CASE("Inline text lacks its last LF, which the total counts") {
  const OutputSnapshot terminated = snapshot_of("a\rb\n", nullptr);
  CHECK(terminated.text == "b");
  CHECK(terminated.total_bytes == 2);
  CHECK(terminated.total_lines == 1);
  const OutputSnapshot unterminated = snapshot_of("abc", nullptr);
  CHECK(unterminated.text == "abc");
  CHECK(unterminated.total_bytes == 3);
  const OutputSnapshot nothing = snapshot_of("", nullptr);
  CHECK(nothing.text.empty());
  CHECK(nothing.total_lines == 0);
}

TEST_CASE("Longer output goes to the artifact from the first byte to the last, whatever the pieces") {
  std::string output = numbered_lines(1, 20'000) + "no line end";
  for (const std::size_t piece : {std::size_t{1}, std::size_t{100}, std::size_t{4096}, output.size()}) {
    MemoryStore store;
    OutputLog log(options(&store));
    for (std::size_t at = 0; at < output.size(); at += piece) {
      log.write(std::string_view(output).substr(at, piece), now);
      if (at / piece % 97 == 0) log.flush(now);
    }
    log.finish(now);
    CHECK(store.files["cmd-7.txt"] == output);
    CHECK(store.provisional["cmd-7.txt"].empty());
    const OutputSnapshot snapshot = log.snapshot();
    CHECK(snapshot.artifact_id == "cmd-7.txt");
    CHECK(snapshot.total_bytes == output.size());
    CHECK(snapshot.total_lines == 20'001);
    CHECK(snapshot.text.size() <= 4096);
    CHECK(snapshot.text.ends_with("\n20000\nno line end"));
  }
}

TEST_CASE("Many small writes reach the store in few appends") {
  MemoryStore store;
  OutputLog log(options(&store));
  for (int i = 0; i < 100'000; ++i) log.write("some line of output\n", now);
  log.finish(now);
  CHECK(store.files["cmd-7.txt"].size() == 2'000'000);
  CHECK(store.appends < 40);
}

TEST_CASE("While it runs, a snapshot and a flushed artifact have what is on the screen too") {
  MemoryStore store;
  OutputLog log(options(&store));
  const std::string output = numbered_lines(1, 2000) + "50%";
  log.write(output, now);
  const OutputSnapshot running = log.snapshot();
  CHECK(running.total_bytes == output.size());
  CHECK(running.text.ends_with("2000\n50%"));
  log.flush(now);
  CHECK(store.files["cmd-7.txt"] + store.provisional["cmd-7.txt"] == output);
  CHECK(log.snapshot().artifact_id == "cmd-7.txt");
  log.write("\r100%\n", now);
  log.finish(now);
  CHECK(store.files["cmd-7.txt"] == numbered_lines(1, 2000) + "100%\n");
}

TEST_CASE("A screen that alone makes the output too long gets its artifact at the flush") {
  MemoryStore store;
  OutputLogOptions wide = options(&store);
  wide.render.columns = 400;
  OutputLog log(wide);
  std::string output;
  for (int i = 0; i < 20; ++i) output += std::string(300, 'x') + "\n";
  log.write(output, now);
  log.flush(now);
  CHECK(store.files["cmd-7.txt"] + store.provisional["cmd-7.txt"] == output);
  log.finish(now);
  CHECK(store.files["cmd-7.txt"] == output);
}

TEST_CASE("Without a store the preview is right and the result says that nothing was kept") {
  const OutputSnapshot snapshot = snapshot_of(numbered_lines(1, 5000), nullptr);
  CHECK_FALSE(snapshot.artifact_id);
  CHECK(snapshot.problem == "there is no storage folder");
  CHECK(snapshot.text.ends_with("\n5000\n"));
}

TEST_CASE("A store that can't create says why; the preview is right") {
  MemoryStore store;
  store.create_error = StoreError{StoreErrorCode::ReadOnly, "the file system is read-only"};
  const OutputSnapshot snapshot = snapshot_of(numbered_lines(1, 5000), &store);
  CHECK_FALSE(snapshot.artifact_id);
  CHECK(snapshot.problem == "the file system is read-only");
  CHECK(snapshot.text.ends_with("\n5000\n"));
}

TEST_CASE("A store that fails later keeps what it had; preview and counts go on") {
  MemoryStore store;
  store.room = 100'000;
  const std::string output = numbered_lines(1, 50'000);
  OutputLog log(options(&store));
  for (std::size_t at = 0; at < output.size(); at += 1000) {
    log.write(std::string_view(output).substr(at, 1000), now);
    log.flush(now);
  }
  log.finish(now);
  const OutputSnapshot snapshot = log.snapshot();
  CHECK(snapshot.artifact_id == "cmd-7.txt");
  CHECK(snapshot.problem == "input/output error");
  CHECK(snapshot.total_bytes == output.size());
  CHECK(snapshot.text.ends_with("\n50000\n"));
  CHECK(output.starts_with(store.files["cmd-7.txt"]));
  CHECK(store.files["cmd-7.txt"].size() > 90'000);
}

TEST_CASE("An artifact that vanished is not named any more") {
  MemoryStore store;
  store.room = 70'000;
  store.append_error = StoreErrorCode::Vanished;
  const OutputSnapshot snapshot = snapshot_of(numbered_lines(1, 50'000), &store);
  CHECK_FALSE(snapshot.artifact_id);
  CHECK(snapshot.problem == "input/output error");
}

TEST_CASE("With record_raw the bytes are kept beside the artifact as an asciicast") {
  MemoryStore store;
  OutputLogOptions recording = options(&store);
  recording.record_raw = true;
  OutputLog log(recording);
  log.write("\x1B[31m\"red\"\x1B[0m \\ \xC3", now);
  log.write("\xA9\xFF\r\n", now + std::chrono::microseconds(1'500'000));
  log.resize(100, 30, now + std::chrono::seconds(2));
  log.write("\xF0\x9F", now + std::chrono::seconds(3));
  log.finish(now + std::chrono::seconds(4));
  CHECK(store.files["cmd-7.cast"] ==
        "{\"version\": 2, \"width\": 80, \"height\": 24}\n"
        "[0.000000, \"o\", \"\\u001b[31m\\\"red\\\"\\u001b[0m \\\\ \"]\n"
        "[1.500000, \"o\", \"é\uFFFD\\u000d\\u000a\"]\n"
        "[2.000000, \"r\", \"100x30\"]\n"
        "[4.000000, \"o\", \"\uFFFD\"]\n");
  CHECK_FALSE(store.files.contains("cmd-7.txt"));
  CHECK_FALSE(log.snapshot().artifact_id);
}

}  // namespace termhost::terminal
