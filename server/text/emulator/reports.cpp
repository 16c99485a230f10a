#include "text/emulator/reports.hpp"

#include <array>
#include <charconv>
#include <string>

#include "vt/parser.hpp"

namespace termhost::text::emulation {
namespace {

/// A program that asks and never reads must not fill our memory.
constexpr std::size_t max_replies = 64 * 1024;

enum class ModeState { Unknown = 0, Set = 1, Reset = 2, AlwaysSet = 3, AlwaysReset = 4 };

constexpr ModeState state_of(bool on) { return on ? ModeState::Set : ModeState::Reset; }

void reply(State& t, std::string_view text) {
  if (t.replies.size() + text.size() <= max_replies) t.replies += text;
}

void report_mode(State& t, int mode, bool ansi) {
  const auto state = [&]() -> ModeState {
    if (ansi) {
      switch (mode) {
        case 2: return ModeState::AlwaysReset;
        case 4: return state_of(t.modes.insert);
        case 12: return ModeState::AlwaysSet;
        case 20: return state_of(t.lasting.line_feed_returns);
        default: return ModeState::Unknown;
      }
    }
    switch (mode) {
      case 1: return state_of(t.modes.application_cursor_keys);
      case 6: return state_of(t.modes.origin);
      case 7: return state_of(t.modes.wraparound);
      case 8: return ModeState::AlwaysSet;
      case 9:
      case 1000:
      case 1002:
      case 1003: return state_of(t.lasting.mouse_protocol == mode);
      case 12: return state_of(t.lasting.cursor_blinks);
      case 25: return state_of(t.lasting.cursor_visible);
      case 45: return state_of(t.modes.reverse_wraparound);
      case 66: return state_of(t.modes.application_keypad);
      case 67:
      case 1005:
      case 1015: return ModeState::AlwaysReset;
      case 1004: return state_of(t.modes.send_focus);
      case 1006:
      case 1016: return state_of(t.lasting.mouse_encoding == mode);
      case 1048: return ModeState::Set;
      case 47:
      case 1047:
      case 1049: return state_of(alternate_screen(t));
      case 2004: return state_of(t.modes.bracketed_paste);
      case 2026: return state_of(t.modes.synchronized_output);
      default: return ModeState::Unknown;
    }
  };
  const int value = static_cast<int>(state());
  reply(t, std::string("\x1b[") + (ansi ? "" : "?") + std::to_string(mode) + ';' + std::to_string(value) + "$y");
}

}  // namespace

bool report(State& t, std::uint32_t id, const vt::Parameters& parameters) {
  const int what = parameters[0];
  const auto position = [&] { return std::to_string(t.screen->y + 1) + ';' + std::to_string(t.screen->x + 1) + 'R'; };
  switch (id) {
    case vt::function_id("n"):
      if (what == 5) reply(t, "\x1b[0n");
      if (what == 6) reply(t, "\x1b[" + position());
      return true;
    case vt::function_id("?n"):
      if (what == 6) reply(t, "\x1b[?" + position());
      return true;
    case vt::function_id("c"):
      if (what == 0) reply(t, "\x1b[?1;2c");
      return true;
    case vt::function_id(">c"):
      if (what == 0) reply(t, "\x1b[>0;276;0c");
      return true;
    case vt::function_id("=c"):
      if (what == 0) reply(t, "\x1bP!|00000000\x1b\\");
      return true;
    case vt::function_id(">q"):
      if (what == 0) reply(t, "\x1bP>|termhost(" TERMHOST_VERSION ")\x1b\\");
      return true;
    case vt::function_id("$p"): report_mode(t, what, true); return true;
    case vt::function_id("?$p"): report_mode(t, what, false); return true;
    case vt::function_id("t"):
      if (what == 18)
        reply(t, "\x1b[8;" + std::to_string(t.screen->rows()) + ';' + std::to_string(t.screen->columns()) + 't');
      return true;
    default: return false;
  }
}

void report_color(State& t, std::string_view payload) {
  constexpr std::array<std::string_view, 3> colors{"ffff/ffff/ffff", "0000/0000/0000", "ffff/ffff/ffff"};
  int color = 0;
  const char* const end = payload.data() + payload.size();
  const auto [rest, error] = std::from_chars(payload.data(), end, color);
  if (error != std::errc{} || rest == end || *rest != ';' || color < 10) return;
  payload = {rest, end};
  for (; !payload.empty() && color < 13; ++color) {
    payload.remove_prefix(1);
    const std::string_view field = payload.substr(0, payload.find(';'));
    payload.remove_prefix(field.size());
    if (field != "?") continue;
    reply(t, "\x1b]" + std::to_string(color) + ";rgb:" + std::string(colors[static_cast<std::size_t>(color - 10)]) +
                 "\x1b\\");
  }
}

void report_setting(State& t, std::string_view what) {
  const auto valid = [&t](const std::string& setting) { reply(t, "\x1bP1$r" + setting + "\x1b\\"); };
  if (what == "\"q") return valid(t.attributes == 0 ? "0\"q" : "1\"q");
  if (what == "\"p") return valid("61;1\"p");
  if (what == "r") return valid(std::to_string(t.screen->top + 1) + ';' + std::to_string(t.screen->bottom + 1) + 'r');
  if (what == "m") return valid("0m");
  if (what == " q") return valid("2 q");
  reply(t, "\x1bP0$r\x1b\\");
}

}  // namespace termhost::text::emulation
