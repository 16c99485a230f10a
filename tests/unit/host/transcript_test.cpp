#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch_test_macros.hpp>

#include "host/editor/replayed_session.hpp"
#include "rpc/transcript/transcript_player.hpp"

namespace termhost::host {
namespace {

namespace fs = std::filesystem;

std::vector<rpc::TranscriptStep> steps_of(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  auto steps = rpc::parse_transcript(text.str());
  INFO((steps ? std::string() : steps.error()));
  REQUIRE(steps);
  return std::move(*steps);
}

std::vector<std::string> play_transcript(const std::vector<rpc::TranscriptStep>& steps, rpc::Feeding feeding = {}) {
  ReplayedSession session(steps, nullptr, nullptr);
  rpc::PlayerOptions options;
  options.feeding = feeding;
  return rpc::play(steps, session, options);
}

void check_all_in(const std::string& folder, int at_least) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    CAPTURE(entry.path().filename());
    const auto steps = steps_of(entry.path());
    const auto whole = play_transcript(steps);
    CHECK(whole == std::vector<std::string>{});
    ++count;
    if (!whole.empty()) continue;
    CHECK(play_transcript(steps, {rpc::Feeding::Kind::ByteByByte}) == std::vector<std::string>{});
    for (std::size_t at = 1; at < rpc::longest_client_frame(steps); ++at) {
      const auto differences = play_transcript(steps, {rpc::Feeding::Kind::SplitOnce, at});
      if (!differences.empty()) FAIL_CHECK("split at " << at << ": " << differences.front());
    }
  }
  CHECK(count >= at_least);
}

TEST_CASE("The transcripts that the shims replay too hold: whole, byte by byte, and at every split") {
  check_all_in(TERMHOST_SOURCE_DIR "/protocol/transcripts", 3);
}

TEST_CASE("So do those of what only the server has to get right") { check_all_in(TERMHOST_FIXTURES "/transcripts", 4); }

}  // namespace
}  // namespace termhost::host
