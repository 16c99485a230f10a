#include "shell/quoting/quote_fish.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

bool is_plain_in_fish(char c) {
  return base::is_letter_or_digit(c) || std::string_view("_-./:,@+").find(c) != std::string_view::npos ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::string fish_control_escape(char c) {
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  constexpr std::string_view hex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
}

std::string quote_fish(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain_in_fish)) return std::string(text);
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
    for (at = end; at < text.size() && is_control(text[at]); ++at) out += fish_control_escape(text[at]);
  }
  return out.empty() ? "''" : out;
}

}  // namespace termhost::shell
