#include "approval/languages/plain_awk.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

bool mentions(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view w) { return text.find(w) != std::string_view::npos; });
}

/// True if the text has anything that lets an awk program reach the outside, in any reading.
bool reaches_out(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string_view::npos; at += 2)
    if (at + 1 >= text.size() || text[at + 1] != '|' || (at + 2 < text.size() && text[at + 2] == '&')) return true;
  for (std::size_t at = 0; (at = text.find('>', at)) != std::string_view::npos; ++at)
    if (at + 1 >= text.size() || text[at + 1] != '=') return true;
  return mentions(text, {"system", "getline", "@", "\\\n", "\\\r", "/inet", "load", "include"});
}

/// After one of these a `/` begins a regex, or a statement begins; after a name it divides.
constexpr std::string_view keywords =
    "BEGIN END BEGINFILE ENDFILE function func if else while for do break continue next nextfile exit return delete in "
    "print printf case default switch length";

/// Takes strings, regexes, comments and comparisons out of a program: what is left of it reaches out, or all of it is
/// harmless. Gives up where awks may differ in what they read.
class AwkReader {
 public:
  explicit AwkReader(std::string_view program) : text_(program) {}

  bool run() {
    while (at_ < text_.size() && certain_) token();
    return certain_ && !reaches_out(rest_);
  }

 private:
  enum class Before { Operand, Start, Unsure };  ///< the meaning of a `/`: a division, the start of a regex

  void token() {
    const char c = text_[at_];
    if (c == ' ' || c == '\t') return keep();
    if (c == '#') return comment();
    if (c == '"') return string();
    if (c == '/') return before_ == Before::Start ? regex() : divide();
    if (is_name_char(c)) return word();
    if (c == '>') return greater();
    if (c == '\\') return give_up();
    bracket(c);
  }

  void give_up() { certain_ = false; }
  void keep() { rest_ += text_[at_++]; }

  void comment() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    if (at_ >= text_.size() || text_[at_] != '"') return give_up();
    ++at_;
    rest_ += '0';
    before_ = Before::Unsure;
  }

  void divide() {
    if (before_ != Before::Operand) return give_up();
    keep();
    before_ = Before::Unsure;
  }

  /// Ends at the first `/`, unless that is in brackets, because awks differ there.
  void regex() {
    ++at_;
    if (at_ < text_.size() && text_[at_] == '=') return give_up();  // or `/=`
    bool set = false;
    for (; at_ < text_.size() && (text_[at_] != '/' || set); ++at_) {
      const char c = text_[at_];
      if (const std::size_t end = class_end(text_, at_); set && end != std::string_view::npos) {
        at_ = end;
        continue;
      }
      if (c == '\n' || (set && (c == '/' || c == '[' || c == '\\'))) return give_up();
      if (c == '\\') ++at_;
      set = c == '[' || (set && c != ']');
      if (c == '[' && at_ + 1 < text_.size() && text_[at_ + 1] == '^') ++at_;
      if (c == '[' && at_ + 1 < text_.size() && text_[at_ + 1] == ']') return give_up();
    }
    if (at_ >= text_.size()) return give_up();
    ++at_;
    rest_ += '0';
    before_ = Before::Unsure;
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    rest_ += name;
    before_ = listed(keywords, name) ? Before::Unsure : Before::Operand;
    condition_ = listed("if while for switch", name);
    if (listed("print printf", name) && !round_.empty()) give_up();  // for (print > "f"; …)
  }

  /// Between round brackets, and outside of all actions, it compares. Elsewhere it names a file.
  void greater() {
    static constexpr std::string_view error = R"("/dev/stderr")";
    if (braces_ == 0 || !round_.empty()) {
      ++at_;
      rest_ += '<';
      before_ = Before::Start;
      return;
    }
    const std::size_t file = text_.find_first_not_of(" \t", at_ + 1);
    if (file == std::string_view::npos || !text_.substr(file).starts_with(error)) return keep();
    const std::size_t end = text_.find_first_not_of(" \t", file + error.size());
    if (end != std::string_view::npos && std::string_view(";}\n").find(text_[end]) == std::string_view::npos)
      return keep();
    at_ = file + error.size();
    before_ = Before::Unsure;
  }

  void bracket(char c) {
    if (c == '{') ++braces_;
    if (c == '}') --braces_;
    if (c == '(') round_.push_back(condition_);
    const bool closes = c == ')' && !round_.empty();
    const bool condition = closes && round_.back();
    if (closes) round_.pop_back();
    const bool twice = (c == '+' || c == '-') && !rest_.empty() && rest_.back() == c;  // `x++ / 2`, `++/re/`
    keep();
    condition_ = false;
    const bool starts = !twice && std::string_view("{}(!~&|;\n,=?:<+-*%^").find(c) != std::string_view::npos;
    if (closes || c == ']')
      before_ = condition ? Before::Unsure : Before::Operand;
    else
      before_ = starts ? Before::Start : Before::Unsure;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string rest_;
  std::vector<bool> round_;  ///< the open parentheses: is there a condition in it?
  int braces_ = 0;
  Before before_ = Before::Start;
  bool condition_ = false;  ///< the word before was `if` or its like
  bool certain_ = true;
};

}  // namespace

bool is_plain_awk(std::string_view program) {
  if (!reaches_out(program)) return true;
  if (mentions(program, {"system", "getline", "@", "\\\n", "\r", "/inet"})) return false;
  return AwkReader(program).run();
}

}  // namespace termhost::approval
