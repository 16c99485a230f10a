#include "tool/line_matcher.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <re2/filtered_re2.h>

namespace termhost::tool {
namespace {

using re2::RE2;

RE2::Options options() {
  RE2::Options options;
  options.set_case_sensitive(false);
  options.set_never_nl(true);  // a match stays within its line
  options.set_log_errors(false);
  return options;
}

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t shortest_word = 2;

/// The scanner knows the case of ASCII letters only.
bool can_be_word(std::string_view text) {
  return text.size() >= shortest_word && std::all_of(text.begin(), text.end(), [](char c) {
           return static_cast<unsigned char>(c) < 0x80 && c != '\n';
         });
}

std::size_t line_start(std::string_view text, std::size_t from, std::size_t at) {
  return from + text.substr(from, at - from).rfind('\n') + 1;
}

std::size_t after_line(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

/// Whether a pattern may ask for the begin or the end of the whole text, by \A, \z, or with the flag m off.
bool may_ask_for_text_ends(std::string_view pattern) {
  if (pattern.find("\\A") != npos || pattern.find("\\z") != npos) return true;
  const std::size_t group = pattern.find("(?");
  return group != npos && pattern.find('-', group) != npos;
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

}  // namespace

LineMatcher::LineMatcher(const std::string& pattern) {
  std::string regular = pattern;
  if (const RE2 tried(pattern, options()); !tried.ok()) {
    note_ =
        fmt::format("the search is not a valid regular expression ({}), so it was taken as plain text", tried.error());
    regular = RE2::QuoteMeta(pattern);
  }
  pattern_ = std::make_unique<RE2>("(?m:" + regular + ")", options());
  bool regardless_of_case = false;
  if (auto program = compile_line_pattern(regular)) {
    regardless_of_case = program->regardless_of_case;
    automaton_.emplace(std::move(*program));
  }
  asks_for_text_ends_ = may_ask_for_text_ends(regular);
  choose_words(regular);
  if (words_.empty()) return;
  words_suffice_ = regardless_of_case && !automaton_->looks_around() &&
                   std::all_of(words_.begin(), words_.end(), [&](const std::string& word) { return matches(word); });
  const std::vector<std::string_view> words(words_.begin(), words_.end());
  scanner_.emplace(words);
}

/// Asks RE2 which words a text must have for the pattern to match.
void LineMatcher::choose_words(const std::string& pattern) {
  re2::FilteredRE2 filter(static_cast<int>(shortest_word));
  int id = 0;
  if (filter.Add(pattern, options(), &id) != RE2::NoError) return;
  std::vector<std::string> words;
  filter.Compile(&words);
  std::vector<int> matching_without;
  filter.AllPotentials({}, &matching_without);
  const bool usable = matching_without.empty() && std::all_of(words.begin(), words.end(), can_be_word);
  if (!usable) return;
  const auto required = required_word(filter, words);
  words_ = required ? std::vector{*required} : std::move(words);
}

std::size_t LineMatcher::find(std::string_view text, std::size_t from) {
  return scanner_ ? find_by_words(text, from) : find_by_pattern(text, from);
}

/// Looking for a word and then at its line costs about as much as the automaton takes for so many bytes.
bool LineMatcher::words_are_common() const {
  constexpr std::uint64_t bytes_for_a_word = 300;
  constexpr std::uint64_t enough = 64 * bytes_for_a_word;
  return automaton_ && looked_at_ > enough && words_found_ * bytes_for_a_word > looked_at_;
}

std::size_t LineMatcher::find_by_words(std::string_view text, std::size_t from) {
  while (from < text.size()) {
    if (words_are_common()) return find_by_pattern(text, from);
    const std::size_t word = scanner_->find(text, from);
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

bool LineMatcher::matches(std::string_view line) {
  if (automaton_) return automaton_->find(line, 0) != npos;
  const re2::StringPiece piece(line.data(), line.size() - (line.ends_with('\n') ? 1 : 0));
  return pattern_->Match(piece, 0, piece.size(), RE2::UNANCHORED, nullptr, 0);
}

std::size_t LineMatcher::find_by_pattern(std::string_view text, std::size_t from) {
  if (from >= text.size()) return npos;
  if (automaton_) return automaton_->find(text, from);
  if (asks_for_text_ends_) return find_line_by_line(text, from);
  const std::size_t end = text.size() - (text.ends_with('\n') ? 1 : 0);  // no empty line behind the last LF
  re2::StringPiece match;
  const re2::StringPiece piece(text.data(), text.size());
  if (!pattern_->Match(piece, from, end, RE2::UNANCHORED, &match, 1)) return npos;
  return static_cast<std::size_t>(match.data() - text.data());
}

/// What RE2 takes for the ends of the text are those of the line.
std::size_t LineMatcher::find_line_by_line(std::string_view text, std::size_t from) {
  while (from < text.size()) {
    const std::size_t end = after_line(text, from);
    if (matches(text.substr(from, end - from))) return from;
    from = end;
  }
  return npos;
}

}  // namespace termhost::tool
