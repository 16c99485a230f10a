#include "tool/keys.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

namespace termhost::tool {
namespace {

constexpr std::string_view paste_begin = "\x1b[200~", paste_end = "\x1b[201~";

struct Key {
  std::string_view name, bytes;
};

constexpr std::array plain_keys{
    Key{"enter", "\r"},       Key{"return", "\r"}, Key{"cr", "\r"},   Key{"tab", "\t"},
    Key{"escape", "\x1b"},    Key{"esc", "\x1b"},  Key{"space", " "}, Key{"bs", "\x7f"},
    Key{"backspace", "\x7f"}, Key{"lt", "<"},      Key{"bar", "|"},   Key{"bslash", "\\"},
};

/// `ESC [ letter` or `ESC [ number ~`; with keys held down `ESC [ 1 ; N letter` or `ESC [ number ; N ~`.
struct SpecialKey {
  std::string_view name;
  int number;  ///< 0: a letter
  char letter;
  bool cursor = false;  ///< `ESC O letter` where cursor keys are the application's
};

constexpr std::array special_keys{
    SpecialKey{"up", 0, 'A', true},   SpecialKey{"down", 0, 'B', true}, SpecialKey{"right", 0, 'C', true},
    SpecialKey{"left", 0, 'D', true}, SpecialKey{"home", 0, 'H', true}, SpecialKey{"end", 0, 'F', true},
    SpecialKey{"insert", 2, '~'},     SpecialKey{"ins", 2, '~'},        SpecialKey{"delete", 3, '~'},
    SpecialKey{"del", 3, '~'},        SpecialKey{"pageup", 5, '~'},     SpecialKey{"pgup", 5, '~'},
    SpecialKey{"pagedown", 6, '~'},   SpecialKey{"pgdn", 6, '~'},       SpecialKey{"f1", 0, 'P'},
    SpecialKey{"f2", 0, 'Q'},         SpecialKey{"f3", 0, 'R'},         SpecialKey{"f4", 0, 'S'},
    SpecialKey{"f5", 15, '~'},        SpecialKey{"f6", 17, '~'},        SpecialKey{"f7", 18, '~'},
    SpecialKey{"f8", 19, '~'},        SpecialKey{"f9", 20, '~'},        SpecialKey{"f10", 21, '~'},
    SpecialKey{"f11", 23, '~'},       SpecialKey{"f12", 24, '~'},
};

/// A key of the numeric keypad: its plain character, or `ESC O letter` in application mode.
struct PadKey {
  std::string_view name;
  char plain, letter;
};

constexpr std::array pad_keys{
    PadKey{"k0", '0', 'p'},     PadKey{"k1", '1', 'q'},        PadKey{"k2", '2', 'r'},      PadKey{"k3", '3', 's'},
    PadKey{"k4", '4', 't'},     PadKey{"k5", '5', 'u'},        PadKey{"k6", '6', 'v'},      PadKey{"k7", '7', 'w'},
    PadKey{"k8", '8', 'x'},     PadKey{"k9", '9', 'y'},        PadKey{"kplus", '+', 'k'},   PadKey{"kminus", '-', 'm'},
    PadKey{"kpoint", '.', 'n'}, PadKey{"kmultiply", '*', 'j'}, PadKey{"kdivide", '/', 'o'}, PadKey{"kenter", '\r', 'M'},
};

template <class Keys>
const auto* find_key(const Keys& keys, std::string_view name) {
  const auto* found = std::find_if(keys.begin(), keys.end(), [&](const auto& key) { return key.name == name; });
  return found == keys.end() ? nullptr : found;
}

struct Held {
  bool shift = false, alt = false, control = false;
  [[nodiscard]] bool any() const { return shift || alt || control; }
  [[nodiscard]] int parameter() const { return 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (control ? 4 : 0); }
};

struct HeldName {
  std::string_view name;
  bool Held::*which;
};

constexpr std::array held_names{
    HeldName{"ctrl", &Held::control}, HeldName{"control", &Held::control}, HeldName{"c", &Held::control},
    HeldName{"alt", &Held::alt},      HeldName{"meta", &Held::alt},        HeldName{"a", &Held::alt},
    HeldName{"m", &Held::alt},        HeldName{"shift", &Held::shift},     HeldName{"s", &Held::shift},
};

/// "ctrl+alt+x", "C-M-x": takes what is held down off the name.
Held take_held(std::string_view& name) {
  Held held;
  for (;;) {
    const std::size_t end = name.find_first_of("+-");
    if (end == std::string_view::npos || end + 1 == name.size()) return held;
    const auto* found = find_key(held_names, base::lowered(name.substr(0, end)));
    if (found == nullptr) return held;
    held.*found->which = true;
    name.remove_prefix(end + 1);
  }
}

std::string special_bytes(const SpecialKey& key, const Held& held, const text::KeyModes& modes) {
  const bool function_key = key.number == 0 && !key.cursor;
  if (!held.any()) {
    if (key.number != 0) return fmt::format("\x1b[{}~", key.number);
    return fmt::format("\x1b{}{}", function_key || modes.application_cursor_keys ? 'O' : '[', key.letter);
  }
  return fmt::format("\x1b[{};{}{}", std::max(key.number, 1), held.parameter(), key.letter);
}

/// The character that a terminal makes of a character and the control key; nothing if there is none.
std::optional<char> control_of(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 1);
  if (c >= '@' && c <= '_') return static_cast<char>(c - '@');
  if (c == ' ') return '\0';
  if (c == '/') return '\x1f';
  return c == '?' ? std::optional('\x7f') : std::nullopt;
}

std::string upper(std::string_view character) {
  const char c = character[0];
  return c >= 'a' && c <= 'z' ? std::string(1, static_cast<char>(c - 'a' + 'A')) : std::string(character);
}

std::optional<std::string> named_key(std::string_view name, const text::KeyModes& modes) {
  const Held held = take_held(name);
  const std::string lower = base::lowered(name);
  if (const auto* key = find_key(special_keys, lower)) return special_bytes(*key, held, modes);
  if (lower == "tab" && held.shift) return "\x1b[Z";
  std::string bytes;
  if (const auto* key = find_key(plain_keys, lower))
    bytes = key->bytes;
  else if (const auto* pad = find_key(pad_keys, lower))
    bytes = modes.application_keypad ? fmt::format("\x1bO{}", pad->letter) : std::string(1, pad->plain);
  else if (!name.empty() && base::utf8_length(name[0]) == name.size() && static_cast<unsigned char>(name[0]) >= ' ')
    bytes = held.shift ? upper(name) : std::string(name);
  if (bytes.empty()) return std::nullopt;
  if (held.control) {
    const auto control = bytes.size() == 1 ? control_of(base::lowered(bytes)[0]) : std::nullopt;
    if (!control) return std::nullopt;
    bytes = std::string(1, *control);
  }
  return held.alt ? "\x1b" + bytes : bytes;
}

/// "ctrl+enterr" is a key that there is not, no text.
bool holds_keys_down(std::string_view key) {
  const std::size_t plus = key.find('+');
  if (plus == 0 || plus == std::string_view::npos || key.find_first_of(" \t\n<") != std::string_view::npos)
    return false;
  const std::string first = base::lowered(key.substr(0, plus));
  return find_key(held_names, first) != nullptr || first == "hyper" || first == "super" || first == "cmd";
}

/// "<C-w>": the text between the brackets at the beginning of `text`, if it can be the name of a key; else it is text,
/// as in `a < b`. ">" and "+" are keys too.
std::string_view name_in_brackets(std::string_view text) {
  if (!text.starts_with('<')) return {};
  const std::size_t close = text.find('>', 2);
  if (close == std::string_view::npos) return {};
  const std::string_view name = text.substr(1, close - 1);
  const bool held_character = name.size() >= 3 && (name[name.size() - 2] == '-' || name[name.size() - 2] == '+');
  const std::string_view letters = held_character ? name.substr(0, name.size() - 1) : name;
  const bool is_name = std::all_of(letters.begin(), letters.end(),
                                   [](char c) { return base::is_letter_or_digit(c) || c == '-' || c == '+'; });
  return is_name ? name : std::string_view();
}

void remove_all(std::string& text, std::string_view what) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos;) {
    text.erase(at, what.size());
    at -= std::min(at, what.size() - 1);  // the rest may be another one
  }
}

}  // namespace

base::Expected<std::string, std::string> key_bytes(std::string_view key, const text::KeyModes& modes) {
  if (auto named = named_key(key, modes)) return *named;
  if (holds_keys_down(key)) return base::unexpected(std::string(key));
  std::string bytes;
  while (!key.empty()) {
    const std::size_t open = std::min(key.find('<'), key.size());
    bytes += text_bytes(key.substr(0, open));
    key.remove_prefix(open);
    const std::string_view name = name_in_brackets(key);
    if (const auto named = named_key(name, modes)) {
      bytes += *named;
      key.remove_prefix(name.size() + 2);
    } else if (!name.empty()) {
      return base::unexpected(fmt::format("<{}>", name));
    } else if (!key.empty()) {
      bytes += '<';
      key.remove_prefix(1);
    }
  }
  return bytes;
}

std::string text_bytes(std::string_view text, const text::KeyModes& modes) {
  std::string typed(text);
  std::replace(typed.begin(), typed.end(), '\n', '\r');
  const std::size_t last = typed.find_last_not_of('\r');
  const bool several_lines = last != std::string::npos && typed.rfind('\r', last) != std::string::npos;
  if (!several_lines || !modes.bracketed_paste) return typed;
  const std::string enter = typed.substr(last + 1);
  std::string pasted = without_paste_marks(typed.substr(0, last + 1));
  return std::string(paste_begin) + pasted + std::string(paste_end) + enter;
}

std::string without_paste_marks(std::string_view bytes) {
  std::string text(bytes);
  for (const std::string_view mark : {paste_begin, paste_end}) remove_all(text, mark);
  return text;
}

}  // namespace termhost::tool
