#include "approval/specific_pattern.hpp"

#include <algorithm>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

constexpr std::size_t enough = 3;
constexpr int max_depth = 16;

/// Where expressions differ (`\|` and `|`, `\(` and `(`), each counts as the one that asks for less.
class PatternReader {
 public:
  explicit PatternReader(std::string_view pattern) : text_(pattern) {}

  bool run() { return alternatives(0) && certain_; }

 private:
  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }

  /// Up to the bracket that closes: does each alternative ask for enough?
  bool alternatives(int depth) {
    certain_ = certain_ && depth < max_depth;
    bool all = true;
    bool found = false;
    run_ = 0;
    while (!done() && certain_) {
      const bool escaped = text_[at_] == '\\' && at_ + 1 < text_.size();
      const char c = text_[at_ + (escaped ? 1 : 0)];
      if (is_name_char(c) && !escaped) {
        ++run_;
        ++at_;
        continue;
      }
      const bool less = std::string_view("?*{").find(c) != std::string_view::npos;  // of the last letter
      found |= run_ >= enough + (less ? 1 : 0);
      run_ = 0;
      if (escaped && is_name_char(c)) {
        escape(c);
      } else if (c == '|') {
        at_ += escaped ? 2 : 1;
        all = all && found;
        found = false;
      } else if (c == '(') {
        at_ += escaped ? 2 : 1;
        found |= group(depth);
      } else if (c == ')' && depth > 0) {
        at_ += escaped ? 2 : 1;
        return all && found;
      } else if (c == '[' && !escaped) {
        set();
      } else if (c == '{') {
        at_ = std::min(text_.find('}', at_), text_.size());
      } else {
        at_ += escaped ? 2 : 1;
      }
    }
    return all && (found || run_ >= enough);
  }

  /// What stands in it counts, unless it may be left out or looks for what is not there.
  bool group(int depth) {
    bool counts = true;
    if (rest().starts_with("*") || rest().starts_with("?x")) certain_ = false;  // verbs of PCRE
    if (rest().starts_with("?")) {
      const std::size_t flags = std::min(rest().find_first_not_of("?imsu"), rest().size());
      counts = rest().substr(flags).starts_with(":");
      if (rest().substr(flags).starts_with(")")) return at_ += flags + 1, false;  // (?i)
      if (!counts && rest().find_first_of("=!<P#") != 1) certain_ = false;
    }
    const bool inside = alternatives(depth + 1);
    run_ = 0;
    const bool may_miss = !done() && (std::string_view("?*{").find(text_[at_]) != std::string_view::npos ||
                                      rest().starts_with("\\?") || rest().starts_with("\\{"));
    return counts && inside && !may_miss;
  }

  /// `\d`, `\x41`, `\p{Letter}`
  void escape(char c) {
    at_ += 2;
    if (!done() && text_[at_] == '{') at_ = std::min(text_.find('}', at_), text_.size());
    const bool number = is_digit(c) || std::string_view("xuUoc").find(c) != std::string_view::npos;
    while (number && !done() && is_name_char(text_[at_])) ++at_;
  }

  /// `[abc]`. In one of ripgrep's others may stand.
  void set() {
    ++at_;
    if (rest().starts_with("^")) ++at_;
    if (rest().starts_with("]")) ++at_;
    for (; !done() && text_[at_] != ']'; ++at_) {
      if (text_[at_] == '\\') ++at_;
      if (!rest().starts_with("[")) continue;
      const std::size_t end = rest().find(":]");
      if (!rest().starts_with("[:") || end == std::string_view::npos) return void(certain_ = false);
      at_ += end + 1;
    }
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t run_ = 0;  ///< letters in a row, so far
  bool certain_ = true;
};

}  // namespace

bool is_specific(std::string_view pattern) { return PatternReader(pattern).run(); }

}  // namespace termhost::approval
