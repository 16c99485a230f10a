#include "shell/flatten/flatten_powershell.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shell/analysis/parse.hpp"
#include "shell/flatten/flatten_edits.hpp"
#include "shell/flatten/powershell_meaning.hpp"
#include "shell/powershell/parse.hpp"
#include "shell/powershell/value.hpp"
#include "shell/powershell_tokens/characters.hpp"
#include "shell/quoting/checked_line.hpp"
#include "shell/quoting/quote.hpp"
#include "shell/quoting/quote_powershell.hpp"

namespace termhost::shell {
namespace {

/// Writes a tree's text anew: layout in one line, literals with control characters as "…`n…".
class PowerShellWriter {
 public:
  explicit PowerShellWriter(const SyntaxTree& tree) : tree_(tree) {}

  std::string write() { return write_range(tree_.root(), 0, 0, static_cast<std::uint32_t>(tree_.source().size())); }

 private:
  /// The text between two places, with what is to change in `id` changed.
  std::string write_range(NodeId id, std::uint32_t text, std::uint32_t begin, std::uint32_t end) {
    const auto before = [](const Layout& item, std::uint32_t at) { return item.begin < at; };
    const std::vector<Layout>& all = tree_.layout(text);
    const auto first = std::lower_bound(all.begin(), all.end(), begin, before);
    const auto last = std::lower_bound(first, all.end(), end, before);
    std::vector<Edit> edits;
    visit_children(id, edits);
    return apply_edits(tree_.whole(text), {first, last}, std::move(edits), begin, end);
  }

  void visit_children(NodeId id, std::vector<Edit>& edits) {
    for (const NodeId child : tree_.children(id)) visit(child, edits);
  }

  void visit(NodeId id, std::vector<Edit>& edits) {
    const Node& node = tree_.node(id);
    switch (node.kind) {
      case NodeKind::SingleQuoted: return single_quoted(id, edits);
      case NodeKind::DoubleQuoted: return is_here_string(tree_, id) ? here_string(id, edits) : in_quotes(id, edits);
      case NodeKind::Escape: return escape(id, edits);
      case NodeKind::Parameter: return controls(id, edits);
      case NodeKind::CommandSubstitution: return substitution(id, false, edits);
      case NodeKind::Word: return word(id, edits);
      default: visit_children(id, edits);
    }
  }

  /// Inside a bare word an empty string separates two parts that must not touch; elsewhere a blank does.
  void word(NodeId id, std::vector<Edit>& edits) {
    const NodeId first = tree_.node(id).first_child;
    const bool bare =
        first != no_node && (tree_.node(first).next != no_node || tree_.node(first).kind == NodeKind::Literal);
    const bool outside = std::exchange(in_word_, bare);
    visit_children(id, edits);
    in_word_ = outside;
  }

  void single_quoted(NodeId id, std::vector<Edit>& edits) {
    const Node& node = tree_.node(id);
    if (!has_control(tree_.text(id))) return;
    const std::string_view text = tree_.whole(node.text);
    const std::string gap = in_word_ ? "''" : " ";
    std::string line = '"' + powershell::escape_for_double_quotes(powershell_literal_value(tree_, id)) + '"';
    if (node.begin > 0 && ends_with_quote(text.substr(0, node.begin))) line.insert(0, gap);
    if (powershell::double_quote(text, node.end) > 0) line += gap;
    edits.push_back({node.begin, node.end, std::move(line)});
  }

  /// Two strings that touch would make a doubled quote.
  static bool ends_with_quote(std::string_view text) {
    const std::size_t last = text.size() - 1;
    const std::size_t wide = text.size() < 3 ? last : text.size() - 3;
    return text[last] == '\'' || text[last] == '"' || powershell::double_quote(text, wide) == 3 ||
           powershell::single_quote(text, wide) == 3;
  }

  /// A backtick before a control character keeps it.
  void escape(NodeId id, std::vector<Edit>& edits) {
    const Node& node = tree_.node(id);
    if (has_control(tree_.text(id)))
      edits.push_back({node.begin, node.end, powershell::escape_control(tree_.text(id)[1])});
  }

  void controls(NodeId id, std::vector<Edit>& edits) {
    const std::uint32_t begin = tree_.node(id).begin;
    const std::string_view text = tree_.text(id);
    for (std::uint32_t i = 0; i < text.size(); ++i) {
      if (is_control(text[i])) edits.push_back({begin + i, begin + i + 1, powershell::escape_control(text[i])});
    }
  }

  /// "…" in a text that will be in quotes itself: it becomes '…' if that means the same and needs no doubled quotes.
  bool as_single_quoted(NodeId id, std::vector<Edit>& edits) {
    const auto value = static_value_powershell(tree_, id);
    if (!value || has_control(*value)) return false;
    for (std::size_t at = 0; at < value->size(); ++at) {
      if (powershell::single_quote(*value, at) > 0) return false;
    }
    const Node& node = tree_.node(id);
    edits.push_back({node.begin, node.end, '\'' + *value + '\''});
    return true;
  }

  void in_quotes(NodeId id, std::vector<Edit>& edits) {
    const std::string_view text = tree_.text(id);
    const bool doubled =
        text.size() == 2 || text.find("\"\"") != std::string_view::npos || text.find("`\"") != std::string_view::npos;
    if (nested_ && doubled && as_single_quoted(id, edits)) return;
    for (const NodeId child : tree_.children(id)) {
      const NodeKind kind = tree_.node(child).kind;
      if (kind == NodeKind::Literal || kind == NodeKind::Parameter)
        controls(child, edits);
      else
        visit(child, edits);
    }
  }

  /// @"…"@ becomes "…".
  void here_string(NodeId id, std::vector<Edit>& edits) {
    const Node& node = tree_.node(id);
    const HereStringBody body = here_string_body(tree_, id);
    edits.push_back({node.begin, body.begin, "\""});
    for (const NodeId child : tree_.children(id)) {
      const NodeKind kind = tree_.node(child).kind;
      if (kind == NodeKind::CommandSubstitution)
        substitution(child, true, edits);
      else if (kind == NodeKind::Escape)
        escape(child, edits);
      else
        controls(child, edits);
      if (kind == NodeKind::Literal) double_quotes(child, edits);
    }
    edits.push_back({body.end, node.end, "\""});
  }

  void double_quotes(NodeId literal, std::vector<Edit>& edits) {
    const std::uint32_t begin = tree_.node(literal).begin;
    const std::string_view text = tree_.text(literal);
    for (std::uint32_t i = 0; i < text.size(); ++i) {
      if (powershell::double_quote(text, i) > 0) edits.push_back({begin + i, begin + i, "`"});
    }
  }

  /// Text from a here-string, or from a text of its own, must be encoded for the quotes that are around it now.
  void substitution(NodeId id, bool from_here_string, std::vector<Edit>& edits) {
    const Node& node = tree_.node(id);
    const std::uint32_t inner = node.first_child == no_node ? node.text : tree_.node(node.first_child).text;
    const bool own_text = inner != node.text;
    if (!own_text && !from_here_string) return visit_children(id, edits);
    const auto size = static_cast<std::uint32_t>(tree_.whole(inner).size());
    const bool outside = std::exchange(nested_, true);
    const std::string written =
        own_text ? write_range(id, inner, 0, size) : write_range(id, inner, node.begin, node.end);
    nested_ = outside;
    const std::string_view before = own_text ? tree_.whole(inner) : tree_.text(id);
    if (from_here_string || written != before) edits.push_back({node.begin, node.end, nested_in_quotes(written)});
  }

  /// In "$(…)" PowerShell takes `" and "" for one quote. Quotes that nothing doubles stay.
  static std::string nested_in_quotes(std::string_view text) {
    std::string out;
    bool after_quote = false;
    for (std::size_t at = 0; at < text.size();) {
      const std::uint32_t quote = powershell::double_quote(text, at);
      const bool next_to_quote = after_quote || (quote > 0 && powershell::double_quote(text, at + quote) > 0);
      if (quote > 0 && next_to_quote) out += '`';
      after_quote = quote > 0 || text[at] == '`';
      out += text.substr(at, std::max(quote, 1U));
      at += std::max(quote, 1U);
    }
    return out;
  }

  const SyntaxTree& tree_;
  bool in_word_ = false;
  bool nested_ = false;  ///< in a $(…) that is written anew for the quotes around it
};

/// `--%` takes its line to the end: nothing can follow it in the same line.
std::optional<std::size_t> verbatim_before_last_line(const SyntaxTree& tree) {
  if (tree.source().find("--%") == std::string_view::npos) return std::nullopt;
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (tree.node(id).kind != NodeKind::Word || tree.text(id) != "--%") continue;
    const NodeId rest = tree.node(id).next;
    const std::uint32_t end = tree.node(rest == no_node ? id : rest).end;
    const std::string_view text = tree.whole(tree.node(id).text);
    std::size_t line_end = end;
    while (powershell::blank(text, line_end) > 0) line_end += powershell::blank(text, line_end);
    const std::string_view after = text.substr(line_end);
    if (after.starts_with('\n') && after.find_first_not_of(" \t\n") != std::string_view::npos)
      return tree.node(id).begin;
  }
  return std::nullopt;
}

/// nullopt: what the tree says can't be said in one line in this way.
std::optional<std::string> powershell_one_line(const SyntaxTree& tree) {
  std::string line;
  const bool one_text = tree.texts() == 1;
  if (one_text)
    line = apply_edits(tree.source(), tree.layout(0), {}, 0, static_cast<std::uint32_t>(tree.source().size()));
  if (!one_text || has_control(line)) line = PowerShellWriter(tree).write();
  if (!says_the_same(line, tree, parse_powershell, same_powershell_meaning)) return std::nullopt;
  return line;
}

constexpr std::string_view powershell_nothing = "$null";

}  // namespace

std::string eval_powershell(std::string_view source) {
  if (source.find('\0') != std::string_view::npos) return {};
  return "Invoke-Expression \"" + powershell::escape_for_double_quotes(source) + "\"";
}

Flattened flatten_powershell(const SyntaxTree& tree) {
  const std::string_view source = tree.source();
  if (!tree.ok()) return bypassed(source, *tree.error());
  if (!has_control(source)) return unchanged(source);
  if (const auto position = verbatim_before_last_line(tree))
    return bypassed(source, {SyntaxError::Kind::Invalid, *position,
                             "'--%' takes the rest of its line as it is, and more lines follow"});
  if (std::optional<std::string> line = powershell_one_line(tree)) return joined(std::move(*line), powershell_nothing);
  return flattened(eval_powershell(source), FlattenForm::Eval);
}

}  // namespace termhost::shell
