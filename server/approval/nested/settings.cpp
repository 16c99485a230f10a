#include "approval/nested/settings.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/entries.hpp"
#include "approval/programs/invocation.hpp"
#include "approval/programs/wrapper_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

bool is_alias(std::string_view key) { return lower(key).starts_with("alias."); }

/// The value of the setting is a program to run.
bool names_program(std::string_view program, std::string_view key) {
  const std::string name = lower(key);
  if (program == "git")
    return is_alias(key) || name.starts_with("pager.") ||
           in_list("git-programs", std::string_view(name).substr(name.rfind('.') + 1));
  return program.starts_with("apt") || name.ends_with("command") || in_list("ssh-programs", name);
}

void add(std::string_view program, std::string_view key, std::string_view value, std::size_t at,
         std::vector<NestedCommand>& found) {
  if (key.find(shell::unknown_part) != std::string_view::npos)
    found.push_back(NestedCommand::not_known(at, fmt::format("a setting of `{}` is known only at run time", program)));
  else if (!names_program(program, key))
    return;
  std::string code(value);
  if (code.starts_with('!'))
    code.erase(0, 1);
  else if (program == "git" && is_alias(key))
    code.insert(0, "git ");
  found.push_back(
      NestedCommand::of_code(at, std::move(code), fmt::format("`{}`, a setting of `{}`, is a command", key, program)));
}

}  // namespace

/// git and apt part name and value by `=`, ssh also by blanks.
void add_setting(std::string_view program, std::string_view setting, std::size_t at,
                 std::vector<NestedCommand>& found) {
  const std::string_view joints = program == "git" || program.starts_with("apt") ? "=" : "= \t";
  const std::size_t end = std::min(setting.find_first_of(joints, 1), setting.size());
  const std::size_t value = std::min(setting.find_first_not_of(joints, end), setting.size());
  add(program, setting.substr(0, end), setting.substr(value), at, found);
}

void read_git_config(std::span<const shell::ShellWord> words, std::vector<NestedCommand>& found) {
  const Subcommand sub = plain_subcommand(words);
  if (sub.words.size() < 2 || sub.words[1].text != "config") return;
  const Invocation call = read_invocation(words.subspan(sub.at), options_of("git config"));
  std::vector<std::size_t> operands = call.operands;
  operands.insert(operands.end(), call.unknown.begin(), call.unknown.end());
  std::ranges::sort(operands);
  for (std::size_t& at : operands) at += sub.at;
  if (!operands.empty() && listed("set edit", words[operands[0]].text)) operands.erase(operands.begin());
  const bool reads = (!operands.empty() && listed("get list", words[operands[0]].text)) ||
                     std::ranges::any_of(call.options, [](const Option& option) {
                       return option.is("l", "get get-all get-regexp list get-urlmatch name-only show-origin");
                     });
  if (operands.size() > 1 && !reads) add("git", words[operands[0]].text, words[operands[1]].text, operands[1], found);
}

}  // namespace termhost::approval
