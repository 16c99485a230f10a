#include "shell/posix_one_line.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "shell/checked_line.hpp"
#include "shell/flatten_edits.hpp"
#include "shell/posix_meaning.hpp"
#include "shell/posix_splice.hpp"
#include "shell/quote.hpp"

namespace termhost::shell {
namespace {

void join(std::string_view whole, std::uint32_t begin, std::uint32_t end, std::span<const Layout> layout,
          std::vector<Edit> splices, JoinedLine& line) {
  std::sort(splices.begin(), splices.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::size_t at = begin;
  const auto keep_up_to = [&](const auto& piece) {  // false: it is inside what was replaced as a whole
    if (piece.begin < at) return false;
    line.keep(whole.substr(at, piece.begin - at), at);
    at = piece.end;
    return true;
  };
  auto splice = splices.begin();
  const auto splice_up_to = [&](std::size_t limit) {
    for (; splice != splices.end() && splice->begin < limit; ++splice)
      if (keep_up_to(*splice)) line.put(splice->text);
  };
  for (const Layout& item : layout) {
    splice_up_to(item.begin);
    if (keep_up_to(item)) line.put_layout(item.role);
  }
  splice_up_to(end);
  line.keep(whole.substr(at, end - at), at);
}

void join_with_splices(const Piece& piece, ShellKind shell, JoinedLine& line) {
  const SyntaxTree& tree = piece.tree;
  Splices splices(tree, shell);
  const std::vector<std::vector<Layout>> layout = layout_by_text(tree);
  for (std::uint32_t text = static_cast<std::uint32_t>(tree.texts().size()); text-- > 1;) {  // the innermost first
    const std::string_view whole = tree.texts()[text];
    if (!has_control(whole)) continue;
    JoinedLine inner(whole.size());
    join(whole, 0, static_cast<std::uint32_t>(whole.size()), layout[text], splices.of(text), inner);
    splices.replace_backquoted(text, std::move(inner).take());
  }
  join(tree.source(), piece.begin, piece.end, layout[0], splices.of(0), line);
}

}  // namespace

bool PosixOneLine::add(const Piece& piece) {
  const auto parse_again = [&](std::string text, KnownCommands& known) {
    return parse_posix_again(std::move(text), shell_, known);
  };
  const auto is_right = [&] {
    return says_the_same(line_.piece(), line_.kept(), piece.tree, ";)", parse_again, same_posix_meaning);
  };
  line_.begin_piece();
  if (piece.tree.texts().size() == 1) {  // without backquotes most texts have line ends only between words
    join(piece.tree.source(), piece.begin, piece.end, piece.tree.layout(), {}, line_);
    if (is_right()) return true;
    if (!has_control(line_.piece())) return false;
    line_.restart_piece();
  }
  join_with_splices(piece, shell_, line_);
  return is_right();
}

std::optional<std::string> posix_one_line(const SyntaxTree& tree, ShellKind shell) {
  const std::size_t bytes = tree.source().size();
  PosixOneLine line(shell, bytes);
  if (!line.add({tree, 0, static_cast<std::uint32_t>(bytes)})) return std::nullopt;
  return std::move(line).take();
}

}  // namespace termhost::shell
