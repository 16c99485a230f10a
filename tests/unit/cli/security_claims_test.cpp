// docs/security.md promises what tests hold: each it names is there.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include <catch2/catch_test_macros.hpp>

namespace termhost::cli {
namespace {

std::string content_of(const std::string& file) {
  std::ifstream in(TERMHOST_SOURCE_DIR "/" + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// As source has it: a long name is cut into literals.
std::string without_breaks(std::string text) {
  for (std::size_t at = 0; (at = text.find("\"\n", at)) != std::string::npos;) {
    const std::size_t next = text.find_first_not_of(" \n", at + 1);
    if (next != std::string::npos && text[next] == '"') {
      text.erase(at, next + 1 - at);
    } else {
      ++at;
    }
  }
  return text;
}

/// Tests are in tests/, and those of an editor's package in its folder.
std::size_t next_claim(const std::string& page, std::size_t at) {
  return std::min(page.find("`tests/", at), page.find("`editors/", at));
}

}  // namespace

TEST_CASE("every claim of docs/security.md names a test that exists") {
  const std::string page = content_of("docs/security.md");
  std::size_t claims = 0;
  for (std::size_t at = 0; (at = next_claim(page, at)) != std::string::npos; ++claims) {
    const std::size_t end = page.find('`', at + 1), open = page.find('"', end), close = page.find('"', open + 1);
    REQUIRE(close != std::string::npos);
    const std::string file = page.substr(at + 1, end - at - 1), name = page.substr(open + 1, close - open - 1);
    INFO(file << ": " << name);
    CHECK(open - end == 2);
    CHECK(without_breaks(content_of(file)).find(name) != std::string::npos);
    at = close;
  }
  CHECK(claims > 25);
}

}  // namespace termhost::cli
