#include "approval/rules/rules.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
enum class Fit { No, Maybe, Yes };

bool same(std::string_view a, std::string_view b, LetterCase letter_case) {
  return a == b || (letter_case == LetterCase::Ignored && lower(a) == lower(b));
}

/// Can the word become `wanted`, with each unknown part standing for any text?
bool may_become(std::string_view word, std::string_view wanted) {
  const std::size_t first = word.find(shell::unknown_part);
  if (first == std::string_view::npos) return word == wanted;
  if (!wanted.starts_with(word.substr(0, first))) return false;
  const std::string_view tail = word.substr(word.rfind(shell::unknown_part) + 1);
  return wanted.size() >= first + tail.size() && wanted.ends_with(tail);
}

Fit fit(const Rule& rule, std::span<const ShellWord> words, LetterCase letter_case) {
  Fit result = Fit::Yes;
  for (std::size_t i = 0; i < rule.words.size(); ++i) {
    if (i >= words.size()) return Fit::No;
    const ShellWord& word = words[i];
    if (rule.any[i]) continue;
    if (word.known()) {
      if (!same(word.text, rule.words[i], letter_case)) return Fit::No;
      continue;
    }
    if (word.splits) {  // may be any number of words: only what is before its first unknown part is certain
      const std::string_view start = std::string_view(word.text).substr(0, word.text.find(shell::unknown_part));
      return rule.words[i].starts_with(start) ? Fit::Maybe : Fit::No;
    }
    if (!may_become(word.text, rule.words[i])) return Fit::No;
    result = Fit::Maybe;
  }
  return result;
}

bool holds_in(const Rule& rule, std::string_view cwd) {
  if (rule.folder.empty() || cwd.empty() || !cwd.starts_with(rule.folder)) return rule.folder.empty() || cwd.empty();
  return cwd.size() == rule.folder.size() || cwd[rule.folder.size()] == '/' || rule.folder.ends_with('/');
}

/// A word of only this, written without quotes.
bool is_wildcard(std::string_view text, std::string_view word, std::size_t count, std::size_t at) {
  // A quoted star is a word like any other. The text shows that for the last word, the number of stars for the others
  if (word != "*" && word != "**") return false;
  if (at == 0) return text.substr(std::min(text.find_first_not_of(" \t\n"), text.size())).starts_with('*');
  const std::size_t last = text.find_last_not_of(" \t\n");
  if (at + 1 == count) return text[last] == '*';
  return text.find(" " + std::string(word) + " ") != std::string_view::npos;
}

}  // namespace

base::Expected<std::vector<std::string>, std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_blank(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '\'' || c == '"') {
      for (++i; i < text.size() && text[i] != c; ++i) {
        if (c == '"' && text[i] == '\\' && i + 1 < text.size()) ++i;
        words.back() += text[i];
      }
      if (i >= text.size()) return base::unexpected(fmt::format("`{}` has an open quote", text));
    } else if (c == '\\' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else {
      words.back() += c;
    }
  }
  return words;
}

base::Expected<Rule, std::string> parse_rule(std::string_view text) {
  base::Expected<std::vector<std::string>, std::string> words = split_words(text);
  if (!words) return base::unexpected(fmt::format("a rule cannot be read: {}", words.error()));
  if (words->empty()) return base::unexpected(std::string("a rule is empty; use `*` to match every command"));
  Rule rule{.text = std::string(text), .words = std::move(*words), .any = {}};
  const std::size_t count = rule.words.size();
  for (std::size_t at = 0; at < count; ++at) rule.any.push_back(is_wildcard(text, rule.words[at], count, at));
  rule.any_rest = rule.any.back() && rule.words.back() == "**";
  if (rule.any_rest || (count == 1 && rule.any.front())) {
    rule.words.pop_back();
    rule.any.pop_back();
  }
  if (!rule.any.empty() && rule.any.front())
    return base::unexpected(fmt::format("the rule `{}` names no program", text));
  return rule;
}

RuleIndex::RuleIndex(std::vector<Rule> rules) {
  std::vector<std::pair<std::string, std::size_t>> order;  // first words, with the places they had
  order.reserve(rules.size());
  for (const Rule& rule : rules) order.emplace_back(rule.words.empty() ? "" : lower(rule.words.front()), order.size());
  std::sort(order.begin(), order.end());
  for (auto& [first_word, place] : order) {
    first_words_.push_back(std::move(first_word));
    rules_.push_back(std::move(rules[place]));
  }
}

const Rule* RuleIndex::match_all() const {
  for (std::size_t i = 0; i < rules_.size() && first_words_[i].empty(); ++i)
    if (rules_[i].words.empty()) return &rules_[i];
  return nullptr;
}

RuleMatch RuleIndex::longest(std::span<const ShellWord> words, LetterCase letter_case, std::string_view cwd) const {
  RuleMatch best{.certain = match_all()};
  if (words.empty()) return best;
  auto from = first_words_.begin();
  auto to = first_words_.end();
  if (words.front().known()) std::tie(from, to) = std::equal_range(from, to, lower(words.front().text));
  for (auto at = from; at != to; ++at) {
    const Rule& rule = rules_[static_cast<std::size_t>(at - first_words_.begin())];
    if (rule.words.empty() || !holds_in(rule, cwd)) continue;
    const Fit now = fit(rule, words, letter_case);
    if (now == Fit::No) continue;
    const Rule*& place = now == Fit::Yes ? best.certain : best.possible;
    if (place == nullptr || rule.words.size() >= place->words.size()) place = &rule;
  }
  return best;
}

}  // namespace termhost::approval
