#include "tool/spellings.hpp"

#include <array>

#include <re2/re2.h>

#include "base/utf8.hpp"

namespace termhost::tool {
namespace {

using re2::RE2;

constexpr char32_t last_with_case = 0x1E943;

std::string encoded(char32_t character) {
  std::array<char, base::max_utf8_length> bytes{};
  return {bytes.data(), base::write_utf8(character, bytes.data())};
}

/// All characters that are not ASCII, up to the last that has a case.
const std::string& characters_with_case() {
  static const std::string all = [] {
    std::string text;
    for (char32_t character = 0x80; character <= last_with_case; ++character) {
      if (character < 0xD800 || character >= 0xE000) text += encoded(character);  // surrogates are none
    }
    return text;
  }();
  return all;
}

/// RE2 has the table of cases, and gives it to who asks with every character there is.
std::vector<std::string> matching(const std::string& pattern, Case compared) {
  RE2::Options options;
  options.set_case_sensitive(compared == Case::Exact);
  options.set_log_errors(false);
  const RE2 asked("(" + pattern + ")", options);
  std::vector<std::string> found;
  re2::StringPiece rest(characters_with_case());
  for (std::string one; RE2::FindAndConsume(&rest, asked, &one);) found.push_back(one);
  return found;
}

std::string quoted(std::string_view text) { return RE2::QuoteMeta(re2::StringPiece(text.data(), text.size())); }

}  // namespace

std::vector<std::string> spellings(std::string_view character, Case compared) {
  std::vector<std::string> found;
  if (compared == Case::Regardless) found = matching(quoted(character), compared);
  if (found.empty()) found.emplace_back(character);
  return found;
}

std::vector<std::string> spellings_between(std::string_view first, std::string_view last, Case compared) {
  const std::string last_known = encoded(last_with_case);
  if (last > last_known) return {};  // bytes of UTF-8 are in the order of characters
  return matching("[" + quoted(first) + "-" + quoted(last) + "]", compared);
}

}  // namespace termhost::tool
