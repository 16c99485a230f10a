// Backslashes that protect only some characters, as between double quotes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace termhost::shell {

/// Appends `text` without the backslash before each of `escapable`; a newline among those goes with it.
inline void append_unescaped(std::string_view text, std::string_view escapable, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && escapable.find(text[i + 1]) != std::string_view::npos) {
      ++i;
      if (text[i] == '\n') continue;
    }
    out += text[i];
  }
}
[[nodiscard]] inline std::string unescaped(std::string_view text, std::string_view escapable) {
  std::string out;
  append_unescaped(text, escapable, out);
  return out;
}

}  // namespace termhost::shell
