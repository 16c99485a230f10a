#include "approval/escape_hatches.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "approval/assigning_builtins.hpp"
#include "approval/options.hpp"
#include "approval/programs.hpp"
#include "approval/text.hpp"
#include "approval/unwrap.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using Words = std::span<const ShellWord>;

/// Calls `visit` with each part of a list until it returns true.
template <class Visit>
bool any_listed(std::string_view list, char separator, const Visit& visit) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    if (end > 0 && visit(list.substr(0, end))) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

struct Row {
  const EscapeHatch* hatch = nullptr;
  std::string_view subcommand;  ///< empty: the program itself
};

using Rows = std::unordered_map<std::string_view, std::vector<Row>>;

const std::vector<Row>* rows_of(std::string_view program) {
  static const Rows rows = [] {
    Rows all;
    for (const EscapeHatch& hatch : escape_hatch_table()) {
      any_listed(hatch.names, '|', [&](std::string_view name) {
        const std::size_t blank = std::min(name.find(' '), name.size());
        all[name.substr(0, blank)].push_back({&hatch, name.substr(std::min(blank + 1, name.size()))});
        return false;
      });
    }
    return all;
  }();
  const auto found = rows.find(program);
  return found == rows.end() ? nullptr : &found->second;
}

/// In any case for `-MemberName` of PowerShell, whose rows are in small letters and the only ones with such options.
bool names_word(const EscapeHatch& hatch, std::string_view text) {
  const std::string word = hatch.names.starts_with("foreach-object") ? lower(text) : std::string(text);
  return any_listed(hatch.words, ' ', [&](std::string_view wanted) {
    if (wanted.ends_with('*')) return std::string_view(word).starts_with(wanted.substr(0, wanted.size() - 1));
    return word == wanted;
  });
}

bool holds_text(const EscapeHatch& hatch, std::string_view word) {
  return any_listed(hatch.texts, ' ', [&](std::string_view text) { return word.find(text) != std::string_view::npos; });
}

/// One row against the words from `first` on.
void check_row(const EscapeHatch& hatch, Words words, std::size_t first, std::size_t end, std::vector<Concern>& found) {
  const auto report = [&](std::size_t at) {
    found.push_back({at, fmt::format("`{}` {}", words[at].text, hatch.reason), hatch.runs_code, {}});
  };
  if (hatch.words == "*") {
    const std::size_t named = first > 1 ? first - 1 : 1;  // a subcommand is named by itself, a program with its operand
    found.push_back({named, fmt::format("`{}` {}", words[0].text, hatch.reason), hatch.runs_code, {}});
    return;
  }
  const OptionTable table{hatch.short_args, hatch.long_options};
  std::size_t operands = 0;
  bool options_end = false;
  for (std::size_t at = first; at < end; ++at) {
    const ShellWord& word = words[at];
    if (names_word(hatch, word.text) || holds_text(hatch, word.text)) report(at);
    if (options_end) continue;
    options_end = word.text == "--";
    if (unknown_start(word) && hatch.reason != writes_a_file)
      found.push_back(
          {at,
           fmt::format("a word of `{}` is known only when it runs, and it has options that can do more than "
                       "its name says",
                       words[0].text),
           true,
           {}});
    const std::size_t taken = read_option(words.first(end), at, table, [&](const Option& option) {
      const bool letter = option.letter != 0 && hatch.letters.find(option.letter) != std::string_view::npos;
      const bool name = option.letter == 0 && !option.single_dash && abbreviates(option.name, hatch.long_options);
      if (letter || name) report(option.at);
    });
    if (taken == 0 && !options_end && ++operands > hatch.max_operands) report(at);
    if (taken == 2) {  // the argument is no option, but it may hold what is looked for
      ++at;
      if (holds_text(hatch, words[at].text)) report(at);
    }
  }
}

void check_table(Words words, std::string_view program, std::vector<Concern>& found) {
  const std::vector<Row>* rows = rows_of(program);
  if (rows == nullptr) return;
  const Subcommand sub = plain_subcommand(words);
  for (const Row& row : *rows) {
    if (!row.subcommand.empty()) {
      if (!sub.words.empty() && sub.words[1].text == row.subcommand)
        check_row(*row.hatch, words, sub.at + 1, words.size(), found);
      if (sub.words.empty() && words.size() > 1 && words[1].text == row.subcommand)
        check_row(*row.hatch, words, 2, words.size(), found);
      continue;
    }
    const bool before_subcommand = program == "git" && !sub.words.empty();
    const std::size_t end = before_subcommand ? sub.at + (unknown_start(words[sub.at]) ? 1 : 0) : words.size();
    check_row(*row.hatch, words, 1, end, found);
  }
}

}  // namespace

std::vector<Concern> find_concerns(Words words, std::string_view program, shell::ShellKind shell) {
  std::vector<Concern> found;
  if (words.empty()) return found;
  check_table(words, program, found);
  find_builtin_concerns(words, program, shell, found);
  if (listed("awk gawk mawk nawk original-awk goawk", program)) find_awk_concerns(words, found);
  if (listed("sed gsed ssed", program)) find_sed_concerns(words, found);
  return found;
}

}  // namespace termhost::approval
