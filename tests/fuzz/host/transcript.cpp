// A whole session: any transcript of what an editor and the operating system may say, damaged and in any order. No
// crash, and the same answers whether the editor's bytes come whole or one by one.
#include <cstdlib>
#include <string_view>

#include "host/editor/replayed_session.hpp"
#include "rpc/transcript/transcript_player.hpp"

namespace {

using namespace termhost;

constexpr std::chrono::hours longest_step{24};  // timers that repeat would fire for ever

/// The lines that are steps; a damaged one is left out.
std::vector<rpc::TranscriptStep> steps_in(std::string_view text) {
  std::vector<rpc::TranscriptStep> steps;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    auto parsed = rpc::parse_transcript(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!parsed || parsed->empty()) continue;
    const auto* passes = std::get_if<rpc::TimePasses>(&parsed->front().what);
    if (passes == nullptr || passes->duration <= longest_step) steps.push_back(std::move(parsed->front()));
  }
  return steps;
}

std::vector<std::string> differences(const std::vector<rpc::TranscriptStep>& steps, rpc::Feeding::Kind kind) {
  host::ReplayedSession session(steps, nullptr, nullptr);
  rpc::PlayerOptions options;
  options.feeding.kind = kind;
  return rpc::play(steps, session, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto steps = steps_in({reinterpret_cast<const char*>(data), size});
  if (differences(steps, rpc::Feeding::Kind::Whole) != differences(steps, rpc::Feeding::Kind::ByteByByte)) std::abort();
  return 0;
}
