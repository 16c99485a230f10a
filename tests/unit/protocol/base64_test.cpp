#include "protocol/base64.hpp"

#include <catch2/catch_test_macros.hpp>

namespace termhost::protocol {
namespace {

std::string decoded(std::string_view text) {
  std::string out = "old content";
  return decode_base64(text, out) ? out : "no base64";
}

TEST_CASE("The test vectors of RFC 4648 section 10, with and without padding") {
  const std::pair<std::string_view, std::string_view> rows[] = {{"", ""},
                                                                {"f", "Zg=="},
                                                                {"fo", "Zm8="},
                                                                {"foo", "Zm9v"},
                                                                {"foob", "Zm9vYg=="},
                                                                {"fooba", "Zm9vYmE="},
                                                                {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : rows) {
    CHECK(encode_base64(bytes) == text);
    CHECK(decoded(text) == bytes);
    CHECK(decoded(text.substr(0, text.find('='))) == bytes);
  }
}

TEST_CASE("Every byte survives") {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  CHECK(decoded(encode_base64(bytes)) == bytes);
}

TEST_CASE("Texts of every length, whatever is decoded at once") {
  std::string bytes;
  for (unsigned i = 0; i < 200; ++i) {
    CHECK(decoded(encode_base64(bytes)) == bytes);
    bytes += static_cast<char>(i * 151 + i / 3);
  }
}

TEST_CASE("Each byte that is no digit is refused, wherever it stands") {
  const std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int byte = 0; byte < 256; ++byte) {
    for (std::size_t at = 0; at < 44; ++at) {
      std::string text(44, '/');
      text[at] = static_cast<char>(byte);
      const bool padding = byte == '=' && at == text.size() - 1;
      CHECK((decoded(text) != "no base64") == (padding || digits.find(text[at]) != digits.npos));
    }
  }
}

TEST_CASE("What is no base64 is refused") {
  for (const std::string_view text : {"A", "Zg=", "Zm9v!A==", "Zm 9v", "Zg===", "Z-9_", "====", "\xff\xff\xff\xff"}) {
    CAPTURE(text);
    CHECK(decoded(text) == (text == "Zg=" ? "f" : "no base64"));
  }
}

}  // namespace
}  // namespace termhost::protocol
