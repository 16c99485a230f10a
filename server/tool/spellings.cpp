#include "tool/spellings.hpp"

#include <array>

#include <re2/re2.h>

#include "base/utf8.hpp"

namespace termhost::tool {
namespace {

using re2::RE2;

/// All characters from U+0080 to the last that has a case.
const std::string& characters_with_case() {
  constexpr char32_t last = 0x1E943;
  static const std::string all = [] {
    std::string text;
    std::array<char, base::max_utf8_length> bytes{};
    for (char32_t character = 0x80; character <= last; ++character) {
      if (character >= 0xD800 && character < 0xE000) continue;  // surrogates
      text.append(bytes.data(), base::write_utf8(character, bytes.data()));
    }
    return text;
  }();
  return all;
}

}  // namespace

/// RE2 has the table, and gives it to who asks with every character there is.
std::vector<std::string> spellings(std::string_view character) {
  RE2::Options options;
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  const RE2 same("(" + RE2::QuoteMeta(re2::StringPiece(character.data(), character.size())) + ")", options);
  std::vector<std::string> found;
  re2::StringPiece rest(characters_with_case());
  for (std::string one; RE2::FindAndConsume(&rest, same, &one);) found.push_back(one);
  if (found.empty()) found.emplace_back(character);
  return found;
}

}  // namespace termhost::tool
