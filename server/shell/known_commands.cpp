#include "shell/known_commands.hpp"

#include "shell/control_places.hpp"

namespace termhost::shell {
namespace {

class Collector {
 public:
  Collector(const SyntaxTree& tree, std::vector<NodeId>& commands)
      : tree_(tree), commands_(commands), controls_(tree.source()) {}

  void visit(NodeId id) {
    const bool list = tree_.node(id).kind == NodeKind::List;
    for (const NodeId child : tree_.children(id)) {
      const Node& node = tree_.node(child);
      if (node.text != 0) continue;
      if (list && node.kind != NodeKind::List && !controls_.any_in(node.begin, node.end)) {
        commands_.push_back(child);
      } else {
        visit(child);
      }
    }
  }

 private:
  const SyntaxTree& tree_;
  std::vector<NodeId>& commands_;
  ControlPlaces controls_;
};

}  // namespace

KnownCommands::KnownCommands(const SyntaxTree& tree, std::string_view ends) : tree_(tree), ends_(ends) {
  Collector(tree, commands_).visit(tree.root());
}

NodeId KnownCommands::take(std::string_view text, std::size_t at) {
  if (next_ == commands_.size()) return no_node;
  const NodeId id = commands_[next_];
  const std::string_view known = tree_.text(id);
  if (!text.substr(at).starts_with(known)) return no_node;
  ++next_;
  std::size_t after = at + known.size();
  while (after < text.size() && text[after] == ' ') ++after;
  const bool ended = after == text.size() || ends_.find(text[after]) != std::string_view::npos;
  return ended ? id : no_node;
}

Node KnownCommands::at(NodeId id, std::size_t begin) const {
  Node node = tree_.node(id);
  node.end = static_cast<std::uint32_t>(begin + node.end - node.begin);
  node.begin = static_cast<std::uint32_t>(begin);
  node.first_child = node.next = no_node;
  return node;
}

}  // namespace termhost::shell
