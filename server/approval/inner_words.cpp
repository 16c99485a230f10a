#include "approval/inner_words.hpp"

#include <algorithm>
#include <string_view>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;
using shell::SimpleCommand;
using shell::SimpleCommands;

/// `find … -name '*.ts'` finds what ends so.
std::string found_ending(Words words) {
  std::string ending;
  for (std::size_t at = 1; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    if (text == "-o" || text == "-or" || text == ",") return {};
    if (words[at].text == "-name" && (words[at - 1].text == "!" || words[at - 1].text == "-not")) return {};
    if (words[at - 1].text != "-name" || !words[at].known()) continue;
    const std::size_t star = text.find_last_of("*?[]");
    ending = star == std::string::npos ? '/' + text : text.substr(star + 1);
  }
  return ending;
}

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

/// Where find begins, if it is one place.
std::string found_folder(Words words) {
  const bool named =
      words.size() > 1 && words[1].known() && !words[1].text.starts_with('-') && words[1].text.find_first_of("(!") != 0;
  const bool one = words.size() > 2 && (words[2].text.starts_with('-') || words[2].text == "(" ||
                                        words[2].text == "!" || words[1].text.starts_with('-'));
  if (!one) return {};
  return (named ? words[1].text : ".") + '/';
}

ShellWord found_word(ShellWord word, const std::string& folder, const std::string& ending) {
  for (std::size_t at = 0; (at = word.text.find("{}", at)) != std::string::npos;) {
    word.text.replace(at, 2, (at == 0 ? folder : std::string()) + shell::unknown_part + ending);
    word.unknown = shell::UnknownPart::Files;
  }
  return word;
}

}  // namespace

ShellWord produced_names(const SimpleCommand& command, const SimpleCommands& found, const ReadablePlaces& places) {
  const auto& words = command.words;
  ShellWord any{std::string(1, shell::unknown_part), true};
  const bool known =
      !words.empty() && std::all_of(words.begin(), words.end(), [](const ShellWord& w) { return w.known(); });
  if (!known || !command.unprovable_code.empty()) return any;
  const auto has = [&](std::string_view text) {
    return std::any_of(words.begin(), words.end(), [&](const ShellWord& w) { return w.text == text; });
  };
  const std::string& program = words[0].text;
  ShellWord names{std::string(1, shell::unknown_part), true, shell::UnknownPart::Files};
  const bool git = program == "git" && words.size() > 1 &&
                   (words[1].text == "ls-files" || (words[1].text == "diff" && has("--name-only")));
  const bool lists = std::any_of(words.begin() + 1, words.end(), [](const ShellWord& w) {  // -rl, -rIl
    return w.text.starts_with('-') && w.text.find('l') != std::string::npos &&
           w.text.find_first_of("rR") != std::string::npos && w.text.find_first_not_of("rRlnIiwEFs", 1) == w.text.npos;
  });
  const bool searches = (program == "rg" && (has("-l") || has("--files"))) || (program == "grep" && lists);
  if (git || searches) return names;
  if (program == "find" && words.size() > 2 && !has("-printf") && !has("-fprint") && places.may_read(words[1].text) &&
      !words[1].text.starts_with('-') && words[2].text.starts_with('-'))
    return {words[1].text + '/' + shell::unknown_part + found_ending(words), true, shell::UnknownPart::Files, true};
  const bool options_only =
      std::all_of(words.begin() + 1, words.end(), [](const ShellWord& w) { return w.text.starts_with('-'); });
  const bool filters = (listed("head tail sort uniq", program) && options_only && !has("-o")) ||
                       (program == "grep" && words.size() == 3 &&
                        (words[1].text == "-v" || words[1].text == "-E" || words[1].text == "-i"));
  if (filters && command.producer < found.commands.size())
    return produced_names(found.commands[command.producer], found, places);
  return any;
}

std::vector<ShellWord> words_of_xargs(Words words, std::size_t inner, const ShellWord& produced) {
  std::vector<ShellWord> command(words.begin() + static_cast<std::ptrdiff_t>(inner), words.end());
  const std::string replaced = replaced_word(words.first(inner));
  bool any = false;
  for (ShellWord& word : command)
    for (std::size_t at = 0; !replaced.empty() && (at = word.text.find(replaced, at)) != std::string::npos; ++at) {
      word.text.replace(at, replaced.size(), 1, shell::unknown_part);
      word.unknown = produced.unknown;
      any = true;
    }
  if (!any) command.push_back(produced);
  return command;
}

bool blank_makes_option(Words options, Words command) {
  const bool by_lines = std::any_of(options.begin() + 1, options.end(), [](const ShellWord& word) {
    const std::string_view text = word.text;
    return text.starts_with("-0") || text.starts_with("-d") || text.starts_with("-I") || text.starts_with("--null") ||
           text.starts_with("--delimiter") || text.starts_with("--replace");
  });
  const Program* program = find_program(command[0].text);
  return !by_lines && program != nullptr && program->has(ReadOnly) && !program->has(AnyOption);
}

FindWords words_of_find(Words words, const std::vector<bool>& spelled) {
  FindWords found;
  const std::string folder = found_folder(words);
  const std::string ending = found_ending(words);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool runs = words[at].known() && (words[at].text == "-exec" || words[at].text == "-execdir");
    if (!runs || spelled[at]) {
      found.own.push_back(words[at]);
      found.spelled.push_back(spelled[at]);
      continue;
    }
    std::vector<ShellWord>& command = found.commands.emplace_back();
    found.complete = false;
    for (++at; at < words.size() && !found.complete; ++at) {
      found.complete = words[at].known() && (words[at].text == ";" || (words[at].text == "+" && !command.empty()));
      if (!found.complete) command.push_back(found_word(words[at], folder, ending));
    }
    if (!found.complete) return found;
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
