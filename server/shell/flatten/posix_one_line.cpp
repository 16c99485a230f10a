
#include "shell/flatten/posix_one_line.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "shell/analysis/parse.hpp"
#include "shell/flatten/flatten_edits.hpp"
#include "shell/flatten/joined_line.hpp"
#include "shell/flatten/posix_meaning.hpp"
#include "shell/flatten/posix_splice.hpp"
#include "shell/posix/parse.hpp"
#include "shell/quoting/checked_line.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

std::string join(std::string_view whole, std::span<const Layout> layout, std::vector<Edit> splices) {
  std::sort(splices.begin(), splices.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  JoinedLine line(whole.size());
  std::size_t at = 0;
  const auto keep_up_to = [&](const auto& piece) {  // false: it is inside what was replaced as a whole
    if (piece.begin < at) return false;
    line.keep(whole.substr(at, piece.begin - at));
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
  splice_up_to(whole.size());
  line.keep(whole.substr(at));
  return std::move(line).take();
}

std::string join_with_splices(const SyntaxTree& tree, ShellKind shell) {
  Splices splices(tree, shell);
  for (auto text = static_cast<std::uint32_t>(tree.texts()); text-- > 1;) {  // the innermost first
    const std::string_view whole = tree.whole(text);
    if (!has_control(whole)) continue;
    splices.replace_backquoted(text, join(whole, tree.layout(text), splices.of(text)));
  }
  return join(tree.source(), tree.layout(0), splices.of(0));
}

}  // namespace

std::optional<std::string> posix_one_line(const SyntaxTree& tree, ShellKind shell) {
  const auto parse = [&](std::string text) { return parse_posix(std::move(text), shell); };
  const auto checked = [&](std::string line) -> std::optional<std::string> {
    if (!says_the_same(line, tree, parse, same_posix_meaning)) return std::nullopt;
    return line;
  };
  if (tree.texts() == 1) {  // without backquotes most texts have line ends only between words
    std::string line = join(tree.source(), tree.layout(0), {});
    if (!has_control(line)) return checked(std::move(line));
  }
  return checked(join_with_splices(tree, shell));
}

}  // namespace termhost::shell
