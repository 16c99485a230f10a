#include "text/emulator/mode_switches.hpp"

#include <algorithm>

#include "text/emulator/cursor_motion.hpp"
#include "text/emulator/editing.hpp"
#include "vt/parser.hpp"

namespace termhost::text::emulation {
namespace {

/// The number of parameters after the one at `at` (38, 48 or 58) that belong to its colour.
int color_parameters(const vt::Parameters& parameters, int at) {
  constexpr int slots = 6;  // what, model, colour space, and three values; `;` leaves the colour space out
  int model = 0;
  int count = 0;
  do {
    const int shift = model == 0 ? 0 : 1;
    if (count == 1) model = parameters[at + 1];
    if (!parameters.subs(at + count).empty()) break;
    if ((model == 5 && count + shift >= 2) || (model == 2 && count + shift >= 5)) break;
    ++count;
  } while (at + count < parameters.size() && count + (model == 0 ? 0 : 1) < slots);
  return count;
}

void set_mode(State& t, int mode, bool on) {
  if (mode == 4) t.modes.insert = on;
  if (mode == 20) t.lasting.line_feed_returns = on;
}

void use_alternate_screen(State& t, bool on) {
  if (on == alternate_screen(t)) return;
  t.frame_ended = false;
  if (on) {
    t.alternate.clear();
    t.alternate.x = t.normal.x;
    t.alternate.y = t.normal.y;
    t.screen = &t.alternate;
    return;
  }
  t.normal.x = t.alternate.x;
  t.normal.y = t.alternate.y;
  t.screen = &t.normal;
}

void set_private_mode(State& t, int mode, bool on) {
  switch (mode) {
    case 1: t.modes.application_cursor_keys = on; return;
    case 2:
      for (int set = 0; on && set < 4; ++set) designate(t, set, nullptr);
      return;
    case 6: t.modes.origin = on; return move_to(t, 0, 0);
    case 7: t.modes.wraparound = on; return;
    case 9:
    case 1000:
    case 1002:
    case 1003: t.lasting.mouse_protocol = on ? mode : 0; return;
    case 1006:
    case 1016: t.lasting.mouse_encoding = on ? mode : 0; return;
    case 12: t.lasting.cursor_blinks = on; return;
    case 25: t.lasting.cursor_visible = on; return;
    case 45: t.modes.reverse_wraparound = on; return;
    case 66: t.modes.application_keypad = on; return;
    case 1004: t.modes.send_focus = on; return;
    case 47:
    case 1047: return use_alternate_screen(t, on);
    case 1048: return on ? save_cursor(t) : restore_cursor(t);
    case 1049:
      if (on) save_cursor(t);
      use_alternate_screen(t, on);
      if (!on) restore_cursor(t);
      return;
    case 2004: t.modes.bracketed_paste = on; return;
    case 2026: t.modes.synchronized_output = on; return;
    default: return;
  }
}

void soft_reset(State& t) {
  t.lasting.cursor_visible = true;
  t.screen->top = 0;
  t.screen->bottom = t.screen->rows() - 1;
  t.attributes = 0;
  t.modes = Modes{};
  t.designated = {};
  t.shifted_to = 0;
  t.charset = nullptr;
  t.screen->saved = {0, t.screen->scrolled, 0, nullptr};
}

}  // namespace

void designate(State& t, int set, const Charset* charset) {
  t.designated[static_cast<std::size_t>(set)] = charset;
  if (t.shifted_to == static_cast<std::size_t>(set)) t.charset = charset;
}

void shift_to(State& t, int set) {
  t.shifted_to = static_cast<std::size_t>(set);
  t.charset = t.designated[t.shifted_to];
}

void select_default_charset(State& t) {
  shift_to(t, 0);
  designate(t, 0, nullptr);
}

void select_graphic_rendition(State& t, const vt::Parameters& parameters) {
  for (int i = 0; i < parameters.size(); ++i) {
    const int parameter = parameters[i];
    if (parameter == 0) t.attributes = 0;
    if (parameter == 38 || parameter == 48 || parameter == 58) i += color_parameters(parameters, i);
  }
}

void full_reset(State& t) {
  count_clear(t);
  t.normal.unpack(0);
  t.normal.scrollback().leave_text(t.normal.columns(), *t.final_text);
  t.normal.scrollback().settle(nullptr, t.clusters, *t.final_text);
  for (Screen* const screen : {&t.normal, &t.alternate}) {
    screen->clear();
    screen->saved = {};
    screen->scrolled = 0;
  }
  t.screen = &t.normal;
  t.frame_ended = false;
  t.lasting.mouse_protocol = t.lasting.mouse_encoding = 0;
  soft_reset(t);
}

void switch_modes(State& t, std::uint32_t id, const vt::Parameters& parameters) {
  const auto each = [&](auto set, bool on) {
    for (int i = 0; i < parameters.size(); ++i) set(t, parameters[i], on);
  };
  switch (id) {
    case vt::function_id("h"): return each(set_mode, true);
    case vt::function_id("l"): return each(set_mode, false);
    case vt::function_id("?h"): return each(set_private_mode, true);
    case vt::function_id("?l"): return each(set_private_mode, false);
    case vt::function_id("!p"): return soft_reset(t);
    case vt::function_id("\"q"):
      if (parameters[0] == 1) t.attributes = protected_flag;
      if (parameters[0] == 0 || parameters[0] == 2) t.attributes = 0;
      return;
    default: return;
  }
}

}  // namespace termhost::text::emulation
