#include "shell/syntax/brace_expansion.hpp"

#include <charconv>
#include <cstdint>
#include <cstdlib>

#include "base/ascii.hpp"

namespace termhost::shell {
namespace {

constexpr int max_depth = 16;

using Words = std::vector<std::string>;

class Expander {
 public:
  Expander(std::string_view text, std::string_view active, BraceLimits limits)
      : text_(text), active_(active), max_(limits.max), sequences_(limits.sequences) {}

  /// All words of [from, to). Empty after a failure.
  Words expand(std::size_t from, std::size_t to, int depth) {
    if (depth > max_depth || failed_) return fail();
    for (std::size_t open = from; open < to; ++open) {
      if (!is(open, '{')) continue;
      const std::size_t close = closing(open, to);
      if (close == to) continue;
      Words middle = inside(open + 1, close, depth);
      if (middle.empty()) continue;
      return product(std::string(text_.substr(from, open - from)), middle, expand(close + 1, to, depth + 1));
    }
    return {std::string(text_.substr(from, to - from))};
  }

  [[nodiscard]] bool failed() const { return failed_; }

 private:
  [[nodiscard]] bool is(std::size_t at, char c) const { return text_[at] == c && active_[at] == '1'; }
  Words fail() {
    failed_ = true;
    return {};
  }

  [[nodiscard]] std::size_t closing(std::size_t open, std::size_t to) const {
    int level = 0;
    for (std::size_t at = open; at < to; ++at) {
      if (is(at, '{')) ++level;
      if (is(at, '}') && --level == 0) return at;
    }
    return to;
  }

  /// The alternatives between braces; none if they are plain text.
  Words inside(std::size_t from, std::size_t to, int depth) {
    Words result;
    std::size_t start = from;
    int level = 0;
    bool comma = false;
    for (std::size_t at = from; at <= to; ++at) {
      if (at < to && is(at, '{')) ++level;
      if (at < to && is(at, '}')) --level;
      if (at < to && (level > 0 || !is(at, ','))) continue;
      comma |= at < to;
      for (std::string& word : expand(start, at, depth + 1)) result.push_back(std::move(word));
      if (result.size() > max_) return fail();
      start = at + 1;
    }
    return comma ? result : sequence(text_.substr(from, to - from));
  }

  static std::optional<std::int64_t> number(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size() || std::llabs(value) > 1'000'000'000)
      return std::nullopt;
    return value;
  }

  /// `1..5`, `5..1..2`, `a..e`
  Words sequence(std::string_view text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos || !sequences_) return {};
    std::string_view last = text.substr(dots + 2);
    std::int64_t step = 1;
    if (const std::size_t more = last.find(".."); more != std::string_view::npos) {
      step = std::llabs(number(last.substr(more + 2)).value_or(0));
      last = last.substr(0, more);
      if (step == 0) return {};
    }
    const std::string_view first = text.substr(0, dots);
    const auto padded = [](std::string_view t) { return t.size() > 1 && t[t[0] == '-' ? 1 : 0] == '0'; };
    if (padded(first) || padded(last)) return fail();
    const auto from = number(first);
    const auto to = number(last);
    if (from && to) return counted(*from, *to, step, [](std::int64_t n) { return std::to_string(n); });
    const auto letter = [](std::string_view t) { return t.size() == 1 && base::is_letter(t[0]); };
    if (!letter(first) || !letter(last)) return {};
    return counted(first[0], last[0], step, [](std::int64_t n) { return std::string(1, static_cast<char>(n)); });
  }

  template <class Spell>
  Words counted(std::int64_t from, std::int64_t to, std::int64_t step, const Spell& spell) {
    Words result;
    if (static_cast<std::size_t>(std::llabs(to - from) / step) > max_) return fail();
    for (std::int64_t n = from; from <= to ? n <= to : n >= to; n += from <= to ? step : -step)
      result.push_back(spell(n));
    return result;
  }

  Words product(const std::string& before, const Words& middle, const Words& after) {
    Words result;
    if (failed_ || middle.size() * after.size() > max_) return fail();
    for (const std::string& m : middle)
      for (const std::string& a : after) result.push_back(before + m + a);
    return result;
  }

  std::string_view text_;
  std::string_view active_;
  std::size_t max_;
  bool sequences_;
  bool failed_ = false;
};

}  // namespace

std::optional<Words> expand_braces(std::string_view text, std::string_view active, BraceLimits limits) {
  constexpr std::size_t longest = 512;  // the search for closing braces is quadratic
  if (text.size() > longest) return std::nullopt;
  Expander expander(text, active, limits);
  Words words = expander.expand(0, text.size(), 0);
  if (expander.failed()) return std::nullopt;
  return words;
}

}  // namespace termhost::shell
