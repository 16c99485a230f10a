#include "shell/powershell_tokens/characters.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/ascii.hpp"
#include "base/utf8.hpp"

namespace termhost::shell::powershell {
namespace {

/// U+2010 to U+201F by their last byte; 0 for another character.
unsigned char general_punctuation(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size() || text[at] != '\xE2' || text[at + 1] != '\x80') return 0;
  return static_cast<unsigned char>(text[at + 2]);
}

std::uint32_t digits_end(std::string_view text, std::uint32_t at, std::string_view digits) {
  return static_cast<std::uint32_t>(std::min(text.find_first_not_of(digits, at), text.size()));
}

constexpr std::string_view decimal = "0123456789";
constexpr std::string_view hexadecimal = "0123456789abcdefABCDEF";

std::uint32_t real_end(std::string_view text, std::uint32_t at) {
  at = digits_end(text, at, decimal);
  if (byte(text, at) == '.' && byte(text, at + 1) != '.') at = digits_end(text, at + 1, decimal);
  if (base::lower(byte(text, at)) != 'e') return at;
  std::uint32_t exponent = at + 1;
  if (byte(text, exponent) == '+')
    ++exponent;
  else
    exponent += dash(text, exponent);
  return base::is_digit(byte(text, exponent)) ? digits_end(text, exponent, decimal) : at;
}

}  // namespace

std::uint32_t wide_single_quote(std::string_view text, std::size_t at) {
  const unsigned char last = general_punctuation(text, at);
  return last >= 0x98 && last <= 0x9B ? 3 : 0;
}

std::uint32_t wide_double_quote(std::string_view text, std::size_t at) {
  const unsigned char last = general_punctuation(text, at);
  return last >= 0x9C && last <= 0x9E ? 3 : 0;
}

std::uint32_t wide_dash(std::string_view text, std::size_t at) {
  const unsigned char last = general_punctuation(text, at);
  return last >= 0x93 && last <= 0x95 ? 3 : 0;
}

std::uint32_t wide_blank(std::string_view text, std::size_t at) {
  const char c = byte(text, at);
  if (c == '\xC2') return byte(text, at + 1) == '\xA0' || byte(text, at + 1) == '\x85' ? 2 : 0;
  const unsigned char last = general_punctuation(text, at);
  if ((last >= 0x80 && last <= 0x8A) || last == 0xA8 || last == 0xA9 || last == 0xAF) return 3;
  const std::string_view three = text.substr(std::min(at, text.size()), 3);
  return three == "\xE1\x9A\x80" || three == "\xE2\x81\x9F" || three == "\xE3\x80\x80" ? 3 : 0;
}

std::uint32_t wide_character(std::string_view text, std::size_t at) {
  const auto continuation = [&](std::size_t i) { return i < text.size() && base::is_utf8_continuation(text[i]); };
  std::uint32_t length = 1;
  if (at < text.size() && static_cast<unsigned char>(text[at]) >= 0xC0) {
    while (length < 4 && continuation(at + length)) ++length;
  }
  return length;
}

std::uint32_t number_end(std::string_view text, std::uint32_t at, bool in_expression) {
  std::uint32_t end = at;
  const bool prefixed = byte(text, at) == '0';
  if (prefixed && base::lower(byte(text, at + 1)) == 'x') {
    end = digits_end(text, at + 2, hexadecimal);
    if (end == at + 2) return at;
  } else if (prefixed && base::lower(byte(text, at + 1)) == 'b') {
    end = digits_end(text, at + 2, "01");
    if (end == at + 2) return at;
  } else if (base::is_digit(byte(text, at)) || (byte(text, at) == '.' && base::is_digit(byte(text, at + 1)))) {
    end = real_end(text, at);
  } else {
    return at;
  }
  for (int n = 0; n < 2 && std::string_view("uslydn").find(base::lower(byte(text, end))) != std::string_view::npos; ++n)
    ++end;
  if (std::string_view("kmgtp").find(base::lower(byte(text, end))) != std::string_view::npos &&
      byte(text, end) != '\0') {
    if (base::lower(byte(text, end + 1)) != 'b') return at;
    end += 2;
  }
  if (starts_token(text, end)) return end;
  const bool operator_follows = std::string_view("!%*+./=],[?:").find(text[end]) != std::string_view::npos;
  return in_expression && (operator_follows || dash(text, end) > 0) ? end : at;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return base::lower(x) == base::lower(y); });
}

std::uint32_t escape_length(std::string_view text, std::size_t at) {
  if (byte(text, at + 1) == 'u' && byte(text, at + 2) == '{') {
    const std::uint32_t end = digits_end(text, static_cast<std::uint32_t>(at + 3), hexadecimal);
    if (byte(text, end) == '}' && end > at + 3) return end + 1 - static_cast<std::uint32_t>(at);
  }
  return at + 1 >= text.size() ? 1 : 1 + character(text, at + 1);
}

std::string escape_value(std::string_view escape) {
  static constexpr std::array<std::pair<char, char>, 9> letters{{{'0', '\0'},
                                                                 {'a', '\a'},
                                                                 {'b', '\b'},
                                                                 {'e', '\x1B'},
                                                                 {'f', '\f'},
                                                                 {'n', '\n'},
                                                                 {'r', '\r'},
                                                                 {'t', '\t'},
                                                                 {'v', '\v'}}};
  if (escape.size() < 2) return std::string(escape);
  if (escape.size() > 3 && escape.starts_with("`u{")) {
    std::uint32_t code = 0;
    std::from_chars(escape.data() + 3, escape.data() + escape.size() - 1, code, 16);
    std::string out;
    base::append_utf8(out, code);
    return out;
  }
  const auto* found =
      std::find_if(letters.begin(), letters.end(), [&](const auto& row) { return row.first == escape[1]; });
  return found == letters.end() ? std::string(escape.substr(1)) : std::string(1, found->second);
}

std::string halve_double_quotes(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::uint32_t quote = double_quote(text, at);
    const std::uint32_t second = quote > 0 ? double_quote(text, at + quote) : 0;
    if (second > 0) at += quote;
    out += text.substr(at, std::max(second, 1U));
    at += std::max(second, 1U) - 1;
  }
  return out;
}

}  // namespace termhost::shell::powershell
