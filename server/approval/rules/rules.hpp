// Rules: word prefixes of simple commands, indexed by their first word, so that a thousand of them cost no more than
// ten. `*` matches one word, and a last `**` all the rest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "sandbox/sandbox.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {

/// The sandbox that rules require for the commands that they allow.
struct RuledPlace {
  std::optional<sandbox::Level> named;  ///< the strictest that one of them names
  bool as_set = false;                  ///< one names none: it only means "without a question"

  void add(std::optional<sandbox::Level> wanted) {
    if (wanted) named = std::max(named, wanted);
    as_set |= !wanted;
  }
  /// `set`: the level of whatever no rule allows.
  [[nodiscard]] sandbox::Level level(sandbox::Level set) const {
    const sandbox::Level wanted = named.value_or(sandbox::Level::Off);
    return named && !as_set ? wanted : std::max(wanted, set);
  }
};

struct Rule {
  std::string text;
  std::vector<std::string> words;  ///< empty: `*`, which matches all
  std::vector<bool> any;           ///< true for a `*`: any one word
  bool any_rest = false;           ///< ended with `**`
  std::string reason{};            ///< by the author of the rule
  std::string folder{};            ///< holds only in it and below
  bool builtin = false;            ///< the program's own knowledge
  /// The level for its commands; `Off` is outside of every sandbox. Nothing: the same as for commands that no rule
  /// allows.
  std::optional<sandbox::Level> sandbox{};

  [[nodiscard]] bool spells(std::size_t at) const { return at < words.size() && !any[at]; }
};

/// Blanks part words; quotes and backslashes keep them together. The error is one sentence.
[[nodiscard]] base::Expected<std::vector<std::string>, std::string> split_words(std::string_view text);

/// A rule from its text; an empty one, or one with an open quote, is an error.
[[nodiscard]] base::Expected<Rule, std::string> parse_rule(std::string_view text);

/// The way to compare the names of programs.
enum class LetterCase {
  Exact,
  Ignored,  ///< Windows, and PowerShell's own commands
};

struct RuleMatch {
  const Rule* certain = nullptr;   ///< the longest that fits
  const Rule* possible = nullptr;  ///< the longest that fits as soon as a run-time part turns out that way
  [[nodiscard]] std::size_t words() const { return certain == nullptr ? 0 : certain->words.size(); }
};

class RuleIndex {
 public:
  RuleIndex() = default;
  explicit RuleIndex(std::vector<Rule> rules);

  /// `cwd`: where it would run; empty: anywhere, so that rules for a folder hold.
  [[nodiscard]] RuleMatch longest(std::span<const shell::ShellWord> words, LetterCase letter_case,
                                  std::string_view cwd = {}) const;
  [[nodiscard]] bool empty() const { return rules_.empty(); }
  [[nodiscard]] const Rule* match_all() const;  ///< the rule `*`, if there

 private:
  std::vector<Rule> rules_;               ///< by first word
  std::vector<std::string> first_words_;  ///< letters lowered
};

}  // namespace termhost::approval
