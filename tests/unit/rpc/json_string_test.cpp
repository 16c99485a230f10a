// Strings as JSON: what nlohmann's library writes of the same text, character by character, and reads back.
#include "rpc/json_string.hpp"

#include <random>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

using namespace termhost;

namespace {

std::string written(std::string_view text) {
  std::string out = "before";
  rpc::append_json_string(text, out);
  return out.substr(6);
}

std::string expected(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

TEST_CASE("a string is written as nlohmann's library writes it, whatever its characters and its length") {
  const std::string all = [] {
    std::string text;
    for (int c = 0; c < 0x80; ++c) text += static_cast<char>(c);
    return text + "caf\u00e9 \u25cf \U0001f600";
  }();
  CHECK(written(all) == expected(all));
  CHECK(written("") == "\"\"");
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 300; ++size) {
    std::string text;
    while (text.size() < size) text += random() % 4 == 0 ? all[random() % 0x80] : 'x';
    CHECK(written(text) == expected(text));
  }
}

TEST_CASE("a long string is written piece by piece, and no piece shows") {
  std::string text;
  for (int line = 0; text.size() < 200'000; ++line)
    text += "\x1b[32m\u2713\x1b[39m line " + std::to_string(line) + "\r\n";
  CHECK(written(text) == expected(text));
}

TEST_CASE("what is no UTF-8 becomes U+FFFD") {
  for (const std::string text : {"caf\xe9", "\xff\"\xfe", "\xe2\x82", "\xed\xa0\x80", "a\xc3\n"})
    CHECK(nlohmann::json::parse(written(text)) == nlohmann::json::parse(expected(text)));
}
