#include "approval/proof/search_programs.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "approval/languages/specific_pattern.hpp"
#include "approval/places/paths.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/text.hpp"
#include "secrets/file_kinds.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

Objection glob_objection(const ProofContext& context, std::string_view glob) {
  if (glob.starts_with('!') || !context.places->glob_may_name_secret(glob)) return std::nullopt;
  return fmt::format("`{}` may be a file that holds a secret", glob);
}

/// Lines around each that matches, so many that they may be all of a file.
bool is_much(std::string_view lines) {
  const bool number = !lines.empty() && lines.find_first_not_of("0123456789") == std::string_view::npos;
  return !number || lines.size() > 2 || (lines.size() == 2 && lines > "20");
}

constexpr std::string_view of_grep = "grep";

/// The request to a program that searches files, from its words.
struct Search {
  std::vector<std::string> globs;
  std::vector<std::string> patterns;
  std::vector<std::string_view> operands;  ///< without the pattern
  bool recurses = false;
  bool shows_others = false;
  bool names_only = false;
  bool widened = false;
  bool chooses_files = false;  ///< of all files, it reads those of its first `--include`
};

class SearchReader {
 public:
  /// `program`: grep, rg or ag; the others are read like one of these.
  SearchReader(Words words, std::string_view program)
      : words_(words), call_(read_invocation(words, options_of(program))) {}

  Search run() {
    for (const Option& one : call_.options) option(one);
    std::size_t first = 0;
    if (!has_pattern_ && !lists_ && !call_.operands.empty()) {
      found_.patterns.push_back(words_[call_.operands[0]].text);
      found_.shows_others |= may_come_before(call_.operands[first++]);
    }
    for (const std::size_t at : std::span(call_.operands).subspan(first)) found_.operands.emplace_back(words_[at].text);
    found_.names_only &= !shows_lines_;
    return std::move(found_);
  }

 private:
  /// True if a word before `place` may be the pattern instead.
  [[nodiscard]] bool may_come_before(std::size_t place) const {
    return std::ranges::any_of(words_.subspan(1, place - 1), [](const ShellWord& word) {
      return may_be_read_as_option(word) && word.start().empty();
    });
  }

  void option(const Option& option) {
    if (option.row != nullptr)
      add(option);
    else if (option.letter == 0)
      found_.shows_others = true;
    if (is_digit(option.letter)) {  // `-99`: so many lines
      around_ = option.at == around_at_ ? around_ + option.letter : std::string(1, option.letter);
      around_at_ = option.at;
      found_.shows_others |= is_much(around_);
    }
    const bool chooses = option.is("", "include exclude exclude-from exclude-dir");
    if (chooses && !chosen_) found_.chooses_files = option.is("", "include");
    chosen_ |= chooses;
  }

  void add(const Option& option) {
    const auto has = [&](OptionEffect effect) { return (option.row->effects & effect) != 0; };
    const std::string argument = option.argument.value_or("");
    has_pattern_ |= has(GivesPattern);
    if (has(GivesPattern) && !option.is("f", "file")) found_.patterns.push_back(argument);
    if (has(NamesFiles)) found_.globs.push_back(argument);
    found_.recurses |= has(Recurses);
    found_.shows_others |= has(ShowsOthers) || (has(ShowsAround) && is_much(argument));
    found_.names_only |= has(ShowsNames) && option.at < call_.certain;
    found_.widened |= has(Widens);
    shows_lines_ |= has(ShowsLines);
    lists_ |= has(ListsFiles);
  }

  Words words_;
  Invocation call_;
  Search found_;
  std::string around_;
  std::size_t around_at_ = 0;
  bool has_pattern_ = false;
  bool lists_ = false;
  bool shows_lines_ = false;
  bool chosen_ = false;
};

/// Below the current folder, by a name that says so: not `.`, `./.`, `src/..`, `$PWD`.
bool names_folder_below(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  const std::string_view first = path.substr(0, path.find('/'));
  return !first.empty() && is_name_char(first[0]) && path.find("..") == std::string_view::npos &&
         first.find_first_of(R"(*?[]{}\~$`)") == std::string_view::npos &&
         first.find(shell::unknown_part) == std::string_view::npos;
}

/// `grep -rn x`, `grep -rn x .`: the whole workspace, with its settings.
bool reads_all(std::span<const std::string_view> paths, const ReadablePlaces& places) {
  if (places.below_top() && std::ranges::all_of(paths, [](std::string_view path) { return listed(". ./", path); }))
    return false;
  return paths.empty() || !std::ranges::all_of(paths, names_folder_below);
}

/// These programs skip hidden and ignored files, but show every line of all others.
Objection folder_search_words(Words words, std::string_view program, const ProofContext& context) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  const Search found = SearchReader(words, program).run();
  for (const std::string_view glob : found.globs)  // also lets hidden files be searched
    if (Objection objection = glob_objection(context, glob)) return objection;
  if (found.names_only || (context.piped && found.operands.empty())) return std::nullopt;
  if (found.shows_others || !std::ranges::all_of(found.patterns, is_specific))
    return "it may show every line of the folder, and some may hold secrets";
  if (found.widened && reads_all(found.operands, *context.places))
    return "it searches hidden and ignored files too, and some may hold secrets";
  return std::nullopt;
}

bool follows(const shell::ShellWord& word, const OptionTable& options) {
  bool found = false;
  read_option({&word, 1}, 0, options, [&](const Option& option) { found |= option.has(FollowsLinks); });
  return found;
}

/// True for a word that ends like a file, a pipe, or standard input: not a folder.
bool is_file(const ShellWord& word) {
  const bool pipe = !word.known() && word.unknown == shell::UnknownPart::Digits && word.text.starts_with('/');
  return pipe || listed("- /dev/null /dev/stdin", word.text) || secrets::names_file(base_name(word.text));
}

}  // namespace

bool shows_only_names(Words words, std::string_view program) {
  return listed("grep egrep fgrep", program) && SearchReader(words, of_grep).run().names_only;
}

bool chooses_files(Words words, std::string_view program) {
  if (program != of_grep) return false;
  const Search found = SearchReader(words, of_grep).run();
  return found.chooses_files && found.recurses;
}

/// `grep -r x .` reads hidden files too, and `grep -r '' src` shows every line of every file.
Objection grep_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  const Search found = SearchReader(words, of_grep).run();
  if (found.names_only) return std::nullopt;
  for (const std::string& glob : found.globs)
    if (Objection objection = glob_objection(context, glob)) return objection;
  const bool specific =
      !found.shows_others && !found.patterns.empty() && std::ranges::all_of(found.patterns, is_specific);
  if (found.recurses && !found.chooses_files && (!specific || reads_all(found.operands, *context.places)))
    return "it reads every file of the folder, and some may hold secrets";
  return std::nullopt;
}

Objection rg_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  return folder_search_words(words, "rg", context);
}

Objection ag_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  return folder_search_words(words, "ag", context);
}

Objection diff_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  const Invocation call = read_invocation(words, options_of("diff"));
  const auto does = [&](OptionEffect effect) {
    return std::ranges::any_of(call.options, [&](const Option& option) { return option.has(effect); });
  };
  const bool file = std::ranges::any_of(call.operands, [&](std::size_t at) { return is_file(words[at]); });
  if (!does(ShowsNames) && (does(Recurses) || !file))
    return "it shows every file of two folders, and some may hold secrets";
  return std::nullopt;
}

Objection followed_links_objection(Words words, const Program& program, const ReadablePlaces& places) {
  const Words rest = words.subspan(1);
  if (std::ranges::none_of(rest, [&](const shell::ShellWord& word) { return follows(word, program.options); }))
    return std::nullopt;
  std::vector<std::string_view> folders;
  for (const shell::ShellWord& word : rest)
    if (word.known() && !word.text.starts_with('-') && places.is_folder(word.text)) folders.push_back(word.text);
  const bool all_known = std::ranges::all_of(rest, [](const shell::ShellWord& word) { return word.known(); });
  if (folders.empty() || !all_known) folders.emplace_back(".");
  for (const std::string_view folder : folders)
    if (!places.keeps_links_inside(folder))
      return fmt::format("it follows links, and a link below `{}` may lead out of the workspace or to a secret",
                         folder);
  return std::nullopt;
}

}  // namespace termhost::approval
