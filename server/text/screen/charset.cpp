#include "text/screen/charset.hpp"

#include <cstddef>

namespace termhost::text {
namespace {

constexpr Charset make_charset(std::string_view keys, std::u16string_view values) {
  Charset charset{};
  for (std::size_t i = 0; i < charset.size(); ++i) charset[i] = static_cast<char16_t>(i + 0x20);
  for (std::size_t i = 0; i < keys.size(); ++i) charset[static_cast<unsigned char>(keys[i]) - 0x20U] = values[i];
  return charset;
}

// The replacements are those xterm.js makes (the ij of the Dutch set is one letter there).
constexpr Charset line_drawing = make_charset("`abcdefghijklmnopqrstuvwxyz{|}~", u"◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·");
constexpr Charset british = make_charset("#", u"£");
constexpr Charset dutch = make_charset("#@[\\]{|}~", u"£¾i½|¨f¼´");
constexpr Charset finnish = make_charset("[\\]^`{|}~", u"ÄÖÅÜéäöåü");
constexpr Charset french = make_charset("#@[\\]{|}~", u"£à°ç§éùè¨");
constexpr Charset french_canadian = make_charset("@[\\]^`{|}~", u"àâçêîôéùèû");
constexpr Charset german = make_charset("@[\\]{|}~", u"§ÄÖÜäöüß");
constexpr Charset italian = make_charset("#@[\\]`{|}~", u"£§°çéùàòèì");
constexpr Charset norwegian = make_charset("@[\\]^`{|}~", u"ÄÆØÅÜäæøåü");
constexpr Charset spanish = make_charset("#@[\\]{|}", u"£§¡Ñ¿°ñç");
constexpr Charset swedish = make_charset("@[\\]^`{|}~", u"ÉÄÖÅÜéäöåü");
constexpr Charset swiss = make_charset("#@[\\]^_`{|}~", u"ùàéçêîèôäöüû");

}  // namespace

Designation designated_charset(char final_byte) {
  switch (final_byte) {
    case 'B': return {true, nullptr};
    case '0': return {true, &line_drawing};
    case 'A': return {true, &british};
    case '4': return {true, &dutch};
    case 'C':
    case '5': return {true, &finnish};
    case 'R': return {true, &french};
    case 'Q': return {true, &french_canadian};
    case 'K': return {true, &german};
    case 'Y': return {true, &italian};
    case 'E':
    case '6': return {true, &norwegian};
    case 'Z': return {true, &spanish};
    case 'H':
    case '7': return {true, &swedish};
    case '=': return {true, &swiss};
    default: return {};
  }
}

}  // namespace termhost::text
