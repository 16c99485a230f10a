// Recordings of real programs against what xterm.js shows of them (tests/fixtures/streams).
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "unit/text/rendering.hpp"

namespace termhost::text {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return std::move(content).str();
}

/// The renderer knows whether the last line was ended; the recorded text always ends in a line end.
std::string with_line_end(std::string text) {
  if (!text.empty() && text.back() != '\n') text += '\n';
  return text;
}

TEST_CASE("Recordings of real programs render as in a terminal, whole and cut anywhere") {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TERMHOST_FIXTURES "/streams")) {
    if (entry.path().extension() != ".raw") continue;
    INFO(entry.path().filename().string());
    const std::string stream = read(entry.path());
    const std::string expected = read(std::filesystem::path(entry.path()).replace_extension(".expected"));
    CHECK(with_line_end(rendered(stream)) == expected);
    CHECK(with_line_end(rendered_bytewise(stream)) == expected);
    std::size_t wrong = 0;
    for (std::size_t at = 1; at < stream.size(); ++at) {
      if (with_line_end(rendered_split(stream, at)) != expected) ++wrong;
    }
    CHECK(wrong == 0);
    ++count;
  }
  CHECK(count >= 8);
}

}  // namespace
}  // namespace termhost::text
