#include "shell/known_commands.hpp"

#include "shell/control_places.hpp"

namespace termhost::shell {
namespace {

/// Visits the commands of Lists in which there is no control character.
template <class Found>
class Collector {
 public:
  Collector(const SyntaxTree& tree, Found found) : tree_(tree), controls_(tree.source()), found_(found) {}

  void visit(NodeId id) {
    const bool list = tree_.node(id).kind == NodeKind::List;
    for (const NodeId child : tree_.children(id)) {
      const Node& node = tree_.node(child);
      if (node.text != 0) continue;
      if (node.kind == NodeKind::Word && !controls_.any_in(node.begin, node.end)) continue;  // it is read as a whole
      if (list && node.kind != NodeKind::List && !controls_.any_in(node.begin, node.end)) {
        found_(child);
      } else {
        visit(child);
      }
    }
  }

 private:
  const SyntaxTree& tree_;
  ControlPlaces controls_;
  Found found_;
};

}  // namespace

KnownCommands::KnownCommands(const SyntaxTree& tree, std::span<const Kept> kept, std::string_view ends)
    : tree_(tree), ends_(ends) {
  auto part = kept.begin();
  const auto add = [&](NodeId id) {
    const std::uint32_t begin = tree.node(id).begin;
    while (part != kept.end() && part->source + part->length <= begin) ++part;
    if (part != kept.end() && part->source <= begin) commands_.push_back({id, part->here + (begin - part->source)});
  };
  Collector(tree, add).visit(tree.root());
}

NodeId KnownCommands::take(std::string_view text, std::size_t at) {
  while (next_ < commands_.size() && commands_[next_].here < at) ++next_;
  if (next_ == commands_.size() || commands_[next_].here != at) return no_node;
  const NodeId id = commands_[next_].id;
  const std::string_view known = tree_.text(id);
  return text.substr(at).starts_with(known) && ends_at(text, at + known.size()) ? id : no_node;
}

// In PowerShell a dot at the end is read with what comes after it: a line end is not like a `;` there.
bool KnownCommands::ends_at(std::string_view text, std::size_t at) const {
  if (text[at - 1] == '.' || text[at - 1] == ':') return false;
  while (at < text.size() && text[at] == ' ') ++at;
  return at == text.size() || ends_.find(text[at]) != std::string_view::npos;
}

Node KnownCommands::at(NodeId id, std::size_t begin) const {
  Node node = tree_.node(id);
  node.end = static_cast<std::uint32_t>(begin + node.end - node.begin);
  node.begin = static_cast<std::uint32_t>(begin);
  node.first_child = node.next = no_node;
  return node;
}

}  // namespace termhost::shell
