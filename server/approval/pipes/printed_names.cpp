#include "approval/pipes/printed_names.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "approval/pipes/find_results.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using shell::SimpleCommand;
using shell::SimpleCommands;
using shell::UnknownPart;
using NameWords = std::vector<ShellWord>;

/// True for a known word, or a pattern of the shell whose names can neither be an option nor lead out of the folder:
/// `src/*/`. The words of `--include=*.ts` stay options of this kind.
bool is_clear(const ShellWord& word) {
  const std::string_view start = word.start();
  if (word.known()) return true;
  if (word.unknown != UnknownPart::Files || start.empty() || word.text.find("..") != std::string::npos) return false;
  return start.starts_with("--include=") ||
         (std::string_view("-./~").find(start[0]) == start.npos && word.text.find("/.") == std::string::npos);
}

bool leads_away(std::string_view text) {
  return text.starts_with('/') || text.starts_with('~') || text == ".." || text.starts_with("../") ||
         text.find("/..") != std::string_view::npos;
}

NameWords from_patterns(const std::vector<std::string>& folders, const Endings& endings) {
  NameWords words;
  for (std::string& pattern : name_patterns(folders, endings))
    words.push_back({std::move(pattern), true, UnknownPart::Files, true});
  return words;
}

/// The results of a search in these places: a place that is a file itself, and files below a folder, whose names begin
/// with the folder's.
NameWords found_in(const std::vector<std::string>& places, const Endings& endings) {
  if (places.empty()) return from_patterns({{}}, endings);
  std::vector<std::string> folders;
  NameWords words;
  for (const std::string& place : places) {
    const bool pattern = place.find(shell::unknown_part) != std::string::npos;
    folders.push_back(place.ends_with('/') ? place : place + '/');
    if (place != ".") words.push_back({place, pattern, pattern ? UnknownPart::Files : UnknownPart::Text, pattern});
  }
  for (ShellWord& word : from_patterns(folders, endings)) words.push_back(std::move(word));
  return words;
}

/// The endings of the names that match these patterns, if each pattern has one.
Endings endings_of(const std::vector<std::string>& patterns) {
  if (patterns.empty()) return std::nullopt;
  std::vector<std::string> endings;
  for (const std::string& pattern : patterns) {
    const std::optional<std::string> ending = pattern.starts_with(':') ? std::nullopt : ending_of(pattern);
    if (!ending || pattern.find_first_of("*?[{") == std::string::npos) return std::nullopt;
    endings.push_back(*ending);
  }
  return endings;
}

std::optional<NameWords> found_by_find(Words words, const ReadablePlaces& places) {
  FindResults found = find_results(words);
  const bool public_folders = std::ranges::all_of(found.folders, [&](const std::string& folder) {
    return !folder.empty() && places.may_read({folder, false, UnknownPart::Files, true}, false);
  });
  if (!found.only_names || !public_folders) return std::nullopt;
  return from_patterns(found.folders, found.printed);
}

/// The options after which a program still prints names, or lines that it reads; any other option makes its words
/// unreadable.
struct Options {
  std::string_view program;
  std::string_view letters;
  std::string_view names = "";  ///< separated by blanks
};
struct Asked {
  std::string letters;                ///< that are given
  std::string names;                  ///< of long options
  std::vector<std::string> operands;  ///< those that are not options
  std::vector<std::string> globs;     ///< arguments of `-g`, `--include` and their like
};

/// A pattern that the shell leaves as it is, unless it fits files.
std::string glob_of(std::string text) {
  std::ranges::replace(text, shell::unknown_part, '*');
  return text;
}

std::optional<Asked> asked(Words words, const Options& accepted) {
  const Invocation call = read_invocation(words, options_of(accepted.program));
  Asked result;
  for (const Option& option : call.options) {
    if (option.single_dash || !option.is(accepted.letters, accepted.names)) return std::nullopt;
    if (option.letter != 0) result.letters += option.letter;
    if (option.letter == 0) (result.names += ' ') += option.row->name;
    if (option.is("g", "glob include")) result.globs.push_back(glob_of(option.argument.value_or("")));
  }
  for (const std::size_t at : call.operands) result.operands.push_back(words[at].text);
  return result;
}

/// `git ls-files '*.ts'`, `git diff --name-only`, `git grep -l x`
std::optional<NameWords> listed_by_git(Words words) {
  const std::string& what = words[1].text;
  std::optional<Asked> given;
  if (what == "ls-files")
    given =
        asked(words.subspan(1), {"git ls-files", "cmodz", "cached others modified deleted exclude-standard full-name"});
  if (what == "diff")
    given = asked(words.subspan(1), {"git diff", "zMC", "name-only cached staged merge-base diff-filter"});
  if (what == "grep")
    given = asked(words.subspan(1), {"git grep", "lniIwEFPvz", "name-only files-with-matches cached"});
  if (!given) return std::nullopt;
  const bool named = listed(given->names, "name-only");
  const bool matches = given->letters.find('l') != std::string::npos || listed(given->names, "files-with-matches");
  if ((what == "diff" && !named) || (what == "grep" && !named && !matches)) return std::nullopt;
  if (what != "grep" && std::ranges::any_of(given->operands, leads_away)) return std::nullopt;
  return from_patterns({{}}, what == "ls-files" ? endings_of(given->operands) : Endings{});
}

std::optional<NameWords> listed_by_search(Words words) {
  const bool ripgrep = words[0].text == "rg";
  const Options of_ripgrep{"rg", "lniIwFSsPUuNH0gtT",
                           "files files-with-matches hidden no-ignore null glob type type-not sort max-depth"};
  const Options of_grep{"grep", "rRlniIwEFsvx", "include exclude-dir"};
  std::optional<Asked> given = asked(words, ripgrep ? of_ripgrep : of_grep);
  if (!given) return std::nullopt;
  const bool has_list = given->letters.find('l') != std::string::npos;
  const bool all = listed(given->names, "files");
  const bool lists = ripgrep ? all || has_list || listed(given->names, "files-with-matches")
                             : has_list && given->letters.find_first_of("rR") != std::string::npos;
  const std::size_t patterns = all ? 0 : 1;
  if (!lists || given->operands.size() < patterns) return std::nullopt;
  const std::vector<std::string> places(given->operands.begin() + static_cast<std::ptrdiff_t>(patterns),
                                        given->operands.end());
  if (std::ranges::any_of(places, leads_away)) return std::nullopt;
  std::erase_if(given->globs, [](const std::string& glob) { return glob.starts_with('!'); });
  return found_in(places, endings_of(given->globs));
}

/// `git merge-base a b`, `git rev-parse HEAD~2`: the name of a commit and nothing else.
bool prints_commit(const SimpleCommand& command) {
  const Words words = command.words;
  if (words.size() < 3 || words[0].text != "git" || command.mixes_errors || command.piped) return false;
  const auto is_name = [](const ShellWord& word) {
    return word.known() && !word.text.starts_with('-') && has_only(word.text, "/~^.-");
  };
  if (words[1].text == "merge-base") return std::ranges::all_of(words.subspan(2), is_name);
  const Words names = words.subspan(words[2].text == "--short" ? 3 : 2);  // another name it may print as it is
  return words[1].text == "rev-parse" && names.size() == 1 && names[0].known() && names[0].text.starts_with("HEAD") &&
         names[0].text.find_first_not_of("~^0123456789", 4) == std::string::npos;
}

/// `head -20`, `tail -n +2`, `sort -u`, `grep -v x`: hands on some of its lines as they are.
bool filters(Words words) {
  const std::string& program = words[0].text;
  const Words rest = words.subspan(1);
  const auto digits = [](std::string_view text) { return text.find_first_not_of("+-0123456789") == text.npos; };
  if (listed("head tail", program)) {
    for (std::size_t at = 0; at < rest.size(); ++at) {
      std::string_view text = rest[at].text;
      if (text == "-n" && at + 1 < rest.size())
        text = rest[++at].text;
      else if (!text.starts_with('-'))
        return false;
      if (text.starts_with("-n")) text.remove_prefix(2);
      if (!digits(text)) return false;
    }
    return true;
  }
  if (listed("sort uniq", program)) {
    const std::optional<Asked> given = asked(words, {program, program == "sort" ? "unrfbdgVR" : "udi"});
    return given && given->operands.empty();
  }
  if (!listed("grep egrep", program)) return false;
  const std::optional<Asked> given = asked(words, {program, "vEiFPwx"});
  return given && given->operands.size() == 1;
}

}  // namespace

NameWords anything() { return {ShellWord{std::string(1, shell::unknown_part), true}}; }

NameWords printed_names(const SimpleCommand& command, const SimpleCommands& found, const ReadablePlaces& places) {
  const Words words = command.words;
  if (words.empty() || command.mixes_errors || !std::ranges::all_of(words, is_clear) ||
      !command.unprovable_code.empty())
    return anything();
  std::optional<NameWords> names;
  if (words[0].text == "find") names = found_by_find(words, places);
  if (words[0].text == "git" && words.size() > 1) names = listed_by_git(words);
  if (listed("rg grep", words[0].text)) names = listed_by_search(words);
  if (!names && filters(words) && command.producer < found.commands.size())
    names = printed_names(found.commands[command.producer], found, places);
  return names ? std::move(*names) : anything();
}

NameWords with_printed_names(const NameWords& words, const SimpleCommands& found, const ReadablePlaces& places) {
  NameWords result;
  for (const ShellWord& word : words) {
    if (word.printed_by >= found.commands.size()) {
      result.push_back(word);
      continue;
    }
    if (words[0].text == "git" && prints_commit(found.commands[word.printed_by])) {
      result.push_back({std::string(1, shell::unknown_part), false, UnknownPart::Digits});
      continue;
    }
    for (const ShellWord& name : printed_names(found.commands[word.printed_by], found, places)) {
      const std::size_t unknown = name.text.find(shell::unknown_part);
      std::string text = name.text.substr(unknown == std::string::npos ? 0 : unknown);
      if (!word.printed_line) text.assign(2, shell::unknown_part);  // a blank makes each part of a name a word
      result.push_back({std::move(text), word.splits, std::max(name.unknown, UnknownPart::Files)});
    }
  }
  return result;
}

}  // namespace termhost::approval
