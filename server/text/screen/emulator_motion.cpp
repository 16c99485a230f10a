// The cursor: where it may go, and what goes with it when it leaves a row.
#include <algorithm>

#include "text/screen/emulator.hpp"

namespace termhost::text {

void Emulator::confine_cursor(int last_column) {
  screen_->x = std::clamp(screen_->x, 0, last_column);
  const int first = modes_.origin ? screen_->top : 0;
  const int last = modes_.origin ? screen_->bottom : screen_->rows() - 1;
  screen_->y = std::clamp(screen_->y, first, last);
}

void Emulator::move_to(std::int64_t x, std::int64_t y) {
  if (modes_.origin) y += screen_->top;
  screen_->x = static_cast<int>(std::clamp<std::int64_t>(x, 0, screen_->columns()));
  screen_->y = static_cast<int>(std::clamp<std::int64_t>(y, 0, screen_->rows()));
  confine_cursor();
}

void Emulator::move_by(std::int64_t x, std::int64_t y) {
  confine_cursor();
  move_to(screen_->x + x, screen_->y + y);
}

void Emulator::cursor_up(int count) {
  const int room = screen_->y - screen_->top;
  move_by(0, -(room >= 0 ? std::min(room, count) : count));
}

void Emulator::cursor_down(int count) {
  const int room = screen_->bottom - screen_->y;
  move_by(0, room >= 0 ? std::min(room, count) : count);
}

void Emulator::line_feed() {
  frame_ended_ = false;
  if (lasting_.line_feed_returns) screen_->x = 0;
  if (screen_->y == screen_->bottom) {
    scroll(false);
  } else if (screen_->y + 1 < screen_->rows()) {
    ++screen_->y;
    screen_->current().wrapped = false;
  }
  if (screen_->x >= screen_->columns()) --screen_->x;
}

void Emulator::carriage_return() {
  frame_ended_ = carriage_return_ == CarriageReturn::NewLine && !alternate_screen();
  screen_->x = 0;
}

/// The frame that a CR ended stays; what comes now goes to the next line.
void Emulator::break_frame() {
  frame_ended_ = false;
  if (screen_->current().trimmed_length() == 0) return;
  const int column = screen_->x;
  line_feed();
  screen_->x = column;
}

void Emulator::index() {
  confine_cursor();
  if (screen_->y == screen_->bottom) {
    scroll(false);
  } else {
    screen_->y = std::min(screen_->y + 1, screen_->rows() - 1);
  }
  confine_cursor();
}

void Emulator::reverse_index() {
  confine_cursor();
  if (screen_->y == screen_->top) return screen_->shift_down(screen_->top, screen_->bottom);
  --screen_->y;
  confine_cursor();
}

void Emulator::backspace() {
  if (!modes_.reverse_wraparound) {
    confine_cursor();
    if (screen_->x > 0) --screen_->x;
    return;
  }
  confine_cursor(screen_->columns());
  if (screen_->x > 0) {
    --screen_->x;
  } else if (screen_->y > screen_->top && screen_->y <= screen_->bottom && screen_->current().wrapped) {
    wrap_back();
  }
  confine_cursor();
}

void Emulator::wrap_back() {
  screen_->current().wrapped = false;
  --screen_->y;
  screen_->x = screen_->columns() - 1;
  const Cell last = screen_->current()[screen_->x];
  // An empty last cell was left by a wide character that wrapped early: the text ends one cell before.
  if (width_of(last) > 0 && !has_content(last)) --screen_->x;
}

void Emulator::tab_forward(int count) {
  if (screen_->x >= screen_->columns()) return;
  for (count = std::min(count, screen_->columns()); count > 0; --count) screen_->x = screen_->next_tab_stop();
}

void Emulator::tab_backward(int count) {
  if (screen_->x >= screen_->columns()) return;
  for (count = std::min(count, screen_->columns()); count > 0; --count) screen_->x = screen_->previous_tab_stop();
}

void Emulator::save_cursor() { screen_->saved = {screen_->x, screen_->scrolled + screen_->y, attributes_, charset_}; }

void Emulator::restore_cursor() {
  const SavedCursor& saved = screen_->saved;
  screen_->x = saved.x;
  const std::int64_t y = std::max<std::int64_t>(saved.line - screen_->scrolled, 0);
  screen_->y = static_cast<int>(std::min<std::int64_t>(y, screen_->rows()));
  attributes_ = saved.attributes;
  charset_ = saved.charset;
  confine_cursor();
}

void Emulator::set_margins(const vt::Parameters& parameters) {
  const int top = parameters.count(0);
  int bottom = parameters[1];
  if (bottom == 0 || bottom > screen_->rows()) bottom = screen_->rows();
  if (bottom <= top) return;
  screen_->top = top - 1;
  screen_->bottom = bottom - 1;
  move_to(0, 0);
}

bool Emulator::move(std::uint32_t id, const vt::Parameters& parameters) {
  const int count = parameters.count();
  switch (id) {
    case vt::function_id("A"): cursor_up(count); return true;
    case vt::function_id("B"): cursor_down(count); return true;
    case vt::function_id("C"):
    case vt::function_id("a"): move_by(count, 0); return true;
    case vt::function_id("D"): move_by(-std::int64_t{count}, 0); return true;
    case vt::function_id("E"):
      cursor_down(count);
      screen_->x = 0;
      return true;
    case vt::function_id("F"):
      cursor_up(count);
      screen_->x = 0;
      return true;
    case vt::function_id("G"):
    case vt::function_id("`"): move_to(std::int64_t{count} - 1, screen_->y); return true;
    case vt::function_id("H"):
    case vt::function_id("f"): move_to(std::int64_t{parameters.count(1)} - 1, std::int64_t{count} - 1); return true;
    case vt::function_id("I"): tab_forward(count); return true;
    case vt::function_id("Z"): tab_backward(count); return true;
    case vt::function_id("g"):
      if (parameters[0] == 0) screen_->set_tab_stop(false);
      if (parameters[0] == 3) screen_->clear_tab_stops();
      return true;
    case vt::function_id("d"): move_to(screen_->x, std::int64_t{count} - 1); return true;
    case vt::function_id("e"): move_by(0, count); return true;
    case vt::function_id("s"): save_cursor(); return true;
    case vt::function_id("u"): restore_cursor(); return true;
    case vt::function_id("r"): set_margins(parameters); return true;
    default: return false;
  }
}

}  // namespace termhost::text
