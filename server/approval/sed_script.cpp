#include <algorithm>

#include "approval/options.hpp"
#include "approval/programs.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

/// What cannot be read may do anything.
Concern unreadable() { return {0, "its script cannot be read with certainty", true, {}}; }
Concern writes(std::string reason) { return {0, std::move(reason), false, {}}; }
Concern runs(std::string reason, std::string_view code) { return {0, std::move(reason), true, std::string(code)}; }

/// Reads a sed script command by command, by the grammar of GNU sed.
class SedScanner {
 public:
  explicit SedScanner(std::string_view text) : text_(text) {}

  std::optional<Concern> run() {
    if (text_.find(shell::unknown_part) != std::string_view::npos)
      return runs("its script is known only when it runs", {});
    while (skip_separators(), at_ < text_.size()) {
      if (peek() == '#') {
        skip_line();
        continue;
      }
      if (!addresses()) return unreadable();
      if (std::optional<Concern> concern = command()) return concern;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(peek())) ++at_;
  }
  void skip_separators() {
    while (at_ < text_.size() && (is_blank(peek()) || peek() == ';')) ++at_;
  }
  void skip_line() { at_ = std::min(text_.find('\n', at_), text_.size()); }
  void skip_digits() {
    while (is_digit(peek())) ++at_;
  }

  /// Text up to an unescaped delimiter. False: it never comes, or stands in a bracket, where not all seds agree.
  bool delimited(char delimiter, bool pattern) {
    std::size_t bracket = 0;  // where [ opened
    for (; at_ < text_.size(); ++at_) {
      const char c = peek();
      if (c == delimiter) return bracket == 0 && (++at_, true);
      if (c == '\\')
        ++at_;
      else if (c == '[' && pattern && bracket == 0)
        bracket = at_;
      else if (c == ']' && bracket != 0 && at_ > bracket + 1 && text_[at_ - 1] != '^')
        bracket = 0;
    }
    return false;
  }

  bool address() {
    if (is_digit(peek())) return skip_digits(), step(), true;
    if (peek() == '$') return ++at_, true;
    if (peek() != '/' && peek() != '\\') return true;
    if (peek() == '\\') ++at_;
    const char delimiter = peek();
    ++at_;
    if (!delimited(delimiter, true)) return false;
    while (peek() == 'I' || peek() == 'M') ++at_;
    return true;
  }
  void step() {
    if (peek() != '~') return;
    ++at_;
    skip_digits();
  }
  bool addresses() {
    if (!address()) return false;
    skip_blanks();
    if (peek() == ',') {
      ++at_;
      skip_blanks();
      if (peek() == '+' || peek() == '~') ++at_;
      if (!address()) return false;
    }
    for (skip_blanks(); peek() == '!'; skip_blanks()) ++at_;
    return true;
  }

  std::optional<Concern> command() {
    const char c = peek();
    ++at_;
    switch (c) {
      case 's': return substitution();
      case 'y': return two_parts(false) ? std::nullopt : std::optional(unreadable());
      case 'e': return runs("its script runs commands (e)", text_.substr(at_, text_.find('\n', at_) - at_));
      case 'w':
      case 'W': return writes("its script writes a file (w)");
      case 'a':
      case 'i':
      case 'c': skip_text(); return std::nullopt;
      case 'r':
      case 'R':
      case ':':
      case 'b':
      case 't':
      case 'T': skip_to_end(c); return std::nullopt;
      case 'q':
      case 'Q':
      case 'l':
      case 'L':
        skip_blanks();
        skip_digits();
        return std::nullopt;
      default: break;
    }
    const bool harmless = std::string_view("{}=dDgGhHnNpPxzF").find(c) != std::string_view::npos;
    return harmless ? std::nullopt : std::optional(unreadable());
  }

  /// A pattern and what replaces it, between delimiters; `second_` is where the replacement begins.
  bool two_parts(bool pattern) {
    const char delimiter = peek();
    ++at_;
    if (delimiter == '\0' || !delimited(delimiter, pattern)) return false;
    second_ = at_;
    return delimited(delimiter, false);
  }

  std::optional<Concern> substitution() {
    if (!two_parts(true)) return unreadable();
    const std::string_view replacement = text_.substr(second_, at_ - 1 - second_);
    for (; at_ < text_.size(); ++at_) {
      const char flag = peek();
      if (flag == 'e') return runs("its script runs commands (s///e)", replacement);
      if (flag == 'w') return writes("its script writes a file (s///w)");
      if (std::string_view("gpiImM").find(flag) == std::string_view::npos && !is_digit(flag)) break;
    }
    const char end = peek();
    const bool ends = end == '\0' || end == ';' || end == '}' || end == '#' || is_blank(end);
    return ends ? std::nullopt : std::optional(unreadable());
  }

  /// The text of a, i, c goes on over lines that end in a backslash.
  void skip_text() {
    while (true) {
      skip_line();
      const bool goes_on = at_ < text_.size() && at_ > 0 && text_[at_ - 1] == '\\';
      if (!goes_on) return;
      ++at_;
    }
  }
  /// File names go to the end of the line; labels to a `;` as well (GNU).
  void skip_to_end(char command) {
    if (command == 'r' || command == 'R') return skip_line();
    at_ = std::min(text_.find_first_of(";\n}", at_), text_.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t second_ = 0;
};

}  // namespace

std::optional<Concern> sed_concern(std::string_view script) { return SedScanner(script).run(); }

void find_sed_concerns(std::span<const ShellWord> words, std::vector<Concern>& found) {
  const OptionTable table{"efl", "expression file line-length"};
  std::size_t script_at = 0;
  bool has_script = false;
  bool options_end = false;
  const auto check = [&](const std::string& script, std::size_t at) {
    if (std::optional<Concern> concern = sed_concern(script)) {
      concern->at = at;
      found.push_back(std::move(*concern));
    }
  };
  for (std::size_t at = 1; at < words.size();) {
    if (!options_end && unknown_start(words[at]))
      found.push_back({at, "which options it gets is known only when it runs", true, {}});
    if (!options_end && words[at].text == "--") {
      options_end = true;
      ++at;
      continue;
    }
    const auto option = [&](const Option& o) {
      const auto is = [&](char letter, std::string_view name) {
        return o.letter == letter || (!o.name.empty() && !o.single_dash && name.starts_with(o.name));
      };
      if (is('i', "in-place")) found.push_back({at, "changes files in place", false, {}});
      if (is('e', "expression") && o.argument) {
        has_script = true;
        check(*o.argument, o.argument_at);
      }
      if (is('f', "file")) {
        has_script = true;
        found.push_back({o.argument_at, "its script is in a file", false, {}});
      }
    };
    const bool in_place = words[at].text.starts_with("-i");  // its suffix is glued: no letters to read
    if (in_place) found.push_back({at, "changes files in place", false, {}});
    const std::size_t taken = options_end ? 0 : in_place ? 1 : read_option(words, at, table, option);
    if (taken == 0 && script_at == 0) script_at = at;
    at += std::max<std::size_t>(taken, 1);
  }
  if (!has_script && script_at != 0) check(words[script_at].text, script_at);
}

}  // namespace termhost::approval
