#include "approval/languages/specific_pattern.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

constexpr std::size_t enough = 3;
constexpr std::string_view quantifiers = "*+?{";

bool is_one_of(std::string_view list, char c) { return list.find(c) != std::string_view::npos; }

/// Reads a pattern so that the answer holds for all kinds of expressions (basic, extended, of Perl, of Rust, plain
/// text): a letter before a quantifier may be left out, so may a group, and each match has the letters of one of the
/// pieces between the bars. What the kinds read in different ways proves nothing.
class PatternReader {
 public:
  explicit PatternReader(std::string_view pattern) : text_(pattern) {}

  bool run() {
    while (at_ < text_.size())
      if (!step(text_[at_++])) return false;
    return piece();
  }

 private:
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

  bool piece() {
    end_letters();
    return std::exchange(found_, false);
  }

  bool end_letters() {
    found_ |= letters_ >= enough;
    letters_ = 0;
    return true;
  }

  bool step(char c) {
    if (is_name_char(c)) return ++letters_ > 0;
    if (c == '|') return piece();
    if (is_one_of(quantifiers, c)) return quantifier();
    if (c == '\\') return at_ < text_.size() && escape(text_[at_++]);
    end_letters();
    if (c == '[') return set();
    if (c == '(') return begins_group();
    if (c == ')') return ends_group();
    return c != '\n';
  }

  bool quantifier() {
    if (letters_ > 0) --letters_;
    const std::size_t end = std::min(text_.find_first_not_of("0123456789,", at_), text_.size());
    const std::string_view after = text_.substr(end);
    if (after.starts_with('}')) at_ = end + 1;
    if (after.starts_with("\\}")) at_ = end + 2;
    return end_letters();
  }

  bool begins_group() {
    if (rest().starts_with("?:") || rest().starts_with("?i)")) at_ += 2;
    return !rest().starts_with('?') && !rest().starts_with('*');
  }

  [[nodiscard]] bool ends_group() const {
    const std::string_view after = rest().substr(rest().starts_with('\\') ? 1 : 0);
    return after.empty() || !is_one_of(quantifiers, after[0]);
  }

  bool escape(char c) {
    if (c == '|') return piece();
    if (is_one_of("+?{", c)) return quantifier();
    end_letters();
    if (c == ')') return ends_group();
    return c != '\n' && (!is_name_char(c) || is_one_of("bBwWsSdDntr123456789", c));
  }

  bool set() {
    if (rest().starts_with('^')) ++at_;
    for (std::size_t first = at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == ']') return at_++ > first;
      const std::size_t end = class_end(text_, at_);
      if (end != std::string_view::npos)
        at_ = end;
      else if (text_[at_] == '[' || rest().starts_with("\\]"))
        return false;
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t letters_ = 0;  ///< in a row, so far
  bool found_ = false;       ///< enough of them, in this piece
};

/// Without plain groups, which may be left out: `pub (async )?fn` is `pub .?fn`.
std::string without_groups(std::string_view pattern) {
  std::string text(pattern);
  for (std::size_t end = 0; text.find('[') == text.npos && (end = text.find(')')) != text.npos;) {
    const std::size_t begin = text.rfind('(', end);
    if (begin == text.npos || (begin > 0 && text[begin - 1] == '\\')) break;
    if (std::string_view(text).substr(begin, end - begin).find_first_of("\\?*") != text.npos) break;
    text.replace(begin, end + 1 - begin, ".");
  }
  return text;
}

}  // namespace

bool is_specific(std::string_view pattern) {
  return PatternReader(pattern).run() || PatternReader(without_groups(pattern)).run();
}

}  // namespace termhost::approval
