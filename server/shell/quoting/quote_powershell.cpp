#include "shell/quoting/quote_powershell.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "shell/powershell_tokens/characters.hpp"
#include "shell/quoting/quote.hpp"

namespace termhost::shell {
namespace {

bool is_plain_in_powershell(char c) {
  return powershell::is(c, powershell::PlainName) || std::string_view("./\\:-").find(c) != std::string_view::npos;
}

}  // namespace

namespace powershell {

std::string escape_control(char c) {
  static constexpr std::array<std::pair<char, char>, 8> letters{
      {{'\0', '0'}, {'\a', 'a'}, {'\b', 'b'}, {'\f', 'f'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}, {'\v', 'v'}}};
  const auto* found = std::find_if(letters.begin(), letters.end(), [c](const auto& row) { return row.first == c; });
  if (found != letters.end()) return {'`', found->second};
  return "$([char]" + std::to_string(static_cast<int>(static_cast<unsigned char>(c))) + ")";
}

std::string escape_for_double_quotes(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_control(text[at])) {
      out += escape_control(text[at]);
      continue;
    }
    if (text[at] == '`' || text[at] == '$' || double_quote(text, at) > 0) out += '`';
    out += text[at];
  }
  return out;
}

}  // namespace powershell

std::string quote_powershell(std::string_view text) {
  if (has_control(text)) return '"' + powershell::escape_for_double_quotes(text) + '"';
  const bool starts_plain = !text.empty() && text[0] != '-' && text[0] != '.' && !(text[0] >= '0' && text[0] <= '9');
  if (starts_plain && std::all_of(text.begin(), text.end(), is_plain_in_powershell)) return std::string(text);
  std::string out = "'";
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::uint32_t quote = powershell::single_quote(text, at);
    out += text.substr(at, std::max(quote, 1U));
    if (quote > 0) {
      out += text.substr(at, quote);
      at += quote - 1;
    }
  }
  return out + '\'';
}

}  // namespace termhost::shell
