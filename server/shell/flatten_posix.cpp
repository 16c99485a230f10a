#include "shell/flatten.hpp"
#include "shell/flatten_edits.hpp"
#include "shell/parse.hpp"
#include "shell/posix_joining.hpp"
#include "shell/posix_one_line.hpp"
#include "shell/quote.hpp"

namespace termhost::shell {
namespace {

// zsh reads no comments at an interactive prompt, and in an eval not everywhere.
std::string without_comments(const SyntaxTree& tree) {
  std::string out;
  std::size_t at = 0;
  for (const Layout& item : tree.layout()) {
    if (item.role != Layout::Role::Comment || item.text != 0 || item.begin < at) continue;
    out += tree.source().substr(at, item.begin - at);
    at = item.end;
  }
  return out += tree.source().substr(at);
}

bool has_comment(const SyntaxTree& tree) {
  for (const Layout& item : tree.layout())
    if (item.role == Layout::Role::Comment) return true;
  return false;
}

std::string eval_of(const SyntaxTree& tree, ShellKind shell, Joining joining) {
  if (joining != Joining::DiffersEach)
    return eval_posix(shell == ShellKind::Zsh ? without_comments(tree) : std::string(tree.source()), shell);
  std::string out;
  const std::vector<std::uint32_t> units = posix_units(tree);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : units[i];
    const std::size_t end = i + 1 < units.size() ? units[i + 1] : tree.source().size();
    std::string_view unit = tree.source().substr(begin, end - begin);
    if (!out.empty()) out += "; ";
    out += eval_posix(
        shell == ShellKind::Zsh ? without_comments(parse_posix(std::string(unit), shell)) : std::string(unit), shell);
  }
  return out;
}

}  // namespace

Flattened flatten_posix(std::string_view source, ShellKind shell) {
  const SyntaxTree tree = parse_posix(std::string(source), shell);
  if (!tree.ok()) return bypassed(source, *tree.error());
  std::string_view line = source;
  while (line.ends_with('\n') && !line.ends_with("\\\n")) line.remove_suffix(1);
  const bool comments_go = shell == ShellKind::Zsh && has_comment(tree);
  if (!has_control(line) && !tree.open_ended() && !comments_go) return unchanged(line);
  const Joining joining = posix_joining(tree, shell);
  if (joining == Joining::Same && !tree.open_ended()) {
    if (std::optional<std::string> joined = posix_one_line(tree, shell))
      return flattened(joined->empty() ? ":" : std::move(*joined), FlattenForm::Tokens);
  }
  return flattened(eval_of(tree, shell, joining), FlattenForm::Eval);
}

std::string eval_posix(std::string_view text, ShellKind shell) {
  while (text.ends_with('\n') && !text.ends_with("\\\n")) text.remove_suffix(1);
  while (text.starts_with('\n')) text.remove_prefix(1);
  const std::string shielded = text.starts_with('-') ? " " + std::string(text) : std::string(text);  // not an option
  if (!has_control(shielded) && shielded.find('!') == std::string::npos) return "eval " + quote(shielded, shell);
  return shell == ShellKind::Dash ? "eval \"$(" + printf_command(shielded) + ")\"" : "eval " + ansi_quote(shielded);
}

}  // namespace termhost::shell
