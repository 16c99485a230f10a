#include "base/utf8.hpp"

#include <catch2/catch_test_macros.hpp>

namespace termhost::base {
namespace {

TEST_CASE("Ill-formed UTF-8 becomes one U+FFFD per maximal subpart (Unicode 15, tables 3-8 to 3-11)") {
  const std::string r = "\xEF\xBF\xBD";
  const std::pair<std::string, std::string> rows[] = {
      {"plain", "plain"},
      {"é€😀", "é€😀"},
      {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", r + r + r + r + r + r + r + r + "A"},
      {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", r + r + r + r + r + r + r + r + "A"},
      {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", r + r + r + r + r + "A" + r + r + "B"},
      {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", r + r + r + r + "A"},
      {"eight ok \xE2\x82", "eight ok " + r},
      {"\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xF5", "€€€" + r},
  };
  for (const auto& [bytes, text] : rows) {
    CAPTURE(bytes);
    CHECK(well_formed(bytes) == text);
    CHECK(is_well_formed(bytes) == (bytes == text));
    CHECK(is_well_formed(text));
    CHECK(well_formed_prefix(bytes + "x") <= bytes.size() + 1);
  }
}

TEST_CASE("An unfinished code point at the end is told from a wrong byte") {
  CHECK(incomplete_utf8_suffix("a\xE2\x82") == 2);
  CHECK(incomplete_utf8_suffix("a\xF0\x9F\x98") == 3);
  CHECK(incomplete_utf8_suffix("a\xC3") == 1);
  CHECK(incomplete_utf8_suffix("a€") == 0);
  CHECK(incomplete_utf8_suffix("a\xFF") == 0);
  CHECK(incomplete_utf8_suffix("") == 0);
}

TEST_CASE("ASCII at the front ends with the first byte that is none, wherever it is") {
  for (std::size_t size = 0; size < 200; ++size) {
    const std::string text(size, '\x7f');
    CHECK(ascii_prefix(text) == size);
    CHECK(ascii_prefix(text + "\x80" + text) == size);
  }
}

TEST_CASE("Characters are encoded in one to four bytes") {
  std::string text;
  for (const char32_t character : {U'\0', U'a', U'\u007f', U'\u0080', U'é', U'\u07ff', U'\u0800', U'€', U'\uffff',
                                   U'\U00010000', U'😀', U'\U0010ffff'})
    append_utf8(text, character);
  CHECK(text ==
        std::string("\0a\x7f", 3) + "\xC2\x80é\xDF\xBF\xE0\xA0\x80€\xEF\xBF\xBF\xF0\x90\x80\x80😀\xF4\x8F\xBF\xBF");
}

}  // namespace
}  // namespace termhost::base
