#include "shell/flatten/fish_meaning.hpp"

#include <string_view>

#include "shell/fish/value.hpp"
#include "shell/flatten/meaning_writer.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

class FishMeaning : public MeaningWriter {
 public:
  FishMeaning(const SyntaxTree& tree, MeaningText& out) : MeaningWriter(tree, out) {}
  void write() { node(tree_.root(), false); }

 private:
  void node(NodeId id, bool quoted) {
    const Node& n = tree_.node(id);
    switch (n.kind) {
      case NodeKind::Literal:
      case NodeKind::Escape:
      case NodeKind::SingleQuoted: return literal(id, quoted);
      case NodeKind::DoubleQuoted: return children(id, true);
      case NodeKind::Subscript: return subscript(id, quoted);
      default: break;
    }
    head(n);
    out_ += quoted ? '"' : ' ';
    const bool leaf = n.first_child == no_node;
    if (leaf && n.kind != NodeKind::List) unquoted(tree_.text(id));
    if (!leaf && n.kind == NodeKind::Parameter) out_ += text(n.begin, tree_.node(n.first_child).begin);
    children(id, quoted);
    out_ += '\x03';
  }

  void children(NodeId id, bool quoted) {
    for (const NodeId child : tree_.children(id)) node(child, quoted);
  }

  /// Quoted and escaped characters are marked; a control character is always data.
  void literal(NodeId id, bool quoted) {
    const NodeKind kind = tree_.node(id).kind;
    if (kind == NodeKind::Literal && !quoted) return unquoted(tree_.text(id));
    for (const char c : fish_part_value(tree_, id, quoted)) put(c, true);
  }

  void unquoted(std::string_view text) {
    for (const char c : text) put(c, is_control(c));
  }

  void put(char c, bool marked) {
    if (marked) out_ += '\x01';
    out_ += c;
  }

  /// Blanks of any kind are alike.
  void subscript(NodeId id, bool quoted) {
    std::uint32_t at = tree_.node(id).begin;
    const auto gap = [&](std::uint32_t end) {
      for (const char c : text(at, end)) out_ += is_control(c) ? ' ' : c;
    };
    for (const NodeId child : tree_.children(id)) {
      if (tree_.node(child).kind == NodeKind::Literal) continue;
      gap(tree_.node(child).begin);
      node(child, quoted);
      at = tree_.node(child).end;
    }
    gap(tree_.node(id).end);
  }

  [[nodiscard]] std::string_view text(std::uint32_t begin, std::uint32_t end) const {
    return tree_.source().substr(begin, end - begin);
  }
};

}  // namespace

bool same_fish_meaning(const SyntaxTree& tree, const SyntaxTree& again) {
  return same_meaning<FishMeaning>(tree, again);
}

}  // namespace termhost::shell
