#include <algorithm>

#include "shell/flatten/quote.hpp"

namespace termhost::shell {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./:,@+").find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
}

void append_escape(std::string& out, char c) {
  constexpr std::string_view hex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '\n')
    out += "\\n";
  else if (c == '\t')
    out += "\\t";
  else
    out += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
}

}  // namespace

/// '…' for the text between control characters, escapes for those.
std::string quote_fish(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto* const stop = std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_control);
    const auto end = static_cast<std::size_t>(stop - text.begin());
    if (end > at) {
      out += '\'';
      for (const char c : text.substr(at, end - at)) {
        if (c == '\\' || c == '\'') out += '\\';
        out += c;
      }
      out += '\'';
    }
    for (at = end; at < text.size() && is_control(text[at]); ++at) append_escape(out, text[at]);
  }
  return out.empty() ? "''" : out;
}

}  // namespace termhost::shell
