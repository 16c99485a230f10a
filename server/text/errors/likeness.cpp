#include "text/errors/likeness.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.hpp"
#include "text/search/keyword_scanner.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t shortest_hash = 7;  // git's abbreviated ones
constexpr std::size_t letters_of_word = 3;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_in_word(char c) { return base::is_name_char(c) || static_cast<unsigned char>(c) >= 0x80; }
bool is_in_number(char c) { return base::is_digit(c) || c == '.' || c == ','; }

bool is_hash(std::string_view word) {
  const auto is_hex = [](char c) { return base::is_digit(c) || (base::lower(c) >= 'a' && base::lower(c) <= 'f'); };
  return word.size() >= shortest_hash && std::all_of(word.begin(), word.end(), is_hex) &&
         std::any_of(word.begin(), word.end(), base::is_digit);
}

/// The end of the number that begins at `at`. A separator belongs to the number if a digit follows.
std::size_t end_of_number(std::string_view text, std::size_t at) {
  while (at < text.size() && is_in_number(text[at])) {
    if (!base::is_digit(text[at]) && (at + 1 == text.size() || !base::is_digit(text[at + 1]))) break;
    ++at;
  }
  return at;
}

/// A word, or a number with what separates its digits and the unit that is written to it.
std::string_view word_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_in_word(text[end])) {
    end = base::is_digit(text[end]) ? end_of_number(text, end) : end + 1;
  }
  return text.substr(at, end - at);
}

bool words_alike(std::string_view a, std::string_view b) {
  if (is_hash(a) && is_hash(b)) return true;
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const bool number = base::is_digit(a[i]);
    if (number != base::is_digit(b[j]) || (!number && a[i] != b[j])) return false;
    i = number ? end_of_number(a, i) : i + 1;
    j = number ? end_of_number(b, j) : j + 1;
  }
  return i == a.size() && j == b.size();
}

/// The end of the quoted name that begins at `at`; `at` if there is none.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  constexpr std::string_view quotes = "'`\"", opening = "\u2018", closing = "\u2019";
  const bool curly = text.substr(at).starts_with(opening);
  if (!curly && quotes.find(text[at]) == std::string_view::npos) return at;
  const std::string_view close = curly ? closing : text.substr(at, 1);
  const std::size_t end = text.find(close, at + 1);
  return end == std::string_view::npos ? at : end + close.size();
}

enum class Meaning { None, Zero, FailedRequest };

/// The meaning of a number that stands alone, in addition to its amount: zero failures, or a failed request (RFC 9110
/// section 15: 4xx and 5xx).
Meaning meaning_of(std::string_view number) {
  if (number == "0") return Meaning::Zero;
  const bool failed = number.size() == 3 && (number[0] == '4' || number[0] == '5') && base::is_digit(number[1]) &&
                      base::is_digit(number[2]);
  return failed ? Meaning::FailedRequest : Meaning::None;
}

/// Beside these a number only counts what goes on.
constexpr auto words_of_work = std::to_array<std::string_view>({
    "info",    "debug",    "trace",    "retry",   "retries",  "attempt", "wait",    "poll",    "download",
    "upload",  "fetch",    "receiv",   "sending", "transfer", "pulling", "pushing", "compil",  "build",
    "built",   "linking",  "install",  "unpack",  "extract",  "process", "handl",   "request", "http",
    "connect", "progress", "complete", "finish",  "start",    "stopped", "chunk",   "copy",    "copied",
    "sync",    "writing",  "wrote",    "reading", "loading",  "loaded",  "scann",   "cache",   "step ",
    "still ",  "done",     "ready",    "running", "created",  "updated",
});

/// "12:30:01"
bool is_time_of_day(std::string_view number, std::string_view behind) {
  const auto is_part = [&](std::size_t at) {
    return behind.size() >= at + 3 && behind[at] == ':' && base::is_digit(behind[at + 1]) &&
           base::is_digit(behind[at + 2]);
  };
  return number.size() == 2 && is_part(0) && is_part(3);
}

/// Words near a number that make it a result: a count of failures, an exit code, the status of a request.
constexpr auto words_of_outcomes = std::to_array<std::string_view>(
    {"status", "exit", "code", "return", "rc=", "result", "fail", "error", "warning", "problem"});
constexpr auto words_of_requests = std::to_array<std::string_view>(
    {"http", "status", "code", "return", "get /", "post /", "put /", "delete /", "patch /", "head /"});
constexpr std::size_t beside_before = 48, beside_after = 16;  ///< bytes

template <std::size_t N>
bool has_any(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// True if the words near the number at `at` give it that meaning. "took 0 ms" and "chunk 403 of 500" only count.
bool is_asked_for(Meaning meaning, std::string_view line, std::size_t at, std::size_t size) {
  const std::size_t begin = at - std::min(at, beside_before);
  const std::string beside = base::lowered(line.substr(begin, at - begin + size + beside_after));
  switch (meaning) {
    case Meaning::None: return false;
    case Meaning::Zero: return has_any(beside, words_of_outcomes);
    case Meaning::FailedRequest: return has_any(beside, words_of_requests);
  }
  return false;
}

/// True if the two numbers report different outcomes: one of them is a result, or both are with different meanings.
bool differ_in_meaning(std::string_view number, std::string_view with, std::string_view line, std::size_t at) {
  const Meaning meaning = meaning_of(number), other = meaning_of(with);
  return meaning != other &&
         (is_asked_for(meaning, line, at, number.size()) || is_asked_for(other, line, at, number.size()));
}

/// The two texts from where they differ first; back to the start of the word.
struct Rest {
  std::string_view a, b;
  bool word_alone = true;  ///< nothing is written to its front

  bool to_next_difference() {
    const auto [at_a, at_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    std::size_t same = static_cast<std::size_t>(at_a - a.begin());
    if (same == a.size() && same == b.size()) return false;
    while (same > 0 && (is_in_word(a[same - 1]) || is_in_number(a[same - 1]))) --same;
    while (same < a.size() && same < b.size() && a[same] == b[same] && !is_in_word(a[same])) ++same;
    word_alone = same == 0 || is_blank(a[same - 1]) || a[same - 1] == '=' || a[same - 1] == ':';
    a.remove_prefix(same);
    b.remove_prefix(same);
    return true;
  }

  /// Numbers are set flush right: "  9" and " 10".
  void skip_blanks() {
    while (!a.empty() && is_blank(a.front())) a.remove_prefix(1);
    while (!b.empty() && is_blank(b.front())) b.remove_prefix(1);
  }
};

}  // namespace

Likeness likeness(std::string_view a, std::string_view b) {
  if (a == b) return Likeness::Equal;
  Rest rest{a, b};
  while (rest.to_next_difference()) {
    rest.skip_blanks();
    const std::string_view word_a = word_at(rest.a, 0), word_b = word_at(rest.b, 0);
    if (word_a.empty() || word_b.empty() || !words_alike(word_a, word_b)) return Likeness::Different;
    if (rest.word_alone && differ_in_meaning(word_a, word_b, a, a.size() - rest.a.size())) return Likeness::Different;
    rest.a.remove_prefix(word_a.size());
    rest.b.remove_prefix(word_b.size());
  }
  return Likeness::Alike;
}

bool has_word(std::string_view line) {
  std::size_t letters = 0;
  for (const char c : line) {
    letters = base::is_letter(c) ? letters + 1 : 0;
    if (letters == letters_of_word) return true;
  }
  return false;
}

bool is_row(std::string_view line) {
  static const KeywordScanner work(words_of_work);
  constexpr std::size_t fewest_values = 2;
  std::size_t values = 0;
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view word = word_at(line, at);
    if (!word.empty() && base::is_digit(word.front())) {
      if (is_time_of_day(word, line.substr(at + word.size()))) return false;
      ++values;
    }
    at += std::max<std::size_t>(word.size(), 1);
  }
  return values >= fewest_values && work.find(line, 0) == std::string_view::npos;
}

std::uint64_t likeness_hash(std::string_view text, bool without_names) {
  constexpr std::uint64_t seed = 0xCBF29CE484222325U, prime = 0x100000001B3U;  // FNV-1a
  std::uint64_t hash = seed;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t name_end = without_names ? end_of_quoted(text, at) : at;
    const bool number = base::is_digit(text[at]);
    const char stands_for_it = number ? '0' : text[at];
    hash = (hash ^ static_cast<unsigned char>(stands_for_it)) * prime;
    at = name_end > at ? name_end : number ? end_of_number(text, at) : at + 1;
  }
  return hash;
}

}  // namespace termhost::text
