#include "shell/flatten/flatten_fish.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/analysis/parse.hpp"
#include "shell/fish/parse.hpp"
#include "shell/fish/value.hpp"
#include "shell/flatten/fish_meaning.hpp"
#include "shell/flatten/flatten_edits.hpp"
#include "shell/quoting/checked_line.hpp"
#include "shell/quoting/quote.hpp"
#include "shell/quoting/quote_fish.hpp"

namespace termhost::shell {
namespace {

/// Moves control characters out of literals, as escapes between the pieces: "a"\n"b".
class FishSplicer {
 public:
  FishSplicer(const SyntaxTree& tree, std::vector<Edit>& edits) : tree_(tree), edits_(edits) {}

  void visit(NodeId id) {
    const Node& node = tree_.node(id);
    switch (node.kind) {
      case NodeKind::Subscript: return visit_children(id, NodeKind::Literal);  // its line ends are layout
      case NodeKind::SingleQuoted: return quoted(node.begin + 1, node.end - 1, '\'');
      case NodeKind::DoubleQuoted: return double_quoted(id);
      case NodeKind::Escape:
        if (has_control(tree_.text(id)))
          edits_.push_back({node.begin, node.end, fish_control_escape(tree_.text(id)[1])});
        return;
      case NodeKind::Literal: return bare(node);
      case NodeKind::Word:
      case NodeKind::Assignment:
        if (node.first_child == no_node) return bare(node);
        [[fallthrough]];
      default: visit_children(id, NodeKind::FileDescriptor);
    }
  }

 private:
  void visit_children(NodeId id, NodeKind except) {
    for (const NodeId child : tree_.children(id)) {
      if (tree_.node(child).kind != except) visit(child);
    }
  }

  void bare(const Node& node) {
    const std::string_view text = tree_.source();
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      if (is_control(text[i])) edits_.push_back({i, i + 1, fish_control_escape(text[i])});
    }
  }

  void double_quoted(NodeId id) {
    for (const NodeId child : tree_.children(id)) {
      const Node& node = tree_.node(child);
      if (node.kind == NodeKind::Literal)
        quoted(node.begin, node.end, '"');
      else
        visit(child);
    }
  }

  /// A backslash before a control character is data there, and would swallow the quote that comes after it now. Before
  /// a line end in double quotes it is layout.
  void quoted(std::uint32_t begin, std::uint32_t end, char quote) {
    const std::string_view text = tree_.source();
    for (std::uint32_t i = begin; i < end; ++i) {
      const char c = text[i];
      if (c == '\\' && i + 1 < end) {
        if (!is_control(text[i + 1]) || (quote == '"' && text[i + 1] == '\n'))
          ++i;
        else
          edits_.push_back({i, i + 1, "\\\\"});
        continue;
      }
      if (!is_control(c)) continue;
      const std::uint32_t run = i;
      std::string splice(1, quote);
      for (; i < end && is_control(text[i]); ++i) splice += fish_control_escape(text[i]);
      edits_.push_back({run, i, splice + quote});
      --i;
    }
  }

  const SyntaxTree& tree_;
  std::vector<Edit>& edits_;
};

/// `{ls ,␊touch x}` names a command before fish 4 and is a block from then on: only its own lines say both.
bool has_two_readings(const SyntaxTree& tree) {
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (tree.node(id).kind != NodeKind::SimpleCommand) continue;
    for (const NodeId child : tree.children(id)) {
      if (tree.node(child).kind != NodeKind::Word) continue;
      if (tree.text(child).starts_with('{')) return true;
      break;
    }
  }
  return false;
}

/// nullopt: what the tree says can't be said in one line in this way.
std::optional<std::string> fish_one_line(const SyntaxTree& tree) {
  const auto edited_with = [&](std::vector<Edit> edits) {
    return apply_edits(tree.source(), tree.layout(0), std::move(edits), 0,
                       static_cast<std::uint32_t>(tree.source().size()));
  };
  std::string line = edited_with({});
  if (has_control(line)) {
    std::vector<Edit> edits;
    FishSplicer(tree, edits).visit(tree.root());
    line = edited_with(std::move(edits));
  }
  if (!says_the_same(line, tree, parse_fish, same_fish_meaning)) return std::nullopt;
  return line;
}

/// Leaves `$status` as it is, as comments do.
constexpr std::string_view fish_nothing = "begin; end";

}  // namespace

std::string eval_fish(std::string_view source) {
  if (source.find('\0') != std::string_view::npos) return {};
  return "eval " + quote_fish(source);
}

Flattened flatten_fish(const SyntaxTree& tree) {
  const std::string_view source = tree.source();
  if (!tree.ok()) return bypassed(source, *tree.error());
  if (!has_control(source)) return unchanged(source);
  if (has_two_readings(tree)) return flattened(eval_fish(source), FlattenForm::Eval);
  if (std::optional<std::string> line = fish_one_line(tree)) return joined(std::move(*line), fish_nothing);
  return flattened(eval_fish(source), FlattenForm::Eval);
}

}  // namespace termhost::shell
