#include "shell/fish/value.hpp"

#include <array>
#include <charconv>

#include "base/utf8.hpp"
#include "shell/syntax/unescape.hpp"

namespace termhost::shell {
namespace {

std::optional<std::uint32_t> number(std::string_view digits, int base) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

bool append_value(const SyntaxTree& tree, NodeId id, bool quoted, std::string& out);

bool append_children(const SyntaxTree& tree, NodeId id, bool quoted, std::string& out) {
  for (const NodeId child : tree.children(id)) {
    if (!append_value(tree, child, quoted, out)) return false;
  }
  return true;
}

bool append_value(const SyntaxTree& tree, NodeId id, bool quoted, std::string& out) {
  const std::string_view text = tree.text(id);
  switch (tree.node(id).kind) {
    case NodeKind::Word:
      if (!tree.children(id).empty()) return append_children(tree, id, quoted, out);
      out += text;
      return true;
    case NodeKind::Literal:
    case NodeKind::Escape:
    case NodeKind::SingleQuoted: out += fish_part_value(tree, id, quoted); return true;
    case NodeKind::DoubleQuoted: return append_children(tree, id, true, out);
    default: return false;
  }
}

}  // namespace

std::optional<std::string> decode_fish_escape(std::string_view escape) {
  static constexpr std::array<std::pair<char, char>, 8> controls{
      {{'a', '\a'}, {'b', '\b'}, {'e', '\x1B'}, {'f', '\f'}, {'n', '\n'}, {'r', '\r'}, {'t', '\t'}, {'v', '\v'}}};
  const char c = escape[1];
  const std::string_view rest = escape.substr(2);
  const auto code = [](std::optional<std::uint32_t> value, std::uint32_t most) -> std::optional<std::string> {
    if (!value || *value > most) return std::nullopt;
    std::string out;
    base::append_utf8(out, *value);
    return out;
  };
  const auto byte = [](std::optional<std::uint32_t> value, std::uint32_t most) -> std::optional<std::string> {
    if (!value || *value > most) return std::nullopt;
    return std::string(1, static_cast<char>(*value));
  };
  if (c >= '0' && c <= '7') return byte(number(escape.substr(1), 8), 0x7F);
  switch (c) {
    case 'x':
    case 'X': return byte(number(rest, 16), 0xFF);
    case 'u': return code(number(rest, 16), 0xFFFF);
    case 'U': return code(number(rest, 16), 0x10FFFF);
    case 'c': {
      if (rest.empty()) return std::nullopt;
      const auto letter = static_cast<unsigned char>(rest[0] & ~0x20);
      if (letter < '@' || letter > '_') return std::nullopt;
      return std::string(1, static_cast<char>(letter & 0x1F));
    }
    default: break;
  }
  for (const auto& [name, value] : controls) {
    if (name == c) return std::string(1, value);
  }
  return std::string(escape.substr(1));
}

std::string fish_part_value(const SyntaxTree& tree, NodeId part, bool in_double_quotes) {
  const std::string_view text = tree.text(part);
  switch (tree.node(part).kind) {
    case NodeKind::Escape: return decode_fish_escape(text).value_or(std::string(text));
    case NodeKind::SingleQuoted: return unescaped(text.substr(1, text.size() - 2), "\\'");
    default: return in_double_quotes ? unescaped(text, "\\\"$\n") : std::string(text);
  }
}

std::optional<std::string> static_value_fish(const SyntaxTree& tree, NodeId node) {
  std::string out;
  if (!append_value(tree, node, false, out)) return std::nullopt;
  return out;
}

}  // namespace termhost::shell
