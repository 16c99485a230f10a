#include "approval/specific_pattern.hpp"

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

}  // namespace

bool is_specific(std::string_view pattern) { return PatternReader(pattern).run(); }

}  // namespace termhost::approval
