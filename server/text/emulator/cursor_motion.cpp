#include "text/emulator/cursor_motion.hpp"

#include <algorithm>

#include "text/emulator/scrolling.hpp"
#include "vt/parser.hpp"

namespace termhost::text::emulation {
namespace {

void move_by(State& t, std::int64_t x, std::int64_t y) {
  confine_cursor(t);
  move_to(t, t.screen->x + x, t.screen->y + y);
}

void cursor_up(State& t, int count) {
  const int room = t.screen->y - t.screen->top;
  move_by(t, 0, -(room >= 0 ? std::min(room, count) : count));
}

void cursor_down(State& t, int count) {
  const int room = t.screen->bottom - t.screen->y;
  move_by(t, 0, room >= 0 ? std::min(room, count) : count);
}

void wrap_back(State& t) {
  t.screen->current().wrapped = false;
  --t.screen->y;
  t.screen->x = t.screen->columns() - 1;
  const Cell last = t.screen->current()[t.screen->x];
  // An empty last cell was left by a wide character that wrapped early: the text ends one cell before.
  if (width_of(last) > 0 && !has_content(last)) --t.screen->x;
}

void tab_backward(State& t, int count) {
  if (t.screen->x >= t.screen->columns()) return;
  for (count = std::min(count, t.screen->columns()); count > 0; --count) t.screen->x = t.screen->previous_tab_stop();
}

void set_margins(State& t, const vt::Parameters& parameters) {
  const int top = parameters.count(0);
  int bottom = parameters[1];
  if (bottom == 0 || bottom > t.screen->rows()) bottom = t.screen->rows();
  if (bottom <= top) return;
  t.screen->top = top - 1;
  t.screen->bottom = bottom - 1;
  move_to(t, 0, 0);
}

}  // namespace

void confine_cursor(State& t, int last_column) {
  t.screen->x = std::clamp(t.screen->x, 0, last_column);
  const int first = t.modes.origin ? t.screen->top : 0;
  const int last = t.modes.origin ? t.screen->bottom : t.screen->rows() - 1;
  t.screen->y = std::clamp(t.screen->y, first, last);
}

void move_to(State& t, std::int64_t x, std::int64_t y) {
  if (t.modes.origin) y += t.screen->top;
  t.screen->x = static_cast<int>(std::clamp<std::int64_t>(x, 0, t.screen->columns()));
  t.screen->y = static_cast<int>(std::clamp<std::int64_t>(y, 0, t.screen->rows()));
  confine_cursor(t);
}

void line_feed(State& t) {
  t.frame_ended = false;
  if (t.lasting.line_feed_returns) t.screen->x = 0;
  if (t.screen->y == t.screen->bottom) {
    scroll(t, false);
  } else if (t.screen->y + 1 < t.screen->rows()) {
    ++t.screen->y;
    t.screen->current().wrapped = false;
  }
  if (t.screen->x >= t.screen->columns()) --t.screen->x;
}

void carriage_return(State& t) {
  t.frame_ended = t.carriage_return == CarriageReturn::NewLine && !alternate_screen(t);
  t.screen->x = 0;
}

void break_frame(State& t) {
  t.frame_ended = false;
  if (t.screen->current().trimmed_length() == 0) return;
  const int column = t.screen->x;
  line_feed(t);
  t.screen->x = column;
}

void index(State& t) {
  confine_cursor(t);
  if (t.screen->y == t.screen->bottom) {
    scroll(t, false);
  } else {
    t.screen->y = std::min(t.screen->y + 1, t.screen->rows() - 1);
  }
  confine_cursor(t);
}

void reverse_index(State& t) {
  confine_cursor(t);
  if (t.screen->y == t.screen->top) return t.screen->shift_down(t.screen->top, t.screen->bottom);
  --t.screen->y;
  confine_cursor(t);
}

void backspace(State& t) {
  if (!t.modes.reverse_wraparound) {
    confine_cursor(t);
    if (t.screen->x > 0) --t.screen->x;
    return;
  }
  confine_cursor(t, t.screen->columns());
  if (t.screen->x > 0) {
    --t.screen->x;
  } else if (t.screen->y > t.screen->top && t.screen->y <= t.screen->bottom && t.screen->current().wrapped) {
    wrap_back(t);
  }
  confine_cursor(t);
}

void tab_forward(State& t, int count) {
  if (t.screen->x >= t.screen->columns()) return;
  for (count = std::min(count, t.screen->columns()); count > 0; --count) t.screen->x = t.screen->next_tab_stop();
}

void save_cursor(State& t) {
  t.screen->saved = {t.screen->x, t.screen->scrolled + t.screen->y, t.attributes, t.charset};
}

void restore_cursor(State& t) {
  const SavedCursor& saved = t.screen->saved;
  t.screen->x = saved.x;
  const std::int64_t y = std::max<std::int64_t>(saved.line - t.screen->scrolled, 0);
  t.screen->y = static_cast<int>(std::min<std::int64_t>(y, t.screen->rows()));
  t.attributes = saved.attributes;
  t.charset = saved.charset;
  confine_cursor(t);
}

bool move(State& t, std::uint32_t id, const vt::Parameters& parameters) {
  const int count = parameters.count();
  switch (id) {
    case vt::function_id("A"): cursor_up(t, count); return true;
    case vt::function_id("B"): cursor_down(t, count); return true;
    case vt::function_id("C"):
    case vt::function_id("a"): move_by(t, count, 0); return true;
    case vt::function_id("D"): move_by(t, -std::int64_t{count}, 0); return true;
    case vt::function_id("E"):
      cursor_down(t, count);
      t.screen->x = 0;
      return true;
    case vt::function_id("F"):
      cursor_up(t, count);
      t.screen->x = 0;
      return true;
    case vt::function_id("G"):
    case vt::function_id("`"): move_to(t, std::int64_t{count} - 1, t.screen->y); return true;
    case vt::function_id("H"):
    case vt::function_id("f"): move_to(t, std::int64_t{parameters.count(1)} - 1, std::int64_t{count} - 1); return true;
    case vt::function_id("I"): tab_forward(t, count); return true;
    case vt::function_id("Z"): tab_backward(t, count); return true;
    case vt::function_id("g"):
      if (parameters[0] == 0) t.screen->set_tab_stop(false);
      if (parameters[0] == 3) t.screen->clear_tab_stops();
      return true;
    case vt::function_id("d"): move_to(t, t.screen->x, std::int64_t{count} - 1); return true;
    case vt::function_id("e"): move_by(t, 0, count); return true;
    case vt::function_id("s"): save_cursor(t); return true;
    case vt::function_id("u"): restore_cursor(t); return true;
    case vt::function_id("r"): set_margins(t, parameters); return true;
    default: return false;
  }
}

}  // namespace termhost::text::emulation
