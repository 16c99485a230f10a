#include "approval/proof/search_programs.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "approval/languages/specific_pattern.hpp"
#include "approval/places/paths.hpp"
#include "approval/text.hpp"
#include "secrets/file_kinds.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

Objection glob_objection(const ProofContext& context, std::string_view glob) {
  if (glob.starts_with('!') || !context.places->glob_may_name_secret(glob)) return std::nullopt;
  return fmt::format("`{}` may be a file that holds a secret", glob);
}

/// `-l` and its like: it shows names, no lines. `-el` and `-e -l` are patterns, and what may be an argument of a long
/// option proves nothing.
bool shows_no_lines(Words words) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string_view text = words[at].text;
    if (text == "--" || !words[at].known()) return false;
    if (text == "--files-with-matches" || text == "--files-without-match" || text == "--quiet") return true;
    if (text.starts_with("--") && text.find('=') == std::string_view::npos) return false;
    if (text.size() < 2 || text[0] != '-' || text[1] == '-') continue;
    const std::size_t argument = text.find_first_of("efmABCdDX");
    if (text.substr(0, argument).find_first_of("lLq") != std::string_view::npos) return true;
    at += argument + 1 == text.size() ? 1 : 0;
  }
  return false;
}

/// Lines around each that matches, so many that they may be all of a file.
bool is_much(std::string_view lines) {
  const bool number = !lines.empty() && lines.find_first_not_of("0123456789") == std::string_view::npos;
  return !number || lines.size() > 2 || (lines.size() == 2 && lines > "20");
}

/// Options of grep without an argument. After any other option a word may be its argument, or the pattern.
constexpr std::string_view grep_alone =
    "--recursive --dereference-recursive --ignore-case --no-ignore-case --line-number --with-filename --no-filename "
    "--only-matching --word-regexp --line-regexp --extended-regexp --fixed-strings --basic-regexp --perl-regexp "
    "--count "
    "--text --no-messages --byte-offset --initial-tab --line-buffered --color --colour --files-with-matches "
    "--files-without-match --quiet --silent --version --help";
/// Options with their argument after `=`, which show no line that no pattern matches.
constexpr std::string_view grep_with_value =
    "--include --exclude --exclude-dir --color --colour --binary-files --max-count";

/// The request to grep, from its words.
struct GrepWords {
  std::vector<std::string_view> patterns;
  std::vector<std::string_view> operands;  ///< without the pattern
  bool recurses = false;
  bool extended = false;      ///< the patterns are extended expressions, and no others
  bool shows_others = false;  ///< lines that no pattern matches, or more than lines
};

GrepWords grep_asked(Words words) {
  GrepWords found;
  bool given = false;
  bool other = false;
  std::vector<std::string_view> operands;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string_view text = words[at].text;
    const std::string_view next = at + 1 < words.size() ? std::string_view(words[at + 1].text) : std::string_view();
    if (!may_be_read_as_option(words[at])) {
      operands.push_back(text);
    } else if (text == "--") {
      for (++at; at < words.size(); ++at) operands.emplace_back(words[at].text);
    } else if (text.starts_with("--")) {
      const bool file = text.starts_with("--fi") && !text.starts_with("--fix") && !text.starts_with("--files-");
      found.recurses |= text.starts_with("--rec") || text.starts_with("--d");
      found.extended |= text == "--extended-regexp";
      other |= listed("--fixed-strings --basic-regexp --perl-regexp", text);
      const std::size_t equals = text.find('=');
      found.shows_others |= equals == std::string_view::npos ? !listed(grep_alone, text)
                                                             : !listed(grep_with_value, text.substr(0, equals));
      given |= file || text.starts_with("--reg");
    } else if (!words[at].start().empty()) {  // else a pattern of names: `*.md`
      const std::size_t argument = std::min(text.find_first_of("efmABCdDX", 1), text.size());
      const std::string_view letters = text.substr(1, argument - 1);
      found.recurses |= text.find_first_of("rRd", 1) != std::string_view::npos;
      found.extended |= letters.find('E') != std::string_view::npos;
      other |= letters.find_first_of("FGP") != std::string_view::npos;
      std::string around;  // `-99`: so many lines
      std::ranges::copy_if(letters, std::back_inserter(around), is_digit);
      found.shows_others |=
          letters.find_first_of("vz") != std::string_view::npos || (!around.empty() && is_much(around));
      if (argument == text.size()) continue;
      const bool attached = argument + 1 < text.size();
      found.shows_others |= text[argument] == 'X';
      if (listed("A B C", text.substr(argument, 1)))
        found.shows_others |= is_much(attached ? text.substr(argument + 1) : next);
      if (text[argument] == 'e') found.patterns.push_back(attached ? text.substr(argument + 1) : next);
      found.shows_others |= text[argument] == 'f';
      given |= text[argument] == 'e' || text[argument] == 'f';
      at += attached ? 0 : 1;
    }
  }
  if (!given && !operands.empty()) {
    found.patterns.push_back(operands[0]);
    operands.erase(operands.begin());
  }
  found.operands = std::move(operands);
  found.extended = found.extended && !other;
  return found;
}

/// Files that neither an `--include` nor an `--exclude` names are searched if the first of them is an `--exclude`.
bool begins_with_include(Words words) {
  const auto first = std::ranges::find_if(words.subspan(1), [](const ShellWord& word) {
    return word.text.starts_with("--exc") || word.text.starts_with("--include=");
  });
  return first != words.end() && first->text.starts_with("--include=");
}

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

/// The request to a program that searches folders by itself, from its words.
struct SearchWords {
  std::vector<std::string_view> globs;
  std::vector<std::string_view> patterns;
  std::vector<std::string_view> operands;  ///< without the pattern
  bool names_only = false;
  bool widened = false;       ///< to hidden and ignored files
  bool shows_others = false;  ///< lines that no pattern matches, or those of patterns that are not known
};

class SearchReader {
 public:
  /// `taking`: letters of the program that take an argument.
  SearchReader(Words words, const Program& row, std::string_view taking) : words_(words), row_(row), taking_(taking) {}

  SearchWords run() {
    for (at_ = 1; at_ < words_.size(); ++at_) {
      const std::string_view text = words_[at_].text;
      if (text.size() < 2 || text[0] != '-')
        found_.operands.push_back(text);
      else if (text == "--")
        for (++at_; at_ < words_.size(); ++at_) found_.operands.emplace_back(words_[at_].text);
      else if (text[1] == '-')
        long_option(text);
      else
        letters(text);
    }
    found_.names_only &= !json_;  // JSON shows lines, whatever else is requested
    if (!has_pattern_ && !lists_ && !found_.operands.empty()) {
      found_.patterns.push_back(found_.operands[0]);
      found_.operands.erase(found_.operands.begin());
    }
    return std::move(found_);
  }

 private:
  std::string_view next_word() {
    return ++at_ < words_.size() ? std::string_view(words_[at_].text) : std::string_view();
  }

  void pattern(std::string_view text) {
    has_pattern_ = true;
    found_.patterns.push_back(text);
  }

  void long_option(std::string_view text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view name = text.substr(0, equals);
    const Program::Long* const option = row_.find_long(name.substr(2), false, equals < text.size());
    std::string_view value = text.substr(std::min(equals + 1, text.size()));
    if (option != nullptr && option->takes && equals == text.size()) value = next_word();
    if (listed("--glob --iglob", name)) found_.globs.push_back(value);
    if (name == "--regexp") pattern(value);
    found_.shows_others |= listed("--invert-match --passthru --multiline --multiline-dotall", name);
    if (listed("--context --after-context --before-context", name)) found_.shows_others |= is_much(value);
    json_ |= name == "--json";
    lists_ |= listed("--files --type-list", name);
    found_.names_only |= listed("--files --files-with-matches --files-without-match --quiet --type-list", name);
    found_.widened |= name.starts_with("--hidden") || name.starts_with("--no-ignore") || name == "--unrestricted";
  }

  void letters(std::string_view text) {
    const std::size_t argument = std::min(text.find_first_of(taking_, 1), text.size());
    const std::string_view before = text.substr(1, argument - 1);
    found_.names_only |= before.find_first_of("lq") != std::string_view::npos;
    found_.shows_others |= before.find_first_of("vU") != std::string_view::npos;
    found_.widened |= before.find_first_of("u.") != std::string_view::npos;
    if (argument == text.size()) return;
    const std::string_view value = argument + 1 < text.size() ? text.substr(argument + 1) : next_word();
    const char letter = text[argument];
    if (letter == 'e') pattern(value);
    if (letter == 'g') found_.globs.push_back(value);
    if (letter == 'f' || letter == 'G') found_.shows_others = true;  // -G: ack and ag differ
    if (listed("A B C", {&letter, 1})) found_.shows_others |= is_much(value);
  }

  Words words_;
  const Program& row_;
  std::string_view taking_;
  std::size_t at_ = 0;
  SearchWords found_;
  bool has_pattern_ = false;
  bool lists_ = false;
  bool json_ = false;
};

/// These programs skip hidden and ignored files, but show every line of all others.
Objection search_words(const SearchWords& found, const ProofContext& context) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  for (const std::string_view glob : found.globs)  // also lets hidden files be searched
    if (Objection objection = glob_objection(context, glob)) return objection;
  if (found.names_only || (context.piped && found.operands.empty())) return std::nullopt;
  if (found.shows_others || !std::ranges::all_of(found.patterns, is_specific_expression))
    return "it may show every line of the folder, and some may hold secrets";
  if (found.widened && reads_all(found.operands, *context.places))
    return "it searches hidden and ignored files too, and some may hold secrets";
  return std::nullopt;
}

/// True for a word that ends like a file, a pipe, or standard input: not a folder.
bool is_file(const ShellWord& word) {
  const bool pipe = !word.known() && word.unknown == shell::UnknownPart::Digits && word.text.starts_with('/');
  return pipe || listed("- /dev/null /dev/stdin", word.text) || secrets::names_file(base_name(word.text));
}

}  // namespace

bool shows_only_names(Words words, std::string_view program) {
  return listed("grep egrep fgrep", program) && shows_no_lines(words);
}

bool chooses_files(Words words, std::string_view program) {
  return program == "grep" && begins_with_include(words) && grep_asked(words).recurses;
}

/// `grep -r x .` reads hidden files too, and `grep -r '' src` shows every line of every file.
Objection grep_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy || shows_no_lines(words)) return std::nullopt;
  const bool chosen = begins_with_include(words);
  for (const ShellWord& word : words.subspan(1)) {
    if (!word.text.starts_with("--include=")) continue;
    if (Objection objection = glob_objection(context, std::string_view(word.text).substr(10))) return objection;
  }
  const GrepWords found = grep_asked(words);
  const bool specific = !found.shows_others && !found.patterns.empty() &&
                        std::ranges::all_of(found.patterns, [&](std::string_view pattern) {
                          return is_specific(pattern) || (found.extended && is_specific_extended(pattern));
                        });
  if (found.recurses && !chosen && (!specific || reads_all(found.operands, *context.places)))
    return "it reads every file of the folder, and some may hold secrets";
  return std::nullopt;
}

Objection rg_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  return search_words(SearchReader(words, *find_program("rg"), "ABCefgmMtTjrdE").run(), context);
}

Objection ag_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  return search_words(SearchReader(words, *find_program("ag"), "ABCmG").run(), context);
}

Objection diff_words(Words words, const ProofContext& context, std::size_t /*offset*/) {
  if (context.rule_origin == RuleOrigin::Policy) return std::nullopt;
  bool all = false, briefly = false, file = false;
  for (const ShellWord& word : words.subspan(1)) {
    const std::string_view text = word.text;
    if (!may_be_read_as_option(word)) {
      file |= is_file(word);
    } else if (text.starts_with("--")) {
      all |= text.starts_with("--rec");
      briefly |= text == "--brief";
    } else {
      all |= text.find('r') != std::string_view::npos;
      briefly |= text.find('q') != std::string_view::npos;
    }
  }
  if (!briefly && (all || !file)) return "it shows every file of two folders, and some may hold secrets";
  return std::nullopt;
}

}  // namespace termhost::approval
