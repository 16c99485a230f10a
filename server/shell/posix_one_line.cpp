#include "shell/posix_one_line.hpp"

#include <algorithm>
#include <vector>

#include "shell/flatten_edits.hpp"
#include "shell/parse.hpp"
#include "shell/posix_splice.hpp"
#include "shell/quote.hpp"
#include "shell/syntax_signature.hpp"

namespace termhost::shell {
namespace {

// Puts the pieces together: one blank where several would meet, none at the ends, and inside ( ) only where it is
// needed.
class Line {
 public:
  explicit Line(std::size_t size) { out_.reserve(size); }
  void keep(std::string_view text) {
    if (gap_) text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    put(text);
  }
  void put(std::string_view text) {
    if (text.empty()) return;
    if (gap_ && !out_.empty() && blank_before(text.front())) out_ += ' ';
    gap_ = false;
    out_ += text;
  }
  void layout(Layout::Role role) {
    if (role == Layout::Role::Continuation || role == Layout::Role::Comment) return;
    trim();
    if (role == Layout::Role::Separator) out_ += ';';
    gap_ = true;
  }
  std::string take() {
    trim();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool ends_with_blank() const { return out_.ends_with(' ') && !out_.ends_with("\\ "); }
  // `((` and `()` would be other tokens.
  [[nodiscard]] bool blank_before(char next) const {
    if (ends_with_blank()) return false;
    const bool opened = out_.back() == '(';
    return opened ? next == '(' || next == ')' : next != ')' || out_.back() == ')';
  }
  void trim() {
    while (ends_with_blank()) out_.pop_back();
  }
  std::string out_;
  bool gap_ = false;
};

std::string join(const SyntaxTree& tree, std::uint32_t text, std::vector<Edit> splices) {
  std::sort(splices.begin(), splices.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  const std::string_view whole = tree.texts()[text];
  Line line(whole.size());
  std::size_t at = 0;
  const auto keep_up_to = [&](const auto& piece) {  // false: it is inside what was replaced as a whole
    if (piece.begin < at) return false;
    line.keep(whole.substr(at, piece.begin - at));
    at = piece.end;
    return true;
  };
  auto splice = splices.begin();
  const auto splice_up_to = [&](std::size_t end) {
    for (; splice != splices.end() && splice->begin < end; ++splice)
      if (keep_up_to(*splice)) line.put(splice->text);
  };
  for (const Layout& item : tree.layout()) {
    if (item.text != text) continue;
    splice_up_to(item.begin);
    if (keep_up_to(item)) line.layout(item.role);
  }
  splice_up_to(whole.size());
  line.keep(whole.substr(at));
  return line.take();
}

}  // namespace

std::optional<std::string> posix_one_line(const SyntaxTree& tree, ShellKind shell) {
  Splices splices(tree, shell);
  for (std::uint32_t text = static_cast<std::uint32_t>(tree.texts().size()); text-- > 1;)  // the innermost first
    if (has_control(tree.texts()[text])) splices.replace_backquoted(text, join(tree, text, splices.of(text)));
  std::string line = join(tree, 0, splices.of(0));
  if (has_control(line)) return std::nullopt;
  const SyntaxTree again = parse_posix_again(line, shell, tree);
  if (!again.ok() || again.open_ended()) return std::nullopt;
  const auto& [here, there] = again.taken_over();
  if (syntax_signature(again, here) != syntax_signature(tree, there)) return std::nullopt;
  return line;
}

}  // namespace termhost::shell
