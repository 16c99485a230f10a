// The end of an output, from a snapshot or its artifact, at a character border.
#include "tool/reading/output_tail.hpp"

#include <catch2/catch_test_macros.hpp>

#include "support/memory_artifact.hpp"

using namespace termhost;

namespace {

struct Source final : tool::ArtifactSource {
  explicit Source(std::string whole) : text(std::move(whole)) {}
  base::Expected<std::unique_ptr<tool::ArtifactReader>, terminal::StoreError> open_artifact(const base::TaskId&,
                                                                                            std::string_view) override {
    if (gone) return base::unexpected(terminal::StoreError{terminal::StoreErrorCode::Vanished, "it is gone"});
    return std::make_unique<testing::MemoryArtifact>(text);
  }
  std::string text;
  bool gone = false;
};

terminal::OutputSnapshot whole(std::string text, std::uint64_t total) {
  terminal::OutputSnapshot snapshot;
  snapshot.text = std::move(text);
  snapshot.total_bytes = total;
  snapshot.line_end_cut = snapshot.text.size() < total;
  return snapshot;
}

terminal::OutputSnapshot cut(std::string preview, std::uint64_t total) {
  terminal::OutputSnapshot snapshot = whole(std::move(preview), total);
  snapshot.omitted.emplace_back();
  snapshot.line_end_cut = false;
  snapshot.artifact_id = "cmd-1.txt";
  return snapshot;
}

}  // namespace

TEST_CASE("a whole snapshot gets back the line end that it leaves out, and only that") {
  CHECK(tool::output_tail(whole("a\nb", 4), nullptr, {}, 100).text == "a\nb\n");
  CHECK(tool::output_tail(whole("a\nb", 3), nullptr, {}, 100).text == "a\nb");
  CHECK_FALSE(tool::output_tail(whole("a\nb", 4), nullptr, {}, 4).truncated);
  CHECK(tool::output_tail(whole("a\nb", 4), nullptr, {}, 3).text == "\nb\n");
  CHECK(tool::output_tail(whole("", 0), nullptr, {}, 0).truncated == false);
}

TEST_CASE("what a preview leaves out comes from the artifact") {
  Source source("0123456789\xE2\x82\xAC\xE2\x82\xAC");  // two times three bytes at the end
  const struct {
    std::uint64_t limit;
    std::string kept;
    bool truncated;
  } rows[] = {{0, "", true},
              {2, "", true},
              {3, "\xE2\x82\xAC", true},
              {5, "\xE2\x82\xAC", true},
              {6, "\xE2\x82\xAC\xE2\x82\xAC", true},
              {7, "9\xE2\x82\xAC\xE2\x82\xAC", true},
              {16, source.text, false},
              {1000, source.text, false}};
  for (const auto& row : rows) {
    CAPTURE(row.limit);
    const auto tail = tool::output_tail(cut("012…", 16), &source, {}, row.limit);
    CHECK(tail.text == row.kept);
    CHECK(tail.truncated == row.truncated);
  }
}

TEST_CASE("without its artifact the preview has to do") {
  Source source("whatever");
  source.gone = true;
  CHECK(tool::output_tail(cut("head… tail", 1000), &source, {}, 4).text == "tail");
  CHECK(tool::output_tail(cut("head… tail", 1000), nullptr, {}, 4).truncated);
}
