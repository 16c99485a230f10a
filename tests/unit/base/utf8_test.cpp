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

}  // namespace
}  // namespace termhost::base
