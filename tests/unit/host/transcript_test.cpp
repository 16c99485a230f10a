#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch_test_macros.hpp>

#include "host/replayed_session.hpp"
#include "rpc/transcript_player.hpp"

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

std::vector<std::string> play(const std::vector<rpc::TranscriptStep>& steps, rpc::Feeding feeding = {}) {
  ReplayedSession session(steps, nullptr, nullptr);
  rpc::PlayerOptions options;
  options.feeding = feeding;
  return rpc::play(steps, session, options);
}

TEST_CASE("The transcripts that the shims replay too hold: whole, byte by byte, and at every split") {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(TERMHOST_SOURCE_DIR "/protocol/transcripts")) {
    CAPTURE(entry.path().filename());
    const auto steps = steps_of(entry.path());
    CHECK(play(steps) == std::vector<std::string>{});
    CHECK(play(steps, {rpc::Feeding::Kind::ByteByByte}) == std::vector<std::string>{});
    for (std::size_t at = 1; at < rpc::longest_client_frame(steps); ++at) {
      const auto differences = play(steps, {rpc::Feeding::Kind::SplitOnce, at});
      if (!differences.empty()) FAIL_CHECK("split at " << at << ": " << differences.front());
    }
    ++count;
  }
  CHECK(count >= 3);
}

}  // namespace
}  // namespace termhost::host
