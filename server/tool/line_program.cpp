#include "tool/line_program.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/utf8.hpp"
#include "tool/character_set.hpp"
#include "tool/line_fragments.hpp"
#include "tool/spellings.hpp"

namespace termhost::tool {
namespace {

class Compiler {
 public:
  explicit Compiler(std::string_view pattern) : pattern_(pattern) {}

  std::optional<LineProgram> compile() {
    const Fragment all = alternatives();
    if (stopped() || at_ != pattern_.size()) return std::nullopt;
    auto program = std::move(made_).finish(all);
    if (program) program->regardless_of_case = never_exact_;
    return program;
  }

 private:
  [[nodiscard]] bool stopped() const { return !understood_ || made_.too_many(); }
  [[nodiscard]] bool at_end() const { return at_ >= pattern_.size() || stopped(); }
  [[nodiscard]] bool sees(std::string_view text) const { return pattern_.substr(at_).starts_with(text); }
  bool take(std::string_view text) {
    if (!sees(text)) return false;
    at_ += text.size();
    return true;
  }
  char take_one() { return at_ < pattern_.size() ? pattern_[at_++] : '\0'; }
  Fragment give_up() {
    understood_ = false;
    return made_.empty();
  }

  [[nodiscard]] ByteSet folded(const ByteSet& bytes) const {
    return case_ == Case::Regardless ? regardless_of_case(bytes) : bytes;
  }

  Fragment ascii_class(const ByteSet& allowed, bool negated) {
    CharacterSet set;
    set.add(folded(allowed), negated);
    return made_.characters(set);
  }

  Fragment alternatives() {
    Fragment all = sequence();
    while (!at_end() && take("|")) all = made_.either(all, sequence());
    return all;
  }

  Fragment sequence() {
    Fragment all = made_.empty();
    while (!at_end() && !sees("|") && !sees(")")) all = made_.then(all, repeated());
    return all;
  }

  Fragment repeated() {
    const std::size_t begin = at_;
    Fragment all = atom();
    if (take("*")) {
      all = made_.any_number(all);
    } else if (take("+")) {
      all = made_.once_or_more(all);
    } else if (take("?")) {
      all = made_.maybe(all);
    } else if (const auto count = repetition()) {
      all = times(begin, *count);
    } else {
      return all;
    }
    take("?");  // lazy or not: the same lines match
    return all;
  }

  struct Repetition {
    unsigned least = 0;
    std::optional<unsigned> most;
  };

  /// "{2}", "{2,}", "{2,5}"; anything else in braces is text.
  std::optional<Repetition> repetition() {
    const std::size_t close = pattern_.find('}', at_);
    if (!sees("{") || close == std::string_view::npos) return std::nullopt;
    const char* const end = pattern_.data() + close;
    Repetition found;
    auto read = std::from_chars(pattern_.data() + at_ + 1, end, found.least);
    if (read.ec != std::errc()) return std::nullopt;
    if (read.ptr == end) {
      found.most = found.least;
    } else if (*read.ptr != ',') {
      return std::nullopt;
    } else if (read.ptr + 1 != end) {
      read = std::from_chars(read.ptr + 1, end, found.most.emplace());
      if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    }
    at_ = close + 1;
    return found;
  }

  /// The atom at `begin`, read and made once for each time.
  Fragment times(std::size_t begin, Repetition count) {
    const std::size_t behind = at_;
    const auto again = [&] {
      at_ = begin;
      const Fragment copy = atom();
      at_ = behind;
      return copy;
    };
    Fragment all = made_.empty();
    for (unsigned i = 0; i < count.least && !stopped(); ++i) all = made_.then(all, again());
    if (!count.most) return made_.then(all, made_.any_number(again()));
    Fragment rest = made_.empty();
    for (unsigned i = count.least; i < *count.most && !stopped(); ++i) rest = made_.maybe(made_.then(again(), rest));
    return made_.then(all, rest);
  }

  Fragment atom() {
    const char c = take_one();
    switch (c) {
      case '(': return group();
      case '[': return bracketed();
      case '.': return ascii_class({}, true);
      case '^': return made_.assertion(LineAssertion::LineStart);
      case '$': return made_.assertion(LineAssertion::LineEnd);
      case '\\': return escape();
      default: return character(c);
    }
  }

  Fragment character(char first) {
    if (static_cast<unsigned char>(first) < ascii) return made_.bytes(folded(one_byte(first)));
    return made_.any_of(spellings(other_character(first), case_));
  }

  /// The rest of a character that is not ASCII.
  std::string_view other_character(char first) {
    const std::size_t length = std::max<std::size_t>(base::utf8_length(first), 1);
    const std::string_view whole = pattern_.substr(at_ - 1, length);
    at_ += whole.size() - 1;
    return whole;
  }

  Fragment group() {
    const Case outside = case_;
    if (take("?")) {
      if (take("P<") || take("<")) {
        at_ = std::min(pattern_.find('>', at_), pattern_.size() - 1) + 1;
      } else {
        read_flags();
        if (take(")")) return flags_alone();
        if (!take(":")) return give_up();
      }
    }
    const Fragment inner = alternatives();
    case_ = outside;
    return take(")") ? inner : give_up();
  }

  /// They hold to the end of the group around them. A count behind them is one of what stands before: left to RE2.
  Fragment flags_alone() {
    const bool counted = sees("*") || sees("+") || sees("?") || sees("{");
    return counted ? give_up() : made_.empty();
  }

  /// m, s and U, on or off, mean the same for a single line.
  void read_flags() {
    bool on = true;
    for (; sees("i") || sees("m") || sees("s") || sees("U") || sees("-"); ++at_) {
      if (sees("-")) on = false;
      if (!sees("i")) continue;
      case_ = on ? Case::Regardless : Case::Exact;
      never_exact_ = never_exact_ && on;
    }
  }

  /// The ASCII character that is escaped.
  std::optional<char> escaped_character(char c) {
    switch (c) {
      case 'a': return '\a';
      case 'f': return '\f';
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      case 'v': return '\v';
      case 'x': return hexadecimal();
      default: break;
    }
    const auto byte = static_cast<unsigned char>(c);
    return byte >= ascii || is_word_byte(c) ? std::nullopt : std::optional(c);
  }

  std::optional<char> hexadecimal() {
    const bool braces = take("{");
    const char* const begin = pattern_.data() + at_;
    const char* const end = pattern_.data() + pattern_.size();
    unsigned value = 0;
    const auto read = std::from_chars(begin, braces ? end : std::min(begin + 2, end), value, 16);
    at_ += static_cast<std::size_t>(read.ptr - begin) + (braces ? 1 : 0);
    return value < ascii ? std::optional(static_cast<char>(value)) : std::nullopt;
  }

  Fragment escape() {
    const char c = take_one();
    if (const auto named = escaped_class(c)) return ascii_class(*named, c < 'a');
    switch (c) {
      case 'A': return made_.assertion(LineAssertion::LineStart);
      case 'z': return made_.assertion(LineAssertion::LineEnd);
      case 'b': return made_.assertion(LineAssertion::WordBorder);
      case 'B': return made_.assertion(LineAssertion::NoWordBorder);
      default: break;
    }
    const auto character = escaped_character(c);
    return character ? made_.bytes(folded(one_byte(*character))) : give_up();
  }

  Fragment bracketed() {
    const bool negated = take("^");
    CharacterSet set;
    do add_item(set);
    while (!at_end() && !sees("]"));
    if (!take("]")) return give_up();
    set.ascii_ones = folded(set.ascii_ones);
    if (negated) {
      if (!set.others.empty()) return give_up();
      set.negate();
    }
    return made_.characters(set);
  }

  /// One character, range or class within brackets.
  void add_item(CharacterSet& set) {
    if (sees("[:")) return add_posix_class(set);
    if (sees("\\") && at_ + 1 < pattern_.size()) {
      if (const auto named = escaped_class(pattern_[at_ + 1])) {
        set.add(folded(*named), pattern_[at_ + 1] < 'a');
        at_ += 2;
        return;
      }
    }
    const char first = take_one();
    if (static_cast<unsigned char>(first) >= ascii) return add_other_character(set, first);
    const auto from = first == '\\' ? escaped_character(take_one()) : first;
    auto to = from;
    if (sees("-") && at_ + 1 < pattern_.size() && pattern_[at_ + 1] != ']') {
      ++at_;
      const char last = take_one();
      to = last == '\\' ? escaped_character(take_one()) : last;
    }
    const bool plain = from && to && static_cast<unsigned char>(*to) < ascii && *from <= *to;
    if (!plain) understood_ = false;
    if (plain) set.ascii_ones |= byte_range(static_cast<unsigned char>(*from), static_cast<unsigned char>(*to));
  }

  /// A character that is not ASCII, or a range of such.
  void add_other_character(CharacterSet& set, char first) {
    const std::string_view from = other_character(first);
    auto all = spellings(from, case_);
    if (sees("-") && !sees("-]")) {
      ++at_;
      const char last = take_one();
      const bool plain = static_cast<unsigned char>(last) >= ascii;
      all = plain ? spellings_between(from, other_character(last), case_) : std::vector<std::string>{};
    }
    if (all.empty()) understood_ = false;
    set.others.insert(set.others.end(), all.begin(), all.end());
  }

  void add_posix_class(CharacterSet& set) {
    at_ += 2;
    const bool negated = take("^");
    const std::size_t close = std::min(pattern_.find(":]", at_), pattern_.size());
    const auto known = posix_class(pattern_.substr(at_, close - at_));
    at_ = close;
    if (known) set.add(folded(*known), negated);
    if (!known || !take(":]")) understood_ = false;
  }

  std::string_view pattern_;
  std::size_t at_ = 0;
  bool understood_ = true;
  Case case_ = Case::Regardless;
  bool never_exact_ = true;
  LineFragments made_;
};

}  // namespace

std::optional<LineProgram> compile_line_pattern(std::string_view pattern) { return Compiler(pattern).compile(); }

}  // namespace termhost::tool
