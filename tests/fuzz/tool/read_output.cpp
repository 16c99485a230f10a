// Any output, any request: no crash, a range that makes sense, and pages that lead to the end without a gap.
#include "tool/reading/read_output.hpp"

#include <cstdlib>
#include <string_view>

#include "support/memory_artifact.hpp"

namespace {

using namespace termhost;

void require(bool condition) {
  if (!condition) std::abort();
}

/// The input: two bytes of numbers, the pattern up to a line break, and the output.
struct Input {
  std::int64_t number = 0;
  std::size_t piece = 1;
  std::string pattern, output;
};

Input split(std::string_view data) {
  Input input;
  if (data.size() < 2) return input;
  input.number = static_cast<signed char>(data[0]);
  input.piece = 1 + static_cast<unsigned char>(data[1]);
  data.remove_prefix(2);
  const std::size_t end = std::min(data.find('\n'), data.size());
  input.pattern = data.substr(0, end);
  input.output = data.substr(std::min(end + 1, data.size()));
  return input;
}

void check_range(const tool::ReadOutputResult& result, std::size_t size) {
  require(result.total_bytes == size && result.begin <= result.end && result.end <= size);
  require(result.complete != result.next_offset.has_value());
}

void follow_pages(testing::MemoryArtifact& artifact, std::size_t size, std::int64_t limit) {
  std::uint64_t at = 0;
  for (int pages = 0; pages < 64; ++pages) {
    const auto page =
        tool::read_output(artifact, {.artifact_id = "x", .offset = static_cast<std::int64_t>(at), .limit = limit});
    require(page && page->begin == at);
    check_range(*page, size);
    if (!page->next_offset) return;
    require(*page->next_offset > at);
    at = *page->next_offset;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const Input input = split({reinterpret_cast<const char*>(data), size});
  testing::MemoryArtifact artifact(input.output, input.piece);
  const auto found = tool::read_output(
      artifact, {.artifact_id = "x", .search = input.pattern, .offset = input.number, .context_lines = input.number});
  if (found) check_range(*found, input.output.size());
  follow_pages(artifact, input.output.size(), 1 + std::abs(input.number));
  return 0;
}
