#include "tool/reading/line_matcher.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <re2/filtered_re2.h>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

namespace termhost::tool {
namespace {

using re2::RE2;

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t shortest_word = 2;

RE2::Options options() {
  RE2::Options options;
  options.set_case_sensitive(false);
  options.set_never_nl(true);  // a match stays within its line
  options.set_log_errors(false);
  return options;
}

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

std::size_t line_start(std::string_view text, std::size_t from, std::size_t at) {
  return from + text.substr(from, at - from).rfind('\n') + 1;
}

std::size_t after_line(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == npos ? text.size() : end + 1;
}

/// True if all characters are literal, in RE2's syntax and in the scanner's.
bool is_literal(std::string_view pattern) {
  return pattern.find_first_of("\\^$.|?*+()[]{}\n") == npos && base::is_ascii(pattern);
}

/// True if a pattern may match differently in a text of many lines: \A, \z and a missing flag m refer to the ends of
/// the text; \C matches any byte, also a line end.
bool may_see_other_lines(std::string_view pattern) {
  for (const std::string_view escape : {"\\A", "\\z", "\\C"}) {
    if (pattern.find(escape) != npos) return true;
  }
  const std::size_t group = pattern.find("(?");
  return group != npos && pattern.find('-', group) != npos;
}

std::string lower_case(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

/// The part of a word that the scanner can search: it knows the case of ASCII letters only.
std::string longest_ascii_part(std::string_view word) {
  std::string_view longest;
  while (!word.empty()) {
    const std::string_view part = word.substr(0, base::ascii_prefix(word));
    if (part.size() > longest.size()) longest = part;
    word.remove_prefix(std::min(part.size() + 1, word.size()));
  }
  return std::string(longest);
}

/// The longest of the words that no match can do without, or nothing. The fewer words, the fewer lines go to RE2.
std::optional<std::string> required_word(const re2::FilteredRE2& filter, const std::vector<std::string>& words) {
  constexpr std::size_t most_words = 32;  // each costs a look at all
  if (words.size() > most_words) return std::nullopt;
  const std::string* longest = nullptr;
  for (std::size_t word = 0; word < words.size(); ++word) {
    std::vector<int> others;
    for (std::size_t other = 0; other < words.size(); ++other) {
      if (other != word) others.push_back(static_cast<int>(other));
    }
    std::vector<int> matching_without;
    filter.AllPotentials(others, &matching_without);
    const bool required = matching_without.empty();
    if (required && (longest == nullptr || words[word].size() > longest->size())) longest = &words[word];
  }
  return longest == nullptr ? std::nullopt : std::optional(*longest);
}

/// Words of which each match has at least one, by RE2; empty if there is no such set.
std::vector<std::string> needed_words(const std::string& pattern) {
  re2::FilteredRE2 filter(static_cast<int>(shortest_word));
  int id = 0;
  if (filter.Add(pattern, options(), &id) != RE2::NoError) return {};
  std::vector<std::string> words;
  filter.Compile(&words);
  std::vector<int> matching_without;
  filter.AllPotentials({}, &matching_without);
  if (!matching_without.empty()) return {};
  const auto required = required_word(filter, words);
  return required ? std::vector{*required} : words;
}

}  // namespace

LineMatcher::LineMatcher(const std::string& pattern) {
  std::string regular = pattern;
  if (const RE2 tried(pattern, options()); !tried.ok()) {
    note_ =
        fmt::format("the search is not a valid regular expression ({}), so it was taken as plain text", tried.error());
    regular = RE2::QuoteMeta(pattern);
  }
  pattern_ = std::make_unique<RE2>("(?m:" + regular + ")", options());
  line_by_line_ = may_see_other_lines(regular);
  choose_words(regular);
  if (words_.empty()) return;
  const std::vector<std::string_view> words(words_.begin(), words_.end());
  scanner_.emplace(words);
}

void LineMatcher::choose_words(const std::string& pattern) {
  words_suffice_ = pattern.size() >= shortest_word && is_literal(pattern);
  if (words_suffice_) {
    words_ = {lower_case(pattern)};
    return;
  }
  words_ = needed_words(pattern);
  const bool none_is_ascii = !words_.empty() && std::none_of(words_.begin(), words_.end(), base::is_ascii);
  for (std::string& word : words_) word = longest_ascii_part(word);
  const auto unusable = [](const std::string& word) { return word.size() < shortest_word || word.find('\n') != npos; };
  if (std::none_of(words_.begin(), words_.end(), unusable)) return;
  words_.clear();
  needs_non_ascii_ = none_is_ascii;
}

std::size_t LineMatcher::find(std::string_view text, std::size_t from) {
  return scanner_ || needs_non_ascii_ ? find_by_words(text, from) : find_by_pattern(text, from);
}

std::size_t LineMatcher::place_in(std::string_view line) const {
  re2::StringPiece match;
  if (!pattern_->Match(piece(line), 0, line.size(), RE2::UNANCHORED, &match, 1)) return 0;
  return static_cast<std::size_t>(match.data() - line.data());
}

/// Looking for a word and then at its line costs about as much as RE2 takes for so many bytes.
bool LineMatcher::words_are_common() const {
  constexpr std::uint64_t bytes_for_a_word = 150;
  constexpr std::uint64_t enough = 64 * bytes_for_a_word;
  return looked_at_ > enough && words_found_ * bytes_for_a_word > looked_at_;
}

std::size_t LineMatcher::find_word(std::string_view text, std::size_t from) const {
  if (scanner_) return scanner_->find(text, from);
  const std::size_t found = from + base::ascii_prefix(text.substr(from));
  return found < text.size() ? found : npos;
}

std::size_t LineMatcher::find_by_words(std::string_view text, std::size_t from) {
  while (from < text.size()) {
    if (words_are_common()) return find_by_pattern(text, from);
    const std::size_t word = find_word(text, from);
    looked_at_ += std::min(word, text.size()) - from;
    if (word == npos) return npos;
    ++words_found_;
    if (words_suffice_) return word;
    const std::size_t line = line_start(text, from, word);
    from = after_line(text, word);
    if (matches(text.substr(line, from - line))) return word;
  }
  return npos;
}

bool LineMatcher::matches(std::string_view line) const {
  line = base::without_line_end(line);
  return pattern_->Match(piece(line), 0, line.size(), RE2::UNANCHORED, nullptr, 0);
}

/// One line by itself, which is the faster way where most of them match, then all the others at once.
std::size_t LineMatcher::find_by_pattern(std::string_view text, std::size_t from) const {
  if (from >= text.size()) return npos;
  if (line_by_line_) return find_line_by_line(text, from);
  const std::size_t next = after_line(text, from);
  if (matches(text.substr(from, next - from))) return from;
  if (next == text.size()) return npos;
  re2::StringPiece match;
  const std::size_t end = base::without_line_end(text).size();  // no empty line after the last LF
  if (!pattern_->Match(piece(text), next, end, RE2::UNANCHORED, &match, 1)) return npos;
  return static_cast<std::size_t>(match.data() - text.data());
}

/// Gives each line to RE2 as a text of its own.
std::size_t LineMatcher::find_line_by_line(std::string_view text, std::size_t from) const {
  while (from < text.size()) {
    const std::size_t end = after_line(text, from);
    if (matches(text.substr(from, end - from))) return from;
    from = end;
  }
  return npos;
}

}  // namespace termhost::tool
