// Control characters in the words of a POSIX text, moved into $'…' pieces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shell/flatten/flatten_edits.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// The edits for each text of a tree. A control character that cannot be spliced has no edit, and stays.
class Splices {
 public:
  Splices(const SyntaxTree& tree, ShellKind shell);

  [[nodiscard]] const std::vector<Edit>& of(std::uint32_t text) const { return edits_[text]; }
  /// Replaces the content of the backquotes around `text` by `line`, its one-line form.
  void replace_backquoted(std::uint32_t text, const std::string& line);

 private:
  void visit(NodeId id, bool in_word, bool quoted);
  void single_quoted(const Node& node);
  void double_quoted(NodeId id);
  void ansi_quoted(const Node& node);
  void plain(const Node& node);
  void add(const Node& node, std::size_t begin, std::size_t end, std::string text);

  const SyntaxTree& tree_;
  ShellKind shell_;
  std::vector<std::vector<Edit>> edits_;
  std::vector<NodeId> backquotes_;  // by text: its backquotes; no_node: they are in a place that must not be edited
};

}  // namespace termhost::shell
