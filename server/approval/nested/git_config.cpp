#include "approval/nested/git_config.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "approval/entries.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

using shell::ShellWord;

bool names_program(std::string_view key) {
  const std::string name = lower(key);
  if (name.starts_with("alias.") || name.starts_with("pager.")) return true;
  return in_list("git-programs", std::string_view(name).substr(name.rfind('.') + 1));
}

void add(std::string_view key, std::string_view value, std::size_t at, std::vector<NestedCommand>& found) {
  const std::string reason = fmt::format("git's setting `{}` runs a program", key);
  if (key.find(shell::unknown_part) != std::string_view::npos) {
    found.push_back(NestedCommand::not_known(at, "the setting that git gets is known only at run time"));
    return;
  }
  if (!names_program(key)) return;
  std::string code(value);
  if (code.starts_with('!'))
    code.erase(0, 1);
  else if (lower(key).starts_with("alias."))
    code.insert(0, "git ");
  found.push_back(NestedCommand::of_code(at, std::move(code), reason));
}

void add_setting(std::string_view setting, std::size_t at, std::vector<NestedCommand>& found) {
  const std::size_t equals = setting.find('=');
  add(setting.substr(0, equals), equals == std::string_view::npos ? "" : setting.substr(equals + 1), at, found);
}

/// `git config [options] key value`, also in its newer form `git config set key value`.
void read_config_command(std::span<const ShellWord> words, std::size_t at, std::vector<NestedCommand>& found) {
  std::array<const ShellWord*, 2> operands{};
  std::array<std::size_t, 2> places{};
  std::size_t count = 0;
  bool reads = false;
  while (at < words.size() && count < operands.size()) {
    const std::size_t taken = read_option(words, at, syntax_of("git config"), [&](const Option& option) {
      if (abbreviates(option.name, "get get-all get-regexp list get-urlmatch name-only show-origin") ||
          option.letter == 'l')
        reads = true;
    });
    if (taken == 0) {
      if (count == 0 && listed("set edit", words[at].text)) {
        ++at;
        continue;
      }
      if (count == 0 && listed("get list", words[at].text)) reads = true;
      operands[count] = &words[at];
      places[count++] = at;
    }
    at += std::max<std::size_t>(taken, 1);
  }
  if (count == operands.size() && !reads) add(operands[0]->text, operands[1]->text, places[1], found);
}

}  // namespace

void read_git_config(std::span<const ShellWord> words, std::vector<NestedCommand>& found) {
  const Subcommand sub = plain_subcommand(words);
  const std::size_t end = sub.words.empty() ? words.size() : sub.at;
  const bool clones = !sub.words.empty() && sub.words[1].text == "clone";
  const OptionSyntax& of_git = syntax_of("git");
  const OptionSyntax& of_clone = syntax_of("git clone");
  for (std::size_t at = 1; at < (clones ? words.size() : end);) {
    const std::size_t taken = read_option(words, at, at < end ? of_git : of_clone, [&](const Option& option) {
      if (option.letter == 0 && option.argument && abbreviates(option.name, "config-env") && option.name.size() > 6)
        found.push_back(NestedCommand::not_known(option.argument_at, "a variable holds a git setting"));
      const bool sets = option.letter == 'c' || (!option.single_dash && abbreviates(option.name, "config"));
      if (sets && option.argument) add_setting(*option.argument, option.argument_at, found);
    });
    at += std::max<std::size_t>(taken, 1);
  }
  if (!sub.words.empty() && sub.words[1].text == "config") read_config_command(words, sub.at + 1, found);
}

}  // namespace termhost::approval
