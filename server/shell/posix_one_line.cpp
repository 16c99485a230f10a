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

struct Piece {
  std::uint32_t begin;
  std::uint32_t end;
  const Layout* layout;
  std::string_view text;
};

std::string join(const SyntaxTree& tree, std::uint32_t text, const std::vector<Edit>& splices) {
  std::vector<Piece> pieces;
  for (const Layout& item : tree.layout())
    if (item.text == text) pieces.push_back({item.begin, item.end, &item, {}});
  for (const Edit& splice : splices) pieces.push_back({splice.begin, splice.end, nullptr, splice.text});
  std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
  const std::string_view whole = tree.texts()[text];
  Line line;
  std::size_t at = 0;
  for (const Piece& piece : pieces) {
    if (piece.begin < at) continue;  // inside what was replaced as a whole
    line.keep(whole.substr(at, piece.begin - at));
    if (piece.layout != nullptr) {
      line.layout(piece.layout->role);
    } else {
      line.put(piece.text);
    }
    at = piece.end;
  }
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
  const SyntaxTree again = parse_posix(line, shell);
  if (!again.ok() || again.open_ended() || syntax_signature(again) != syntax_signature(tree)) return std::nullopt;
  return line;
}

}  // namespace termhost::shell
