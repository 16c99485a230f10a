// The alphabets of tokens.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ascii.hpp"

namespace termhost::secrets {

enum class Alphabet : std::uint8_t {
  Digits,
  Hex,      ///< lower case
  Base32,   ///< A-Z 2-7
  Bech32,   ///< upper case, as age writes it
  Capital,  ///< A-Z 0-9
  Alnum,
  Word,     ///< Alnum _
  Url,      ///< Word -
  Dotted,   ///< Url .
  Base64,   ///< Alnum + / =
  Token68,  ///< characters after `Bearer` (RFC 9110 section 11.2): Dotted ~ + / =
  Visible,  ///< whatever ends with a blank, a quote, a bracket or a comma
};
inline constexpr std::size_t alphabets = 12;

namespace detail {

constexpr bool belongs(Alphabet alphabet, char c) {
  const auto any = [c](std::string_view more) { return more.find(c) != std::string_view::npos; };
  const bool capital = c >= 'A' && c <= 'Z';
  switch (alphabet) {
    case Alphabet::Digits: return base::is_digit(c);
    case Alphabet::Hex: return base::is_digit(c) || (c >= 'a' && c <= 'f');
    case Alphabet::Base32: return capital || (c >= '2' && c <= '7');
    case Alphabet::Bech32: return any("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L");
    case Alphabet::Capital: return capital || base::is_digit(c);
    case Alphabet::Alnum: return base::is_letter_or_digit(c);
    case Alphabet::Word: return base::is_name_char(c);
    case Alphabet::Url: return base::is_name_char(c) || c == '-';
    case Alphabet::Dotted: return base::is_name_char(c) || any("-.");
    case Alphabet::Base64: return base::is_letter_or_digit(c) || any("+/=");
    case Alphabet::Token68: return base::is_name_char(c) || any("-.~+/=");
    case Alphabet::Visible: return static_cast<unsigned char>(c) > ' ' && c != '\x7f' && !any("\"'`<>()[]{},;|\\");
  }
  return false;
}

constexpr auto members = [] {
  std::array<std::uint16_t, 256> of{};
  for (std::size_t c = 0; c < of.size(); ++c) {
    for (std::size_t a = 0; a < alphabets; ++a) {
      if (belongs(static_cast<Alphabet>(a), static_cast<char>(c))) of[c] = static_cast<std::uint16_t>(of[c] | 1U << a);
    }
  }
  return of;
}();

}  // namespace detail

[[nodiscard]] constexpr bool is_in(Alphabet alphabet, char c) {
  return (detail::members[static_cast<unsigned char>(c)] >> static_cast<unsigned>(alphabet) & 1U) != 0;
}

/// The end of the run of characters from `at` on that belong to `alphabet`.
[[nodiscard]] constexpr std::size_t run_end(std::string_view text, std::size_t at, Alphabet alphabet) {
  while (at < text.size() && is_in(alphabet, text[at])) ++at;
  return at;
}

}  // namespace termhost::secrets
