#include "shell/flatten/posix_meaning.hpp"

#include <algorithm>

#include "shell/flatten/meaning_writer.hpp"
#include "shell/posix/value.hpp"
#include "shell/syntax/unescape.hpp"

namespace termhost::shell {
namespace {

class PosixMeaning : public MeaningWriter {
 public:
  PosixMeaning(const SyntaxTree& tree, MeaningText& out) : MeaningWriter(tree, out) {}
  void write() { add(tree_.root(), false); }

 private:
  void text(std::string_view text, bool quoted) { add_marked(text, quoted ? '\2' : '\3'); }

  // Text of the shell's own, continuations removed.
  void raw(std::string_view text, bool blanks_matter, bool quoted) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::size_t found = blanks_matter ? text.find('\\', i) : text.find_first_of("\\ \t\n", i);
      const std::size_t stop = std::min(found, text.size());
      this->text(text.substr(i, stop - i), quoted);
      i = stop;
      if (i == text.size() || text[i] != '\\') continue;
      if (i + 1 == text.size()) return this->text("\\", quoted);
      if (text[i + 1] != '\n') this->text(text.substr(i, 2), quoted);
      ++i;
    }
  }

  // Inside "…": what a backslash protects.
  void quoted_literal(std::string_view text) { this->text(unescaped(text, "$`\"\\\n"), true); }

  void children(NodeId id, bool quoted) {
    for (const NodeId child : tree_.children(id)) add(child, quoted);
  }

  // The children, and the text between them.
  void mixed(NodeId id, bool blanks_matter, bool quoted) {
    const Node& node = tree_.node(id);
    const std::string_view whole = tree_.whole(node.text);
    std::size_t at = node.begin;
    for (const NodeId child : tree_.children(id)) {
      const Node& inner = tree_.node(child);
      if (inner.kind == NodeKind::Literal) continue;
      raw(whole.substr(at, inner.begin - at), blanks_matter, quoted);
      add(child, quoted);
      at = inner.end;
    }
    raw(whole.substr(at, node.end - at), blanks_matter, quoted);
  }

  void assignment(NodeId id) {
    std::string_view text = tree_.text(id);
    const NodeId first = tree_.node(id).first_child;
    if (first != no_node) text = text.substr(0, tree_.node(first).begin - tree_.node(id).begin);
    raw(text, true, false);
    children(id, false);
  }

  void add(NodeId id, bool quoted) {
    const Node& node = tree_.node(id);
    const std::string_view own = tree_.text(id);
    switch (node.kind) {
      case NodeKind::Literal:
        if (quoted) {
          quoted_literal(own);
        } else {
          raw(own, true, false);
        }
        return;
      case NodeKind::Escape: text(own.substr(1), true); return;
      case NodeKind::SingleQuoted: text(own.substr(1, own.size() - 2), true); return;
      case NodeKind::AnsiQuoted: text(ansi_value(own), true); return;
      case NodeKind::DoubleQuoted: {
        if (own.front() == '$') out_ += '\4';
        const std::size_t mark = own.find('"') + 1;
        if (node.first_child == no_node) {
          quoted_literal(own.substr(mark, own.size() - mark - 1));
        } else {
          children(id, true);
        }
        return;
      }
      default: break;
    }
    head(node, Background | Negated | Timed | Quoted | Appending);
    switch (node.kind) {
      case NodeKind::Word:
        if (node.first_child == no_node) {
          raw(own, true, false);
        } else {
          children(id, false);
        }
        break;
      case NodeKind::Parameter:
      case NodeKind::Glob:
      case NodeKind::Brace:
      case NodeKind::Tilde:
      case NodeKind::Subscript:
      case NodeKind::HereBody:
        out_ += quoted ? 'q' : 'u';
        mixed(id, true, quoted);
        break;
      case NodeKind::FileDescriptor: raw(own, true, false); break;
      case NodeKind::Arithmetic:
        out_ += quoted ? 'q' : 'u';
        mixed(id, false, true);
        break;
      case NodeKind::Assignment: assignment(id); break;
      default: out_ += quoted ? 'q' : 'u'; children(id, false);
    }
    out_ += '\5';
  }
};

}  // namespace

bool same_posix_meaning(const SyntaxTree& tree, const SyntaxTree& again) {
  return same_meaning<PosixMeaning>(tree, again);
}

}  // namespace termhost::shell
