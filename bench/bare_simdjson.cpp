// The yardstick for ingest.mjs: reads frames from stdin like the server and does nothing but decode them with simdjson.
// Prints the seconds that decoding from memory takes, best of three.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

#include <simdjson.h>

namespace {

std::string read_all() {
  std::string all;
  std::vector<char> chunk(std::size_t{256} << 10);
  for (ssize_t count = 0; (count = ::read(STDIN_FILENO, chunk.data(), chunk.size())) > 0;) {
    all.append(chunk.data(), static_cast<std::size_t>(count));
  }
  return all;
}

/// Bytes of `data` in all frames.
std::size_t decode(const std::string& frames, simdjson::dom::parser& parser) {
  constexpr std::size_t name_bytes = sizeof "Content-Length: " - 1;
  std::size_t bytes = 0;
  std::size_t at = 0;
  while (at < frames.size()) {
    char* end = nullptr;
    const std::size_t length = std::strtoull(frames.data() + at + name_bytes, &end, 10);
    const char* body = end + 4;
    std::string_view data;
    simdjson::dom::element message;
    if (parser.parse(body, length, false).get(message) == simdjson::SUCCESS &&
        message["params"]["data"].get(data) == simdjson::SUCCESS) {
      bytes += data.size();
    }
    at = static_cast<std::size_t>(body - frames.data()) + length;
  }
  return bytes;
}

}  // namespace

int main() {
  std::string frames = read_all();
  frames.reserve(frames.size() + simdjson::SIMDJSON_PADDING);
  simdjson::dom::parser parser;
  double best = 1e9;
  std::size_t bytes = 0;
  for (int run = 0; run < 3; ++run) {
    const auto start = std::chrono::steady_clock::now();
    bytes = decode(frames, parser);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("{\"seconds\":%.6f,\"bytes\":%zu}\n", best, bytes);
}
