// The index of git, as git itself has written it (tests/fixtures/git-index), and broken.
#include "sandbox/git_index.hpp"

#include <fstream>

#include <catch2/catch_test_macros.hpp>

using namespace termhost::sandbox;

namespace {

std::string fixture(const std::string& name) {
  std::ifstream file(TERMHOST_FIXTURES "/git-index/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string hex(std::string_view bytes) {
  std::string text;
  for (const unsigned char byte : bytes) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string number(std::uint32_t value, int bytes = 4) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

/// Version 2, of one file, with what stands behind the entries.
std::string index_of(const std::string& path, const std::string& extensions = "", bool summed = true) {
  const auto length = static_cast<std::uint32_t>(std::min<std::size_t>(path.size(), 0xFFF));
  std::string entry =
      std::string(24, '\1') + number(0100644) + std::string(12, '\2') + std::string(20, 'n') + number(length, 2) + path;
  entry.append(8 - entry.size() % 8, '\0');
  std::string all = "DIRC" + number(2) + number(1) + entry + extensions;
  return all + (summed ? sha1(all) : std::string(20, '\0'));
}

}  // namespace

TEST_CASE("names of contents are git's") {
  CHECK(hex(sha1("")) == "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  CHECK(hex(sha1("abc")) == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(hex(sha1(std::string(1'000'000, 'a'))) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
  CHECK(hex(git_name_of("")) == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
  CHECK(hex(git_name_of("A=1\n")) == "bd2c89c15cf5290bc8b5e0d71f071132864134c3");
}

TEST_CASE("what git has is read, in each version") {
  for (const char* version : {"version-2", "version-3", "version-4"}) {
    CAPTURE(version);
    const auto index = read_git_index(fixture(version));
    REQUIRE(index);
    CHECK(index->size() == (std::string_view(version) == "version-2" ? 4 : 5));
    CHECK(hex(index->at(".env")) == "bd2c89c15cf5290bc8b5e0d71f071132864134c3");
    CHECK(hex(index->at("src/deep/a.c")) == "587be6b4c3f93f93c489c0111bba5596147a26cb");
    CHECK(index->contains("src/deep/b.c"));
    CHECK(index->at("link").empty());  // no plain file
  }
}

TEST_CASE("an index that ends too early, or has another byte anywhere, is none") {
  for (const char* version : {"version-2", "version-3", "version-4"}) {
    const std::string whole = fixture(version);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      CAPTURE(version, size);
      CHECK_FALSE(read_git_index(std::string_view(whole).substr(0, size)));
      std::string other = whole;
      other[size] = static_cast<char>(other[size] ^ 0x41);
      CHECK_FALSE(read_git_index(other));
    }
  }
}

TEST_CASE("an index without a sum is read as far as it says") {
  CHECK(read_git_index(index_of("a")));
  CHECK(read_git_index(index_of("a", "", false)));
  CHECK(read_git_index(index_of(std::string(5000, 'a')))->begin()->first.size() == 5000);
  const std::string whole = index_of("a/b", "", false);
  for (std::size_t i = 0; i < whole.size() - 20; ++i) {  // whatever is cut away or told wrong: never past the end
    CAPTURE(i);
    (void)read_git_index(whole.substr(0, i) + std::string(20, '\0'));
    std::string other = whole;
    other[i] = '\xFF';
    (void)read_git_index(other);
  }
}

TEST_CASE("an extension that has to be known is, or the index says not all") {
  CHECK(read_git_index(index_of("a", "TREE" + number(3) + "abc")));
  CHECK(read_git_index(index_of("a", "sdir" + number(0))));
  CHECK_FALSE(read_git_index(index_of("a", "link" + number(0))));
  CHECK_FALSE(read_git_index(index_of("a", "TREE" + number(9) + "abc")));
  CHECK_FALSE(read_git_index(index_of("a", "TR")));
  CHECK_FALSE(read_git_index(fixture("split")));
}
