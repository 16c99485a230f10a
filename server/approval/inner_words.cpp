#include "approval/inner_words.hpp"

#include <algorithm>
#include <string_view>

#include "approval/found_names.hpp"
#include "approval/produced_names.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using shell::SimpleCommand;
using shell::SimpleCommands;

/// What xargs puts the words of its input in place of; empty: it appends them.
std::string replaced_word(Words options) {
  std::string replaced;
  for (std::size_t at = 1; at < options.size(); ++at) {
    const std::string& text = options[at].text;
    if (text == "-I" && at + 1 < options.size())
      replaced = options[at + 1].text;
    else if (text.starts_with("-I") && text.size() > 2)
      replaced = text.substr(2);
    else if (text.starts_with("--replace"))
      replaced = text.size() > 10 ? text.substr(10) : "{}";
  }
  return replaced;
}

/// `-n 2`, `-L1`: how many words of its input each command gets.
bool counts_words(Words options) {
  return std::any_of(options.begin() + 1, options.end(), [](const ShellWord& word) {
    const std::string_view text = word.text;
    return text.starts_with("--max-") ||
           (text.starts_with('-') && !text.starts_with("--") && text.find_first_of("nLl") != std::string_view::npos);
  });
}

/// In place of `{}`; only a word that begins with it begins as the name does.
ShellWord found_word(ShellWord word, const std::string& name) {
  word.of_list = false;  // its value may hold a `{}`
  for (std::size_t at = 0; (at = word.text.find("{}", at)) != std::string::npos; at += name.size()) {
    word.text.replace(at, 2, name);
    word.unknown = shell::UnknownPart::Files;
  }
  return word;
}

/// `-d .`: what it hands on are pieces of names.
bool cuts_elsewhere(Words options) {
  for (std::size_t at = 1; at < options.size(); ++at) {
    const std::string& text = options[at].text;
    const bool letters = text.starts_with('-') && !text.starts_with("--") && text.find('d') != std::string::npos;
    if (!letters && !text.starts_with("--d")) continue;
    const std::string& delimiter = text == "-d" && at + 1 < options.size() ? options[at + 1].text : text;
    if (!listed("\\n \\0 -d\\n -d\\0 --delimiter=\\n --delimiter=\\0", delimiter) && delimiter != "\n") return true;
  }
  return false;
}

}  // namespace

std::vector<CommandWords> commands_of_xargs(Words words, std::size_t inner, const std::vector<ShellWord>& read) {
  const std::vector<ShellWord> produced = cuts_elsewhere(words.first(inner)) ? anything() : read;
  CommandWords command(words.begin() + static_cast<std::ptrdiff_t>(inner), words.end());
  const std::string replaced = replaced_word(words.first(inner));
  if (!replaced.empty() && counts_words(words.first(inner))) {  // the last of the two is heeded, or both
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
  const bool by_lines = std::any_of(options.begin() + 1, options.end(), [](const ShellWord& word) {
    const std::string_view text = word.text;
    return text.starts_with("-0") || text.starts_with("-d") || text.starts_with("-I") || text.starts_with("--null") ||
           text.starts_with("--delimiter") || text.starts_with("--replace");
  });
  return !by_lines && program != nullptr && program->has(ReadOnly) && !program->has(AnyOption);
}

FindWords words_of_find(Words words, const std::vector<bool>& spelled) {
  FindWords found;
  FoundNames names = found_names(words);
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
    // Beside a file of a clone git may find a repository that the clone brought
    if (beside_each && !command.empty() && base_name(command[0].text) == "git") found.complete = false;
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
