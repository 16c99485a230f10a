#include "tool/keys.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

namespace termhost::tool {
namespace {

struct Key {
  std::string_view name, bytes;
};

constexpr std::array keys{
    Key{"enter", "\r"},         Key{"return", "\r"},        Key{"tab", "\t"},         Key{"escape", "\x1b"},
    Key{"esc", "\x1b"},         Key{"space", " "},          Key{"backspace", "\x7f"}, Key{"delete", "\x1b[3~"},
    Key{"insert", "\x1b[2~"},   Key{"up", "\x1b[A"},        Key{"down", "\x1b[B"},    Key{"right", "\x1b[C"},
    Key{"left", "\x1b[D"},      Key{"home", "\x1b[H"},      Key{"end", "\x1b[F"},     Key{"pageup", "\x1b[5~"},
    Key{"pagedown", "\x1b[6~"}, Key{"shift+tab", "\x1b[Z"}, Key{"f1", "\x1bOP"},      Key{"f2", "\x1bOQ"},
    Key{"f3", "\x1bOR"},        Key{"f4", "\x1bOS"},        Key{"f5", "\x1b[15~"},    Key{"f6", "\x1b[17~"},
    Key{"f7", "\x1b[18~"},      Key{"f8", "\x1b[19~"},      Key{"f9", "\x1b[20~"},    Key{"f10", "\x1b[21~"},
    Key{"f11", "\x1b[23~"},     Key{"f12", "\x1b[24~"},
};

}  // namespace

std::optional<std::string> key_bytes(std::string_view name) {
  const std::string lower = base::lowered(name);
  const auto* found = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == lower; });
  if (found != keys.end()) return std::string(found->bytes);
  if (lower.starts_with("ctrl+") && lower.size() == 6) {
    const char c = lower[5];
    if (c >= 'a' && c <= 'z') return std::string(1, static_cast<char>(c - 'a' + 1));
    if (c == '[' || c == '\\' || c == ']') return std::string(1, static_cast<char>(c - '@'));
    if (c == ' ') return std::string(1, '\0');
  }
  if (lower.starts_with("alt+") && lower.size() == 5) return "\x1b" + lower.substr(4);
  const bool one_character = !name.empty() && base::utf8_length(name[0]) == name.size();
  if (one_character && static_cast<unsigned char>(name[0]) >= ' ') return std::string(name);
  return std::nullopt;
}

}  // namespace termhost::tool
