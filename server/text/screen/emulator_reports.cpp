// Answers to what programs ask. Each is what xterm.js answers; where it does not, the plain answer that ends the wait.
#include <algorithm>
#include <array>
#include <charconv>

#include "text/screen/emulator.hpp"

namespace termhost::text {
namespace {

/// A program that asks and never reads must not fill our memory.
constexpr std::size_t max_replies = 64 * 1024;

enum class ModeState { Unknown = 0, Set = 1, Reset = 2, AlwaysSet = 3, AlwaysReset = 4 };

constexpr ModeState state_of(bool on) { return on ? ModeState::Set : ModeState::Reset; }

}  // namespace

void Emulator::reply(std::string_view text) {
  if (replies_.size() + text.size() <= max_replies) replies_ += text;
}

std::string Emulator::take_replies() { return std::exchange(replies_, {}); }

bool Emulator::report(std::uint32_t id, const vt::Parameters& parameters) {
  const int what = parameters[0];
  const auto position = [&] { return std::to_string(screen_->y + 1) + ';' + std::to_string(screen_->x + 1) + 'R'; };
  switch (id) {
    case vt::function_id("n"):
      if (what == 5) reply("\x1b[0n");
      if (what == 6) reply("\x1b[" + position());
      return true;
    case vt::function_id("?n"):
      if (what == 6) reply("\x1b[?" + position());
      return true;
    case vt::function_id("c"):
      if (what == 0) reply("\x1b[?1;2c");
      return true;
    case vt::function_id(">c"):
      if (what == 0) reply("\x1b[>0;276;0c");
      return true;
    case vt::function_id("=c"):
      if (what == 0) reply("\x1bP!|00000000\x1b\\");
      return true;
    case vt::function_id(">q"):
      if (what == 0) reply("\x1bP>|termhost(" TERMHOST_VERSION ")\x1b\\");
      return true;
    case vt::function_id("$p"): report_mode(what, true); return true;
    case vt::function_id("?$p"): report_mode(what, false); return true;
    case vt::function_id("t"):
      if (what == 18)
        reply("\x1b[8;" + std::to_string(screen_->rows()) + ';' + std::to_string(screen_->columns()) + 't');
      return true;
    default: return false;
  }
}

void Emulator::report_mode(int mode, bool ansi) {
  const auto state = [&]() -> ModeState {
    if (ansi) {
      switch (mode) {
        case 2: return ModeState::AlwaysReset;
        case 4: return state_of(modes_.insert);
        case 12: return ModeState::AlwaysSet;
        case 20: return state_of(lasting_.line_feed_returns);
        default: return ModeState::Unknown;
      }
    }
    switch (mode) {
      case 1: return state_of(modes_.application_cursor_keys);
      case 6: return state_of(modes_.origin);
      case 7: return state_of(modes_.wraparound);
      case 8: return ModeState::AlwaysSet;
      case 9:
      case 1000:
      case 1002:
      case 1003: return state_of(lasting_.mouse_protocol == mode);
      case 12: return state_of(lasting_.cursor_blinks);
      case 25: return state_of(lasting_.cursor_visible);
      case 45: return state_of(modes_.reverse_wraparound);
      case 66: return state_of(modes_.application_keypad);
      case 67:
      case 1005:
      case 1015: return ModeState::AlwaysReset;
      case 1004: return state_of(modes_.send_focus);
      case 1006:
      case 1016: return state_of(lasting_.mouse_encoding == mode);
      case 1048: return ModeState::Set;
      case 47:
      case 1047:
      case 1049: return state_of(alternate_screen());
      case 2004: return state_of(modes_.bracketed_paste);
      case 2026: return state_of(modes_.synchronized_output);
      default: return ModeState::Unknown;
    }
  };
  const int value = static_cast<int>(state());
  reply(std::string("\x1b[") + (ansi ? "" : "?") + std::to_string(mode) + ';' + std::to_string(value) + "$y");
}

void Emulator::osc_dispatch(std::string_view payload) {
  preceding_width_ = 0;
  report_color(payload);
}

/// OSC 10, 11, 12 with `?`: the colours of text, background and cursor. Further fields ask for the colours that follow.
void Emulator::report_color(std::string_view payload) {
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
    reply("\x1b]" + std::to_string(color) + ";rgb:" + std::string(colors[static_cast<std::size_t>(color - 10)]) +
          "\x1b\\");
  }
}

void Emulator::dcs_dispatch(std::uint32_t id, std::string_view payload) {
  preceding_width_ = 0;
  if (id == vt::function_id("$q") && !payload.empty()) report_setting(payload);
}

/// DECRQSS
void Emulator::report_setting(std::string_view what) {
  const auto valid = [this](const std::string& setting) { reply("\x1bP1$r" + setting + "\x1b\\"); };
  if (what == "\"q") return valid(attributes_ == 0 ? "0\"q" : "1\"q");
  if (what == "\"p") return valid("61;1\"p");
  if (what == "r") return valid(std::to_string(screen_->top + 1) + ';' + std::to_string(screen_->bottom + 1) + 'r');
  if (what == "m") return valid("0m");
  if (what == " q") return valid("2 q");
  reply("\x1bP0$r\x1b\\");
}

}  // namespace termhost::text
