#include "shell/posix_one_line.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "shell/checked_line.hpp"
#include "shell/flatten_edits.hpp"
#include "shell/parse.hpp"
#include "shell/posix_meaning.hpp"
#include "shell/posix_splice.hpp"
#include "shell/quote.hpp"

namespace termhost::shell {
namespace {

// Puts the pieces together: one blank where several would meet, none at the ends, and inside ( ) only where it is
// needed.
class Line {
 public:
  explicit Line(std::size_t size) { out_.text.reserve(size); }
  /// A part of the source that stands at `from` in it.
  void keep(std::string_view text, std::size_t from) {
    if (gap_) {
      const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
      text.remove_prefix(blanks);
      from += blanks;
    }
    put(text);
    const auto length = static_cast<std::uint32_t>(text.size());
    if (length > 0)
      out_.kept.push_back(
          {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(out_.text.size()) - length, length});
  }
  void put(std::string_view text) {
    if (text.empty()) return;
    if (gap_ && !out_.text.empty() && blank_before(text.front())) out_.text += ' ';
    gap_ = false;
    out_.text += text;
  }
  void layout(Layout::Role role) {
    if (role == Layout::Role::Continuation || role == Layout::Role::Comment) return;
    trim();
    if (role == Layout::Role::Separator) out_.text += ';';
    gap_ = true;
  }
  EditedText take() {
    trim();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool ends_with_blank() const { return out_.text.ends_with(' ') && !out_.text.ends_with("\\ "); }
  // `((` and `()` would be other tokens.
  [[nodiscard]] bool blank_before(char next) const {
    if (ends_with_blank()) return false;
    const bool opened = out_.text.back() == '(';
    return opened ? next == '(' || next == ')' : next != ')' || out_.text.back() == ')';
  }
  void trim() {
    while (ends_with_blank()) out_.text.pop_back();
  }
  EditedText out_;
  bool gap_ = false;
};

EditedText join(std::string_view whole, std::span<const Layout> layout, std::vector<Edit> splices) {
  std::sort(splices.begin(), splices.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  Line line(whole.size());
  std::size_t at = 0;
  const auto keep_up_to = [&](const auto& piece) {  // false: it is inside what was replaced as a whole
    if (piece.begin < at) return false;
    line.keep(whole.substr(at, piece.begin - at), at);
    at = piece.end;
    return true;
  };
  auto splice = splices.begin();
  const auto splice_up_to = [&](std::size_t end) {
    for (; splice != splices.end() && splice->begin < end; ++splice)
      if (keep_up_to(*splice)) line.put(splice->text);
  };
  for (const Layout& item : layout) {
    splice_up_to(item.begin);
    if (keep_up_to(item)) line.layout(item.role);
  }
  splice_up_to(whole.size());
  line.keep(whole.substr(at), at);
  return line.take();
}

EditedText join_with_splices(const SyntaxTree& tree, ShellKind shell) {
  Splices splices(tree, shell);
  const std::vector<std::vector<Layout>> layout = layout_by_text(tree);
  const auto joined = [&](std::uint32_t text) { return join(tree.texts()[text], layout[text], splices.of(text)); };
  for (std::uint32_t text = static_cast<std::uint32_t>(tree.texts().size()); text-- > 1;)  // the innermost first
    if (has_control(tree.texts()[text])) splices.replace_backquoted(text, joined(text).text);
  return joined(0);
}

EditedText joined(const SyntaxTree& tree, ShellKind shell) {
  if (tree.texts().size() > 1) return join_with_splices(tree, shell);
  EditedText line = join(tree.source(), tree.layout(), {});
  return has_control(line.text) ? join_with_splices(tree, shell) : std::move(line);
}

}  // namespace

std::optional<std::string> posix_one_line(const SyntaxTree& tree, ShellKind shell) {
  const auto parse_again = [&](std::string line, KnownCommands& known) {
    return parse_posix_again(std::move(line), shell, known);
  };
  return checked_line(joined(tree, shell), tree, ";)", parse_again, same_posix_meaning);
}

}  // namespace termhost::shell
