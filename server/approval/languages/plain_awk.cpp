#include "approval/languages/plain_awk.hpp"

#include <algorithm>
#include <array>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// Has a `|` or a `>` that may lead to a command or a file: not `||`, not `>=`.
bool has_output_mark(std::string_view text) {
  for (std::size_t at = 0; (at = text.find_first_of("|>", at)) != std::string_view::npos; at += 2) {
    const char twin = text[at] == '|' ? '|' : '=';
    if (at + 1 >= text.size() || text[at + 1] != twin || text.substr(at + 2).starts_with('&')) return true;
  }
  return false;
}

/// Finds out that each `>` compares, and each `|` is in a string or a regex. Gives up where awks may differ in what
/// they read.
class AwkReader {
 public:
  explicit AwkReader(std::string_view program) : text_(program) {}

  bool run() {
    while (at_ < text_.size())
      if (!token()) return false;
    return true;
  }

 private:
  bool token() {
    const char c = text_[at_];
    if (c == '"') return string();
    if (c == '/' && starts_) return regex();
    if (c == '/' && !is_digit(text_[at_ - 1])) return false;
    if (is_name_start(c)) return word();
    if (c == '#' || c == '\\') return false;
    if (c == '>' || c == '|') return comparison(c);
    if (c == '{') ++braces_;
    if (c == '}' && --braces_ < 0) return false;
    if (c == '(') ++round_;
    if (c == ')' && --round_ < 0) return false;
    if (!is_blank(c)) starts_ = std::string_view("{}(!~&;,").find(c) != std::string_view::npos;
    if (c == '\n') starts_ = true;
    return ++at_ > 0;
  }

  bool string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    starts_ = false;
    return at_ < text_.size() && text_[at_++] == '"';
  }

  /// Ends at the first `/`, unless that is in brackets, because awks differ there.
  bool regex() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '/') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) return false;
    const std::string_view inside = text_.substr(begin, at_++ - begin);
    starts_ = false;
    if (inside.starts_with('=') || inside.find('\n') != inside.npos) return false;
    if (inside.find('[') == inside.npos) return true;
    const bool closed = inside.rfind(']') != inside.npos && inside.rfind(']') > inside.rfind('[');
    return closed && inside.find("[]") == inside.npos && inside.find("[^]") == inside.npos &&
           inside.find('\\') == inside.npos;
  }

  bool word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    starts_ = false;
    return round_ == 0 || !listed("print printf", text_.substr(begin, at_ - begin));  // for (print > "f"; …)
  }

  /// Between round brackets, and outside of all actions, `>` compares. Elsewhere it names a file.
  bool comparison(char c) {
    const bool twice = text_.substr(at_).starts_with(c == '|' ? "||" : ">=");
    const bool compares = twice ? !text_.substr(at_ + 2).starts_with('&') : c == '>' && (braces_ == 0 || round_ > 0);
    at_ += twice ? 2 : 1;
    starts_ = true;
    return compares;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int braces_ = 0;
  int round_ = 0;
  bool starts_ = true;  ///< a `/` here begins a regex
};

}  // namespace

bool is_plain_awk(std::string_view program) {
  constexpr std::array<std::string_view, 6> reaching{"system", "getline", "@", "\\\n", "\\\r", "/inet"};
  const auto has = [&](std::string_view word) { return program.find(word) != std::string_view::npos; };
  if (std::any_of(reaching.begin(), reaching.end(), has)) return false;
  return !has_output_mark(program) || AwkReader(program).run();
}

}  // namespace termhost::approval
