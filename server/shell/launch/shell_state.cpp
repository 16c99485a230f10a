#include "shell/launch/shell_state.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "shell/analysis/simple_commands.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

/// Variables of one shell, of its prompt, and of its place.
constexpr std::array<std::string_view, 18> of_one_shell{
    "_",   "PWD",     "OLDPWD", "SHLVL", "SHELLOPTS", "BASHOPTS", "TERMHOST_SANDBOX", "TMPDIR",  "TMPPREFIX",
    "ENV", "ZDOTDIR", "PS0",    "PS1",   "PS2",       "PS4",      "PROMPT",           "RPROMPT", "PROMPT_COMMAND"};
/// Options that change the results of commands, in the shells' own spellings. Others may end a shell (`set -e`, `set
/// -t`) or change its line editor.
constexpr std::array<std::string_view, 29> options_of_results{
    "allexport",     "braceexpand",    "dotglob",      "extendedglob", "extglob",         "failglob",
    "globdots",      "globstar",       "ignorebraces", "kshglob",      "ksharrays",       "lastpipe",
    "markdirs",      "nobareglobqual", "nocaseglob",   "nocasematch",  "noclobber",       "noglob",
    "nomultios",     "nonomatch",      "nounset",      "nullglob",     "numericglobsort", "pipefail",
    "rcexpandparam", "rcquotes",       "shglob",       "shwordsplit",  "xtrace"};

bool is_of_one_shell(std::string_view name) {
  return name.starts_with("__termhost") ||
         std::find(of_one_shell.begin(), of_one_shell.end(), name) != of_one_shell.end();
}

bool contains(const std::vector<std::string>& options, const std::string& option) {
  return std::find(options.begin(), options.end(), option) != options.end();
}

bool changes_results(std::string_view option) {
  return std::find(options_of_results.begin(), options_of_results.end(), option) != options_of_results.end();
}

/// The options that are on in `set -o pipefail`, `shopt -s nullglob`, `set --pipefail --braceexpand` (ksh) and
/// `set -o .reset -o pipefail` (mksh).
void add_options(const std::vector<ShellWord>& words, ShellState& state) {
  const bool is_shopt = words.front().text == "shopt";
  for (std::size_t at = 1; at < words.size(); ++at) {
    std::string name = words[at].text;
    if (name.starts_with("--"))
      name.erase(0, 2);
    else if (at + 1 < words.size() && name == (is_shopt ? "-s" : "-o"))
      name = words[++at].text;
    else
      continue;
    if (changes_results(name)) state.options.push_back((is_shopt ? "shopt -s " : "set -o ") + name);
  }
}

/// `set +o pipefail`, `shopt -u nullglob`
std::string turned_off(std::string statement) {
  const std::size_t at = statement.find(' ') + 1;
  if (statement.starts_with("shopt"))
    statement[at + 1] = 'u';
  else
    statement[at] = '+';
  return statement;
}

/// Another name ends dash's reading of the file.
bool is_name(std::string_view text) {
  return !text.empty() && base::is_name_start(text.front()) &&
         std::all_of(text.begin(), text.end(), base::is_name_char);
}

/// `export NAME=value`, `declare -x NAME="value"`: the last word.
void add_variable(const ShellWord& word, ShellState& state) {
  const std::size_t end = word.text.find('=');
  if (end == std::string::npos || !word.known()) return;
  if (std::string name = word.text.substr(0, end); is_name(name) && !is_of_one_shell(name))
    state.variables.insert_or_assign(std::move(name), word.text.substr(end + 1));
}

std::string set_variable(const std::string& name, const std::string& value, ShellKind kind) {
  const std::string quoted = quote_in_script(value, kind);
  if (kind == ShellKind::PowerShell) return fmt::format("${{env:{}}} = {}\n", name, quoted);
  return kind == ShellKind::Fish ? fmt::format("set -gx {} {}\n", name, quoted)
                                 : fmt::format("export {}={}\n", name, quoted);
}

std::string unset_variable(const std::string& name, ShellKind kind) {
  if (kind == ShellKind::PowerShell) return fmt::format("${{env:{}}} = $null\n", name);
  return kind == ShellKind::Fish ? fmt::format("set -e {}\n", name) : fmt::format("unset {}\n", name);
}

}  // namespace

std::optional<ShellState> read_shell_state(std::string_view text) {
  if (!text.ends_with("\n# end\n")) return std::nullopt;
  ShellState state;
  const SimpleCommands found = simple_commands(text, ShellKind::Bash);
  if (!found.problem.empty()) return std::nullopt;
  for (const SimpleCommand& command : found.commands) {
    if (command.words.size() < 2) continue;
    const std::string& name = command.words.front().text;
    if (name == "export" || name == "declare" || name == "typeset")
      add_variable(command.words.back(), state);
    else if (name == "umask")
      state.umask = command.words.back().text;
    else if (name == "set" || name == "shopt")
      add_options(command.words, state);
  }
  return state;
}

StateChange change_between(const ShellState& before, const ShellState& now) {
  StateChange change;
  for (const auto& [name, value] : now.variables) {
    const auto old = before.variables.find(name);
    if (old == before.variables.end() || old->second != value) change.variables.emplace(name, value);
  }
  for (const auto& [name, value] : before.variables)
    if (!now.variables.contains(name)) change.variables.emplace(name, std::nullopt);
  if (now.umask != before.umask) change.umask = now.umask;
  for (const std::string& option : now.options)
    if (!contains(before.options, option)) change.options.emplace(option, true);
  for (const std::string& option : before.options)
    if (!contains(now.options, option)) change.options.emplace(option, false);
  return change;
}

ShellState changed(ShellState state, const StateChange& change) {
  for (const auto& [name, value] : change.variables) {
    if (value)
      state.variables.insert_or_assign(name, *value);
    else
      state.variables.erase(name);
  }
  if (!change.umask.empty()) state.umask = change.umask;
  for (const auto& [option, is_on] : change.options) {
    std::erase(state.options, option);
    if (is_on) state.options.push_back(option);
  }
  return state;
}

void add(StateChange& change, const StateChange& later) {
  for (const auto& [name, value] : later.variables) change.variables.insert_or_assign(name, value);
  for (const auto& [option, is_on] : later.options) change.options.insert_or_assign(option, is_on);
  if (!later.umask.empty()) change.umask = later.umask;
}

std::string statements(const StateChange& change, const StateChange& given, ShellKind kind, bool options) {
  std::string text;
  for (const auto& [name, value] : change.variables) {
    const auto old = given.variables.find(name);
    if (old == given.variables.end() || old->second != value)
      text += value ? set_variable(name, *value, kind) : unset_variable(name, kind);
  }
  const bool has_umask = !change.umask.empty() && kind != ShellKind::PowerShell;
  if (has_umask && change.umask != given.umask) text += fmt::format("umask {}\n", change.umask);
  for (const auto& [option, is_on] : change.options) {
    const auto old = given.options.find(option);
    if (options && (old == given.options.end() || old->second != is_on))
      text += (is_on ? option : turned_off(option)) + "\n";
  }
  return text;
}

}  // namespace termhost::shell
