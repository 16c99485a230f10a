#include "shell/flatten/flatten_posix.hpp"

#include <algorithm>
#include <utility>

#include "shell/analysis/parse.hpp"
#include "shell/flatten/flatten_edits.hpp"
#include "shell/flatten/posix_joining.hpp"
#include "shell/flatten/posix_one_line.hpp"
#include "shell/posix/parse.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

// zsh reads no comments at an interactive prompt, and in an eval not everywhere; between backquotes it does.
std::string without_comments(const SyntaxTree& tree) {
  std::string out;
  std::size_t at = 0;
  for (const Layout& item : tree.layout(0)) {
    if (item.role != Layout::Role::Comment || item.begin < at) continue;
    out += tree.source().substr(at, item.begin - at);
    at = item.end;
  }
  return out += tree.source().substr(at);
}

bool has_comment(const SyntaxTree& tree) {
  const auto& layout = tree.layout(0);
  return std::any_of(layout.begin(), layout.end(),
                     [](const Layout& item) { return item.role == Layout::Role::Comment; });
}

std::string eval_of(const SyntaxTree& tree, ShellKind shell) {
  return eval_posix(shell == ShellKind::Zsh ? without_comments(tree) : std::string(tree.source()), shell);
}

// True if another command may follow without a separator. An escaped separator is a character of a word.
bool ends_in_separator(std::string_view line, ShellKind shell) {
  if (shell == ShellKind::Zsh && (line.ends_with("&|") || line.ends_with("&!"))) line.remove_suffix(1);
  if (!line.ends_with('&') && !line.ends_with(';')) return false;
  line.remove_suffix(1);
  return (line.size() - (line.find_last_not_of('\\') + 1)) % 2 == 0;
}

// The first group as it is, so that an error in it ends all; the later ones as strings that are read when their turn
// has come.
std::string eval_groups(const SyntaxTree& tree, ShellKind shell) {
  std::string out;
  const std::vector<std::uint32_t> groups = posix_groups(tree, shell);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::size_t end = i + 1 < groups.size() ? groups[i + 1] : tree.source().size();
    const SyntaxTree group = parse_posix(std::string(tree.source().substr(groups[i], end - groups[i])), shell);
    const std::optional<std::string> line = i == 0 ? posix_one_line(group, shell) : std::nullopt;
    if (i > 0) out += ends_in_separator(out, shell) ? " " : "; ";
    out += line ? *line : eval_of(group, shell);
  }
  return out;
}

std::string_view without_last_newlines(std::string_view text) {
  while (text.ends_with('\n') && !text.ends_with("\\\n")) text.remove_suffix(1);
  return text;
}

Flattened tokens(std::string line) { return flattened(line.empty() ? ":" : std::move(line), FlattenForm::Tokens); }

}  // namespace

Flattened flatten_posix(const SyntaxTree& tree, ShellKind shell) {
  const std::string_view source = tree.source();
  if (!tree.ok()) return bypassed(source, *tree.error());
  const bool comments_go = shell == ShellKind::Zsh && has_comment(tree);
  const std::string_view line = without_last_newlines(source);
  if (!has_control(line) && !tree.open_ended() && !comments_go) return unchanged(line);
  const Joining joining = posix_joining(tree, shell);
  if (joining == Joining::Same && !tree.open_ended()) {
    if (std::optional<std::string> joined = posix_one_line(tree, shell)) return tokens(std::move(*joined));
  }
  return flattened(joining == Joining::DiffersEach ? eval_groups(tree, shell) : eval_of(tree, shell),
                   FlattenForm::Eval);
}

std::string eval_posix(std::string_view text, ShellKind shell) {
  text = without_last_newlines(text);
  while (text.starts_with('\n')) text.remove_prefix(1);
  std::string shielded(text.starts_with('-') ? 1 : 0, ' ');  // not an option
  shielded += text;
  if (!has_control(shielded)) return "eval " + quote(shielded, shell);  // no `!` within '…' recalls history
  return shell == ShellKind::Dash ? "eval \"$(" + printf_command(shielded) + ")\"" : "eval " + ansi_quote(shielded);
}

}  // namespace termhost::shell
