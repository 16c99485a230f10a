#include "approval/pipes/inner_commands.hpp"

#include <algorithm>
#include <string_view>

#include "approval/pipes/find_results.hpp"
#include "approval/pipes/printed_names.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using shell::SimpleCommand;
using shell::SimpleCommands;

/// The options of xargs about the words that it reads.
struct XargsOptions {
  std::string replaced;         ///< the text that they replace; empty: it appends them
  bool counts_words = false;    ///< `-n 2`, `-L1`: how many of them each command gets
  bool cuts_elsewhere = false;  ///< `-d .`: what it hands on are pieces of names
  bool by_lines = false;        ///< a blank parts none
};

XargsOptions read_xargs(Words options) {
  XargsOptions found;
  for (std::size_t at = 1; at < options.size();) {
    const std::size_t taken = read_option(options, at, options_of("xargs"), [&](const Option& option) {
      if (option.is("Ii", "replace")) found.replaced = option.argument.value_or("{}");
      found.counts_words |= option.is("nLl", "max-lines max-args max-procs max-chars");
      const bool delimiter = option.is("d", "delimiter");
      found.cuts_elsewhere |=
          delimiter && !(option.argument && (listed("\\n \\0", *option.argument) || *option.argument == "\n"));
      found.by_lines |= delimiter || option.is("0Ii", "null replace");
    });
    at += std::max<std::size_t>(taken, 1);
  }
  return found;
}

/// A word with `{}` replaced. It begins like the name only if it begins with `{}`.
ShellWord found_word(ShellWord word, const std::string& name) {
  word.of_list = false;  // its value may hold a `{}`
  for (std::size_t at = 0; (at = word.text.find("{}", at)) != std::string::npos; at += name.size()) {
    word.text.replace(at, 2, name);
    word.unknown = shell::UnknownPart::Files;
  }
  return word;
}

/// `-execdir wc -l {} +`: where it runs only the run knows, and so which files other words name. git may find a
/// repository there that the clone brought.
bool reads_only_found(Words command) {
  constexpr std::size_t longest_option = 4;  ///< of letters; what follows one of them could be a file
  if (base_name(command[0].text) == "git") return false;
  return std::ranges::all_of(command.subspan(1), [](const ShellWord& word) {
    const std::string_view text = word.text;
    const bool plain = word.known() && text.size() > 1 && text.find_first_of("=/.~") == std::string_view::npos;
    return text == "{}" || (plain && (text.starts_with("--") || (text[0] == '-' && text.size() <= longest_option)));
  });
}

}  // namespace

std::vector<CommandWords> commands_of_xargs(Words words, std::size_t inner, const std::vector<ShellWord>& read) {
  const XargsOptions options = read_xargs(words.first(inner));
  const std::vector<ShellWord> produced = options.cuts_elsewhere ? anything() : read;
  CommandWords command(words.begin() + static_cast<std::ptrdiff_t>(inner), words.end());
  const std::string& replaced = options.replaced;
  if (!replaced.empty() && options.counts_words) {  // xargs obeys the last of the two, or both
    command.push_back({std::string(1, shell::unknown_part), true});
    return {command};
  }
  if (!replaced.empty())
    for (ShellWord& word : command) word.of_list = false;  // its value may hold what is replaced
  const bool replaces = !replaced.empty() && std::ranges::any_of(command, [&](const ShellWord& word) {
    return word.text.find(replaced) != std::string::npos;
  });
  std::vector<CommandWords> commands;
  if (!replaces) {
    commands.push_back(command);
    commands[0].insert(commands[0].end(), produced.begin(), produced.end());
    return commands;
  }
  for (const ShellWord& name : produced) {
    for (ShellWord& word : commands.emplace_back(command))
      for (std::size_t at = 0; (at = word.text.find(replaced, at)) != std::string::npos; at += name.text.size()) {
        word.text.replace(at, replaced.size(), name.text);
        word.unknown = name.unknown;
      }
  }
  return commands;
}

bool blank_makes_option(Words options, const Program* program) {
  return !read_xargs(options).by_lines && program != nullptr && program->has(Reads) && !program->has(AnyOption);
}

FindWords words_of_find(Words words, const std::vector<bool>& spelled) {
  FindWords found;
  FindResults names = find_results(words);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool runs = words[at].known() && (words[at].text == "-exec" || words[at].text == "-execdir");
    if (!runs || spelled[at]) {
      found.own.push_back(words[at]);
      found.spelled.push_back(spelled[at]);
      continue;
    }
    const std::vector<std::string> patterns = name_patterns(names.folders, names.commands[at]);
    CommandWords command;
    const bool beside_each = words[at].text == "-execdir";
    found.complete = false;
    for (++at; at < words.size() && !found.complete; ++at) {
      const bool plus = words[at].known() && words[at].text == "+";
      const bool ends = plus && !command.empty() && command.back().known() && command.back().text == "{}";
      if (plus && !ends) return found;  // a word of the command: find goes on to the next end
      found.complete = ends || (words[at].known() && words[at].text == ";");
      if (!found.complete) command.push_back(words[at]);
    }
    if (beside_each && !command.empty() && !reads_only_found(command)) found.complete = false;
    if (!found.complete) return found;
    for (const std::string& pattern : patterns) {
      CommandWords& each = found.commands.emplace_back();
      for (const ShellWord& word : command) each.push_back(found_word(word, pattern));
    }
    --at;
  }
  return found;
}

std::optional<ShellCode> shell_code(Words words) {
  if (words.size() != 3 || !words[1].known() || !words[2].known() || !listed("bash zsh dash sh ksh", words[0].text))
    return std::nullopt;
  const std::string& options = words[1].text;
  if (options.size() < 2 || options[0] != '-' || options.back() != 'c' ||
      options.find_first_not_of("-celux") != std::string::npos)
    return std::nullopt;
  return ShellCode{words[2].text, shell::shell_kind_of(words[0].text)};
}

}  // namespace termhost::approval
