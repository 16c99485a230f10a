#include "approval/own_languages.hpp"

#include <algorithm>
#include <string>

#include "approval/special_words.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// Reads what a sed script is plainly made of: addresses and commands that take no text, no file and no label.
class SedReader {
 public:
  explicit SedReader(std::string_view script) : text_(script) {}

  bool run() {
    while (!done()) {
      if (is_one_of(" \t\n;{}")) {
        ++at_;
        continue;
      }
      if (!address() || !command()) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] char now() const { return done() ? '\0' : text_[at_]; }
  [[nodiscard]] bool is_one_of(std::string_view set) const {
    return !done() && set.find(now()) != std::string_view::npos;
  }
  void skip(std::string_view set) {
    while (is_one_of(set)) ++at_;
  }

  /// Up to the next unescaped delimiter, on one line.
  bool delimited(char delimiter) {
    for (; !done(); ++at_) {
      if (now() == '\n') return false;
      if (now() == '\\') {
        if (++at_ >= text_.size() || now() == '\n') return false;
      } else if (now() == delimiter) {
        ++at_;
        return true;
      }
    }
    return false;
  }

  bool one_address() {
    if (now() == '/') {
      ++at_;
      if (!delimited('/')) return false;
      skip("I");
    } else if (now() == '$') {
      ++at_;
    } else {
      skip("0123456789~+");
    }
    return true;
  }

  bool address() {
    if (!one_address()) return false;
    skip(" ");
    if (now() == ',') {
      ++at_;
      skip(" ");
      if (!one_address()) return false;
    }
    skip(" !");
    return true;
  }

  bool command() {
    const char name = now();
    ++at_;
    if (name == '{') return true;
    if (name == 's' || name == 'y') {
      const char delimiter = now();
      const auto byte = static_cast<unsigned char>(delimiter);
      if (byte <= ' ' || byte >= 0x7F || delimiter == '\\' || is_name_char(delimiter)) return false;
      ++at_;
      if (!delimited(delimiter) || !delimited(delimiter)) return false;
      if (name == 's') skip("gpiIm0123456789");
    } else if (name == 'q') {
      skip("0123456789");
    } else if (std::string_view("pPdDnNgGhHxlz=").find(name) == std::string_view::npos || name == '\0') {
      return false;
    }
    skip(" ");
    return done() || is_one_of(";\n}");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool mentions(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view w) { return text.find(w) != std::string_view::npos; });
}

/// What an awk program could reach the world with stands in it, in whatever way it is read.
bool reaches_out(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string_view::npos; at += 2)
    if (at + 1 >= text.size() || text[at + 1] != '|' || (at + 2 < text.size() && text[at + 2] == '&')) return true;
  for (std::size_t at = 0; (at = text.find('>', at)) != std::string_view::npos; ++at)
    if (at + 1 >= text.size() || text[at + 1] != '=') return true;
  return mentions(text, {"system", "getline", "@", "\\\n", "\\\r", "/inet", "load", "include"});
}

/// The program without its strings and without those regexes that cannot be divisions, and without the `>` of
/// comparisons: those before the first brace, or between round brackets. Empty where that is not certain.
std::string awk_skeleton(std::string_view text) {
  std::string rest;
  int round = 0;
  bool braces = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const std::size_t before = rest.find_last_not_of(" \t");
    const char previous = before == std::string::npos ? '\0' : rest[before];
    if (c == '"' ||
        (c == '/' && (previous == '\0' || std::string_view("{(!~&|;\n").find(previous) != std::string_view::npos))) {
      const std::size_t start = at;
      for (++at; at < text.size() && text[at] != c && text[at] != '\n'; ++at) {
        if (text[at] == '\\') ++at;
        if (c == '/' && at < text.size() && (text[at] == '[' || text[at] == '"')) return {};
      }
      if (at >= text.size() || text[at] != c || start + 1 >= text.size()) return {};
      rest += '0';
      continue;
    }
    if (c == '/' || c == '#' || c == '\\') return {};
    braces |= c == '{';
    round += c == '(' ? 1 : c == ')' ? -1 : 0;
    const bool compares = c == '>' && (!braces || round > 0);
    rest += compares ? '<' : c;
  }
  return rest;
}

}  // namespace

bool is_plain_sed(std::string_view script) { return SedReader(script).run(); }

bool is_plain_awk(std::string_view program) {
  if (!reaches_out(program)) return true;
  if (mentions(program, {"system", "getline", "@", "\\\n", "\r", "/inet"})) return false;
  const std::string skeleton = awk_skeleton(program);
  return !skeleton.empty() && !reaches_out(skeleton);
}

}  // namespace termhost::approval
