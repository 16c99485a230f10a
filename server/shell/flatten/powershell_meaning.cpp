#include "shell/flatten/powershell_meaning.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "shell/flatten/flatten_edits.hpp"
#include "shell/flatten/meaning_writer.hpp"
#include "shell/powershell/value.hpp"
#include "shell/powershell_tokens/characters.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

/// `$([char]27)`: how a character that has no escape is written.
std::optional<char> written_character(std::string_view text) {
  constexpr std::string_view head = "$([char]";
  if (!text.starts_with(head) || !text.ends_with(')')) return std::nullopt;
  int code = 0;
  const char* const end = text.data() + text.size() - 1;
  const auto [stop, error] = std::from_chars(text.data() + head.size(), end, code);
  if (error != std::errc{} || stop != end || code < 0 || code > 0x7F) return std::nullopt;
  return static_cast<char>(code);
}

class PowerShellMeaning : public MeaningWriter {
 public:
  PowerShellMeaning(const SyntaxTree& tree, MeaningText& out) : MeaningWriter(tree, out), next_layout_(tree.texts()) {}
  void write() { node(tree_.root()); }

 private:
  void node(NodeId id) {
    const Node& n = tree_.node(id);
    switch (n.kind) {
      case NodeKind::SingleQuoted: return quoted([&] { data(powershell_literal_value(tree_, id)); });
      case NodeKind::DoubleQuoted: return quoted([&] { pieces(id); });
      case NodeKind::Escape: return data(powershell::escape_value(tree_.text(id)));
      default: break;
    }
    head(n);
    if (n.kind == NodeKind::Parameter)
      parameter(id);
    else if (n.first_child == no_node && (n.kind == NodeKind::Word || n.kind == NodeKind::Literal))
      out_ += tree_.text(id);
    else if (n.kind == NodeKind::Word)
      word(id);
    else
      inside(id);
    out_ += '\x03';
  }

  /// In a bare word it does not matter where a string ends and the next begins.
  void word(NodeId id) {
    for (const NodeId child : tree_.children(id)) {
      switch (tree_.node(child).kind) {
        case NodeKind::SingleQuoted: data(powershell_literal_value(tree_, child)); break;
        case NodeKind::DoubleQuoted: pieces(child); break;
        case NodeKind::Literal: out_ += tree_.text(child); break;
        default: node(child);
      }
    }
  }

  template <class Inside>
  void quoted(const Inside& write) {
    out_ += '\x04';
    write();
    out_ += '\x05';
  }

  void data(std::string_view text) { add_marked(text, '\x01'); }

  void pieces(NodeId id) {
    const bool here = is_here_string(tree_, id);
    for (const NodeId child : tree_.children(id)) {
      const auto character = written_character(tree_.text(child));
      if (tree_.node(child).kind == NodeKind::Literal)
        data(here ? std::string(tree_.text(child)) : powershell::halve_double_quotes(tree_.text(child)));
      else if (character)
        data({&*character, 1});
      else
        node(child);
    }
  }

  void parameter(NodeId id) {
    const std::string_view text = tree_.text(id);
    for (std::size_t at = 0; at < text.size();) {
      const std::uint32_t length = text[at] == '`' ? powershell::escape_length(text, at) : 1;
      out_ += text[at] == '`' ? powershell::escape_value(text.substr(at, length)) : std::string(1, text[at]);
      at += length;
    }
  }

  /// Children in order, and the operators and keywords between them.
  void inside(NodeId id) {
    const Node& n = tree_.node(id);
    const std::uint32_t text = n.first_child == no_node ? n.text : tree_.node(n.first_child).text;
    const bool own_text = text != n.text;
    std::uint32_t at = own_text ? 0 : n.begin;
    for (const NodeId child : tree_.children(id)) {
      between(text, at, tree_.node(child).begin);
      node(child);
      at = std::max(at, tree_.node(child).end);
    }
    between(text, at, own_text ? static_cast<std::uint32_t>(tree_.whole(text).size()) : n.end);
  }

  void between(std::uint32_t text, std::uint32_t begin, std::uint32_t end) {
    if (begin >= end) return;
    const auto layout_end = tree_.layout(text).end();
    const std::string_view whole = tree_.whole(text);
    std::uint32_t at = begin;
    for (auto item = first_layout(text, begin); item != layout_end && item->begin < end; ++item) {
      symbols(whole, at, item->begin);
      at = std::max(at, item->end);
    }
    symbols(whole, at, end);
  }

  void symbols(std::string_view whole, std::uint32_t begin, std::uint32_t end) {
    for (; begin < end; ++begin)
      if (whole[begin] != ' ' && whole[begin] != ';') out_ += whole[begin];
  }

  /// The texts are gone through in order, so that it is mostly the next one.
  std::vector<Layout>::const_iterator first_layout(std::uint32_t text, std::uint32_t begin) {
    const std::vector<Layout>& layout = tree_.layout(text);
    std::size_t& next = next_layout_[text];
    if (next > 0 && layout[next - 1].begin >= begin)
      next = static_cast<std::size_t>(std::lower_bound(layout.begin(), layout.end(), begin, stands_before) -
                                      layout.begin());
    while (next < layout.size() && layout[next].begin < begin) ++next;
    return layout.begin() + static_cast<std::ptrdiff_t>(next);
  }
  static bool stands_before(const Layout& item, std::uint32_t at) { return item.begin < at; }

  std::vector<std::size_t> next_layout_;  ///< by text
};

}  // namespace

bool same_powershell_meaning(const SyntaxTree& tree, const SyntaxTree& again) {
  return same_meaning<PowerShellMeaning>(tree, again);
}

}  // namespace termhost::shell
