#include "approval/plain_expression.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

struct Language {
  std::string_view programs;
  std::string_view options;
  std::string_view names;        ///< whole, with their dots; whatever else the code names is not known to be harmless
  std::string_view punctuation;  ///< outside of strings
};
/// `sys` is part of the interpreter: any other module is looked for in the current folder first.
constexpr std::array languages{
    Language{
        "python python3", "-c",
        "print len int float round sum min max abs hex oct bin ord chr str repr sorted range divmod pow True False "
        "None import sys sys.version sys.version_info sys.version_info.major sys.version_info.minor "
        "sys.executable sys.platform sys.prefix sys.path sys.maxsize sys.byteorder",
        " \n;:,()[]+-*/%<>=!&|^~"},
    // No brackets: `"x"["constructor"]` makes code of strings. No slash: it may begin a regex, with quotes in it
    Language{
        "node nodejs", "-p -e -pe --print --eval",
        "console.log process.version process.versions process.versions.v8 process.versions.node "
        "process.versions.modules process.platform process.arch process.cwd Math.max Math.min Math.round Math.floor "
        "Math.ceil Math.pow Math.sqrt true false null",
        " \n;,()+-*%<>=!&|^~"},
};

bool is_plain(std::string_view code, const Language& language) {
  if (code.find("'''") != code.npos || code.find(R"(""")") != code.npos) return false;
  for (std::size_t at = 0; at < code.size();) {
    const char c = code[at];
    if (c == '"' || c == '\'') {
      const std::size_t begin = at++;
      while (at < code.size() && code[at] != c && code[at] != '\n') at += code[at] == '\\' ? 2 : 1;
      if (at >= code.size() || code[at] != c) return false;
      if (begin > 0 && is_name_char(code[begin - 1])) return false;  // f"{…}"
      ++at;
    } else if (is_name_char(c)) {
      const std::size_t begin = at;
      while (at < code.size() && (is_name_char(code[at]) || code[at] == '.')) ++at;
      const std::string_view word = code.substr(begin, at - begin);
      const bool number = word.find_first_not_of("0123456789.") == word.npos && word.find("..") == word.npos;
      if (!number && !listed(language.names, word)) return false;
    } else if (language.punctuation.find(c) == std::string_view::npos) {
      return false;
    } else {
      ++at;
    }
  }
  return true;
}

}  // namespace

bool only_computes(Words words) {
  if (words.size() != 3 || !words[1].known() || !words[2].known()) return false;
  return std::ranges::any_of(languages, [&](const Language& language) {
    return listed(language.programs, words[0].text) && listed(language.options, words[1].text) &&
           is_plain(words[2].text, language);
  });
}

}  // namespace termhost::approval
