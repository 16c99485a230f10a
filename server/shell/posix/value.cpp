#include "shell/posix/value.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/utf8.hpp"
#include "shell/syntax/unescape.hpp"

namespace termhost::shell {
namespace {

// Takes up to `most` digits from the front of `text`.
std::optional<std::uint32_t> take_number(std::string_view& text, int base, std::size_t most) {
  std::uint32_t value = 0;
  const char* const end = text.data() + std::min(most, text.size());
  const auto [stop, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return value;
}

struct NamedEscape {
  char name;
  char value;
};
constexpr std::array named_escapes{
    NamedEscape{'a', '\a'}, NamedEscape{'b', '\b'},  NamedEscape{'e', '\x1B'}, NamedEscape{'E', '\x1B'},
    NamedEscape{'f', '\f'}, NamedEscape{'n', '\n'},  NamedEscape{'r', '\r'},   NamedEscape{'t', '\t'},
    NamedEscape{'v', '\v'}, NamedEscape{'\\', '\\'}, NamedEscape{'\'', '\''},  NamedEscape{'"', '"'},
    NamedEscape{'?', '?'},
};

// After the backslash of $'…'.
void append_escape(std::string_view& rest, std::string& out) {
  const char c = rest.front();
  if (c >= '0' && c <= '7') {
    out += static_cast<char>(*take_number(rest, 8, 3));
    return;
  }
  rest.remove_prefix(1);
  if (const auto* found =
          std::find_if(named_escapes.begin(), named_escapes.end(), [c](NamedEscape e) { return e.name == c; });
      found != named_escapes.end()) {
    out += found->value;
    return;
  }
  if (c == 'x') {
    if (const auto value = take_number(rest, 16, 2)) {
      out += static_cast<char>(*value);
      return;
    }
  } else if (c == 'u' || c == 'U') {
    if (const auto value = take_number(rest, 16, c == 'u' ? 4 : 8)) {
      base::append_utf8(out, *value);
      return;
    }
  } else if (c == 'c' && !rest.empty()) {
    out += static_cast<char>(rest.front() & 0x1F);
    rest.remove_prefix(1);
    return;
  }
  out += '\\';
  out += c;
}

constexpr std::string_view continuation = "\n";
constexpr std::string_view escapable_in_quotes = "$`\"\\\n";
constexpr std::string_view escapable_in_here_document = "$`\\\n";

bool append_value(const SyntaxTree& tree, NodeId id, std::string_view escapable, std::string& out);

bool append_parts(const SyntaxTree& tree, NodeId id, std::string_view text, std::string_view escapable,
                  std::string& out) {
  if (tree.children(id).empty()) {
    append_unescaped(text, escapable, out);
    return true;
  }
  for (const NodeId child : tree.children(id))
    if (!append_value(tree, child, escapable, out)) return false;
  return true;
}

bool append_value(const SyntaxTree& tree, NodeId id, std::string_view escapable, std::string& out) {
  std::string_view text = tree.text(id);
  switch (tree.node(id).kind) {
    case NodeKind::Word: return append_parts(tree, id, text, continuation, out);
    case NodeKind::Literal: append_unescaped(text, escapable, out); return true;
    case NodeKind::Escape: out += text.substr(1); return true;
    case NodeKind::SingleQuoted: out += text.substr(1, text.size() - 2); return true;
    case NodeKind::AnsiQuoted: out += ansi_value(text); return true;
    case NodeKind::DoubleQuoted:
      text.remove_prefix(text.front() == '$' ? 2 : 1);
      text.remove_suffix(1);
      return append_parts(tree, id, text, escapable_in_quotes, out);
    case NodeKind::HereBody:
      if ((tree.node(id).flags & Unparsed) != 0) return false;
      if ((tree.node(id).flags & Quoted) == 0) return append_parts(tree, id, text, escapable_in_here_document, out);
      out += text;
      return true;
    default: return false;
  }
}

}  // namespace

std::string ansi_value(std::string_view quoted) {
  std::string_view rest = quoted.substr(0, quoted.size() - 1);
  rest.remove_prefix(std::min(rest.find('\'') + 1, rest.size()));
  std::string out;
  while (!rest.empty()) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == '\\' && !rest.empty()) {
      append_escape(rest, out);
    } else {
      out += c;
    }
  }
  return out;
}

std::optional<std::string> static_value_posix(const SyntaxTree& tree, NodeId node, ShellKind shell) {
  if (shell == ShellKind::Zsh && tree.node(node).kind == NodeKind::Word && tree.text(node).size() > 1 &&
      tree.text(node).front() == '=')
    return std::nullopt;  // =name is the path of the command
  std::string out;
  if (!append_value(tree, node, continuation, out)) return std::nullopt;
  return out;
}

}  // namespace termhost::shell
