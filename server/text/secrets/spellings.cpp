#include "text/secrets/spellings.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "text/secrets/base64.hpp"
#include "text/secrets/secret_values.hpp"

namespace termhost::text {
namespace {

constexpr std::size_t longest_in_base64 = 1024;

/// The spelling of a character outside of ASCII.
enum class Beyond { Itself, LowerHex, UpperHex };

/// A way to escape. A spelling that is equal to the value is not added, so rows cost nothing for a value of letters and
/// digits only.
struct Escapes {
  std::string_view backslashed;  ///< a backslash before them
  std::string_view in_hex;       ///< as \u0026
  Beyond beyond = Beyond::Itself;
  bool named = false;  ///< line ends, tabs: \n, \r, \t
};

constexpr auto escapes = std::to_array<Escapes>({
    // JSON (RFC 8259 section 7), and what some escape that need not be
    {R"("\)", "", Beyond::Itself, true},             // serde, JSON.stringify
    {R"("\)", "", Beyond::LowerHex, true},           // Python's json.dumps
    {R"("\)", "", Beyond::UpperHex, true},           // Jackson, ESCAPE_NON_ASCII
    {R"("\/)", "", Beyond::Itself, true},            // PHP, JSON_UNESCAPED_UNICODE
    {R"("\/)", "", Beyond::LowerHex, true},          // PHP
    {R"("\)", "<>&", Beyond::Itself, true},          // Go's encoding/json
    {R"(\)", R"("&'+<>`)", Beyond::UpperHex, true},  // .NET's System.Text.Json
    // Literals of languages and shells
    {R"(\)", "", Beyond::Itself, true},   // Python's repr
    {R"(\')", "", Beyond::Itself, true},  // and with both quotes; $'…'; fish's string escape
    {R"("\$`)"},                          // declare -p, export -p
    {" !\"$&'()*,;<>?[\\]^`{|}"},         // bash's printf %q
    {" \"#$&'()*;<>?[\\]^`{|}"},          // zsh's ${(q)}
    {" \"#$%&'()*;<>?[\\]{|}~"},          // fish's string escape
});

std::string in_hex(char32_t character, Beyond how) {
  constexpr char32_t first_of_two = 0x10000;
  if (character >= first_of_two)  // a surrogate pair
    return in_hex(0xd800 + ((character - first_of_two) >> 10), how) + in_hex(0xdc00 + (character & 0x3ff), how);
  const auto unit = static_cast<std::uint32_t>(character);
  return how == Beyond::UpperHex ? fmt::format("\\u{:04X}", unit) : fmt::format("\\u{:04x}", unit);
}

std::string escaped(std::string_view value, const Escapes& how) {
  constexpr std::string_view controls = "\n\r\t", names = "nrt";
  std::string text;
  while (!value.empty()) {
    const char c = value.front();
    const auto [character, taken, malformed] = base::decode_utf8(value);
    const std::size_t size = std::max<std::size_t>(taken, 1);
    const std::size_t control = how.named ? controls.find(c) : std::string_view::npos;
    if (control != std::string_view::npos)
      text += {'\\', names[control]};
    else if (how.backslashed.find(c) != std::string_view::npos)
      text += {'\\', c};
    else if (how.in_hex.find(c) != std::string_view::npos || (size > 1 && how.beyond != Beyond::Itself))
      text += in_hex(character, how.beyond);
    else
      text += value.substr(0, size);
    value.remove_prefix(size);
  }
  return text;
}

/// A way to escape for a URL: the characters kept in addition to letters, digits and `_`; the blank; the format of the
/// rest.
struct Percent {
  std::string_view kept, blank, format;
};

constexpr auto percents = std::to_array<Percent>({
    {"-.~", "%20", "%{:02X}"},                  // RFC 3986, unreserved
    {"-.~", "%20", "%{:02x}"},                  //
    {"-.~/", "%20", "%{:02X}"},                 // Python's quote
    {"-.~", "+", "%{:02X}"},                    // Python's quote_plus, Go's QueryEscape
    {"-.*", "+", "%{:02X}"},                    // URLSearchParams, forms, Java's URLEncoder
    {"-.", "+", "%{:02X}"},                     // PHP's urlencode
    {"-.!*()", "+", "%{:02x}"},                 // .NET's UrlEncode
    {"-.~!*'()", "%20", "%{:02X}"},             // encodeURIComponent
    {"-.~!*'();/?:@&=+$,#", "%20", "%{:02X}"},  // encodeURI
});

std::string in_url(std::string_view value, const Percent& how) {
  std::string text;
  for (const char c : value) {
    if (c == ' ')
      text += how.blank;
    else if (base::is_name_char(c) || how.kept.find(c) != std::string_view::npos)
      text += c;
    else
      text += fmt::format(fmt::runtime(how.format), static_cast<unsigned char>(c));
  }
  return text;
}

/// The spelling of a quote within single quotes.
constexpr auto quotes =
    std::to_array<std::string_view>({R"('\'')", R"('"'"')", "''"});  // shells; shlex.quote; PowerShell, SQL

std::string in_single_quotes(std::string_view value, std::string_view quote) {
  std::string text;
  for (const char c : value) c == '\'' ? text += quote : text += c;
  return text;
}

std::string in_base64_at(std::size_t place, std::string_view value) {
  const std::string all = in_base64(std::string(place, '\0') + std::string(value));
  const std::size_t first = (place * 8 + 5) / 6, end = (place + value.size()) * 8 / 6;
  return all.substr(first, end - first);
}

std::string for_url(std::string text) {
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

/// True if one line of a value of several lines is a secret by itself.
bool is_secret_line(std::string_view line) { return may_be_secret(line) && looks_random(line, shortest_secret); }

}  // namespace

std::vector<std::string> spellings(std::string_view value) {
  std::vector<std::string> all{std::string(value)};
  const auto add = [&](std::string text) {
    if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
  };
  for (const Escapes& how : escapes) add(escaped(value, how));
  for (const std::string_view quote : quotes) add(in_single_quotes(value, quote));
  for (const Percent& how : percents) add(in_url(value, how));
  for (std::size_t place = 0; place < 3 && value.size() >= shortest_secret && value.size() <= longest_in_base64;
       ++place) {
    add(in_base64_at(place, value));
    add(for_url(in_base64_at(place, value)));
  }
  for (std::size_t at = 0; value.find('\n') != std::string_view::npos && at < value.size();) {
    const std::string_view line = value.substr(at, value.find('\n', at) - at);
    if (is_secret_line(line)) add(std::string(line));
    at += line.size() + 1;
  }
  return all;
}

}  // namespace termhost::text
