#include "shell/analysis/parse.hpp"

#include <algorithm>
#include <utility>

#include "base/ascii.hpp"
#include "shell/fish/parse.hpp"
#include "shell/fish/value.hpp"
#include "shell/posix/parse.hpp"
#include "shell/posix/value.hpp"
#include "shell/posix_tokens/characters.hpp"
#include "shell/powershell/parse.hpp"
#include "shell/powershell/value.hpp"

namespace termhost::shell {

std::string with_plain_newlines(std::string_view command) {
  std::string text(command);
  if (text.find('\r') == std::string::npos) return text;
  std::size_t out = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (command[i] == '\r' && i + 1 < command.size() && command[i + 1] == '\n') continue;
    text[out++] = command[i] == '\r' ? '\n' : command[i];
  }
  text.resize(out);
  return text;
}

SyntaxTree parse(std::string_view command, ShellKind shell) {
  std::string source = with_plain_newlines(command);
  if (shell == ShellKind::Fish) return parse_fish(std::move(source));
  if (shell == ShellKind::PowerShell) return parse_powershell(std::move(source));
  return parse_posix(std::move(source), shell);
}

std::optional<std::string> static_value(const SyntaxTree& tree, NodeId node, ShellKind shell) {
  if (shell == ShellKind::Fish) return static_value_fish(tree, node);
  if (shell == ShellKind::PowerShell) return static_value_powershell(tree, node);
  return static_value_posix(tree, node, shell);
}

std::string_view assignment_name(const SyntaxTree& tree, NodeId assignment) {
  const std::string_view text = tree.text(assignment);
  const auto ends = [](char c) { return c == '[' || c == '+' || c == '=' || c == '\\'; };
  std::size_t length = 0;
  while (length < text.size() && !ends(text[length])) ++length;
  return text.substr(0, length);
}

std::string_view parameter_name(const SyntaxTree& tree, NodeId parameter) {
  std::string_view text = tree.text(parameter);
  text.remove_prefix(text.starts_with("${") ? 2 : 1);
  // ${#x}, ${!x} and zsh's ${^x}: a sign before a name is an operator; alone it is the parameter.
  while (text.size() > 1 && std::string_view("#!^=~+").find(text.front()) != std::string_view::npos &&
         (posix::is_name_char(text[1]) || text[1] == '@' || text[1] == '*'))
    text.remove_prefix(1);
  if (text.empty() || text.front() == '}') return {};
  std::size_t length = 1;
  if (posix::is_name_char(text.front()))
    while (length < text.size() && posix::is_name_char(text[length])) ++length;
  return text.substr(0, length);
}

std::string_view defaulted_name(std::string_view parameter) {
  if (!parameter.starts_with("${")) return {};
  parameter.remove_prefix(2);
  if (parameter.starts_with('(')) parameter.remove_prefix(std::min(parameter.find(')') + 1, parameter.size()));
  parameter.remove_prefix(std::min(parameter.find_first_not_of("^=~#+"), parameter.size()));
  const std::string_view name = parameter.substr(
      0, static_cast<std::size_t>(std::ranges::find_if_not(parameter, base::is_name_char) - parameter.begin()));
  std::string_view rest = parameter.substr(name.size());
  if (rest.starts_with('[')) rest = rest.substr(std::min(rest.find(']') + 1, rest.size()));
  return rest.starts_with('=') || rest.starts_with(":=") || rest.starts_with("::=") ? name : std::string_view();
}

}  // namespace termhost::shell
