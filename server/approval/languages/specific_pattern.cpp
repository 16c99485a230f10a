#include "approval/languages/specific_pattern.hpp"

#include <algorithm>
#include <utility>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

constexpr std::size_t enough = 3;

/// Only what all kinds of expressions (basic, extended, of Perl, of Rust, plain text) read so that none of its letters
/// may be left out: letters, marks that mean themselves or a place, groups and alternatives without a quantifier, and
/// quantifiers of a dot. Then each match holds the letters of one of the pieces between the bars.
class PatternReader {
 public:
  explicit PatternReader(std::string_view pattern) : text_(pattern) {}

  bool run() {
    for (; at_ < text_.size(); ++at_)
      if (!step(text_[at_])) return false;
    return piece();
  }

 private:
  bool piece() {
    letters();
    return std::exchange(found_, false);
  }

  void letters() {
    found_ |= run_ >= enough;
    run_ = 0;
  }

  bool step(char c) {
    if (is_name_char(c)) return ++run_ > 0;
    if (c == '\\' && at_ + 1 < text_.size()) return escape(text_[++at_]);
    if (c == '|') return piece();
    letters();
    if (c == '.') {
      at_ = std::min(text_.find_first_not_of("*+?", at_ + 1), text_.size()) - 1;
      return true;
    }
    return std::string_view(" ()^$-/:;,=<>@%&!#'\"~`").find(c) != std::string_view::npos;
  }

  bool escape(char c) {
    if (c == '|') return piece();
    letters();
    return std::string_view("bBwWsSdD.()^$-/:;,=<>@%&!#'\"").find(c) != std::string_view::npos;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t run_ = 0;  ///< letters in a row, so far
  bool found_ = false;   ///< enough of them, in this piece
};

/// Expressions of Perl and Rust, or extended ones of POSIX: whether each match holds enough letters in a row. What is
/// not read here for sure (looking around, classes in classes, comments) proves nothing.
class ExpressionReader {
 public:
  ExpressionReader(std::string_view pattern, bool extended) : text_(pattern), extended_(extended) {}

  bool run() {
    const bool found = alternatives(0);
    return certain_ && at_ == text_.size() && found;
  }

 private:
  enum class Repeated { Once, More, Perhaps };

  [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool goes_on() const { return certain_ && at_ < text_.size(); }
  bool uncertain() { return certain_ = false; }

  bool alternatives(int depth) {
    bool all = sequence(depth);
    while (goes_on() && next() == '|') {
      ++at_;
      all = sequence(depth) && all;
    }
    return all;
  }

  bool sequence(int depth) {
    bool found = false;
    std::size_t letters = 0;
    while (goes_on() && next() != '|' && next() != ')') {
      const bool letter = is_name_char(next());
      const bool inside = atom(depth);
      const Repeated repeated = quantifier();
      letters = letter && repeated != Repeated::Perhaps ? letters + 1 : 0;
      found |= letters >= enough || (inside && repeated != Repeated::Perhaps);
      if (repeated != Repeated::Once) letters = 0;
    }
    return found;
  }

  /// Reads one; whether it is a group that holds enough.
  bool atom(int depth) {
    const char c = text_[at_++];
    if (c == '(') return group(depth);
    if (c == '[') return skip_class();
    if (c == '\\') return escape();
    return std::string_view("*+?{\n\0", 6).find(c) == std::string_view::npos ? false : uncertain();
  }

  bool group(int depth) {
    constexpr int max_depth = 16;
    if (depth == max_depth) return uncertain();
    if (next() == '?') {
      if (extended_) return uncertain();
      ++at_;
      at_ = std::min(text_.find_first_not_of("imsuU-", at_), text_.size());
      if (next() == ')') {  // flags alone
        ++at_;
        return false;
      }
      if (next() == 'P') ++at_;
      if (next() == '<' && at_ + 1 < text_.size() && is_name_char(text_[at_ + 1]))
        at_ = std::min(text_.find('>', at_), text_.size() - 1);
      else if (next() != ':')
        return uncertain();
      ++at_;
    }
    const bool found = alternatives(depth + 1);
    if (next() != ')') return uncertain();
    ++at_;
    return found;
  }

  bool skip_class() {
    if (next() == '^') ++at_;
    if (next() == ']') ++at_;
    for (; goes_on() && next() != ']'; ++at_) {
      if (next() == '[' && !skip_named_class()) return uncertain();
      if (next() == '\\' && extended_) return uncertain();  // there it is one of the class
      if (next() == '\\') ++at_;
    }
    return at_++ < text_.size() ? false : uncertain();
  }

  /// `[:space:]` within a class, up to its last bracket.
  bool skip_named_class() {
    const std::size_t end = extended_ ? class_end(text_, at_) : std::string_view::npos;
    if (end == std::string_view::npos) return false;
    at_ = end;
    return true;
  }

  bool escape() {
    const char c = next();
    const bool known =
        at_ < text_.size() && (!is_name_char(c) || std::string_view("wWdDsSbBntr_").find(c) != std::string_view::npos);
    ++at_;
    return known ? false : uncertain();
  }

  Repeated quantifier() {
    constexpr std::string_view marks = "*+?{";
    if (!goes_on() || marks.find(next()) == std::string_view::npos) return Repeated::Once;
    const char c = text_[at_++];
    bool more = c == '+';
    if (c == '{') {
      more = next() >= '1' && next() <= '9';
      at_ = text_.find('}', at_);
      if (at_ == std::string_view::npos) return uncertain(), Repeated::Perhaps;
      ++at_;
    }
    if (!extended_ && (next() == '?' || next() == '+')) ++at_;  // as few, or as many
    if (goes_on() && marks.find(next()) != std::string_view::npos) uncertain();
    return more ? Repeated::More : Repeated::Perhaps;
  }

  std::string_view text_;
  bool extended_;
  std::size_t at_ = 0;
  bool certain_ = true;
};

}  // namespace

bool is_specific(std::string_view pattern) { return PatternReader(pattern).run(); }

bool is_specific_expression(std::string_view pattern) { return ExpressionReader(pattern, false).run(); }

bool is_specific_extended(std::string_view pattern) { return ExpressionReader(pattern, true).run(); }

}  // namespace termhost::approval
