// Erasing, inserting, deleting and scrolling.
#include <algorithm>
#include <utility>

#include "text/screen/emulator.hpp"

namespace termhost::text {

/// A row leaves the normal screen for good. `leaving` is left with a row to be used again, which may be of another
/// width.
void Emulator::hand_on(Row& leaving) {
  normal_.scrollback().leave(leaving, clusters_, *final_text_);
  ++normal_.scrolled;
}

/// Moves the scroll region up by one row. A region that begins at the top of the normal screen feeds the scrollback,
/// even if it does not reach the bottom.
void Emulator::scroll(bool wrapped) {
  const bool whole_screen = screen_->top == 0 && screen_->bottom == screen_->rows() - 1;
  if (whole_screen && screen_->text_rows() > 0) {
    screen_->scroll_text();
    ++screen_->scrolled;
    screen_->row(screen_->bottom).wrapped = wrapped;
    return;
  }
  if (screen_->top == 0 && screen_ == &normal_) {
    hand_on(normal_.row(0));
    if (normal_.row(0).columns() != normal_.columns()) normal_.row(0) = Row(normal_.columns());
  }
  screen_->shift_up(screen_->top, screen_->bottom);
  screen_->row(screen_->bottom).wrapped = wrapped;
}

void Emulator::erase_cells(int y, int start, int end, bool unwrap, bool selective) {
  Row& row = screen_->row(y);
  row.replace(start, end, empty_cell(), selective);
  if (unwrap) row.wrapped = false;
}

void Emulator::erase_row(int y, bool selective) {
  if (!selective) return screen_->row(y).clear();
  screen_->row(y).fill(empty_cell(), true);
  screen_->row(y).wrapped = false;
}

void Emulator::erase_in_display(int what, bool selective) {
  confine_cursor(screen_->columns());
  if (frame_ended_) break_frame();
  switch (what) {
    case 0:
      erase_cells(screen_->y, screen_->x, screen_->columns(), screen_->x == 0, selective);
      for (int y = screen_->y + 1; y < screen_->rows(); ++y) erase_row(y, selective);
      return;
    case 1: return erase_above(selective);
    case 2:
      for (int y = 0; y < screen_->rows(); ++y) erase_row(y, selective);
      return;
    case 3:
      // The rows of the scrollback are handed on and stay; only the count that DECRC goes by begins anew.
      if (!alternate_screen()) {
        normal_.unpack(0);
        normal_.scrollback().leave_text(normal_.columns(), *final_text_);
      }
      screen_->scrolled = 0;
      return;
    default: return;
  }
}

void Emulator::erase_above(bool selective) {
  erase_cells(screen_->y, 0, screen_->x + 1, true, selective);
  if (screen_->x + 1 >= screen_->columns()) {
    // xterm.js means the row below, but counts from the top of the scrollback.
    const std::int64_t below = screen_->y + 1 - screen_->scrolled;
    if (below >= 0 && below < screen_->rows()) screen_->row(static_cast<int>(below)).wrapped = false;
    if (below == -1) normal_.scrollback().end_open_line(*final_text_);
  }
  for (int y = 0; y < screen_->y; ++y) erase_row(y, selective);
}

void Emulator::erase_in_line(int what, bool selective) {
  confine_cursor(screen_->columns());
  if (frame_ended_) break_frame();
  const int x = screen_->x;
  const int columns = screen_->columns();
  switch (what) {
    case 0: return erase_cells(screen_->y, x, columns, x == 0, selective);
    case 1: return erase_cells(screen_->y, 0, x + 1, false, selective);
    case 2: return erase_cells(screen_->y, 0, columns, true, selective);
    default: return;
  }
}

void Emulator::insert_lines(int count) {
  confine_cursor();
  if (!in_margins()) return;
  screen_->shift_down(screen_->y, screen_->bottom, count);
  screen_->x = 0;
}

void Emulator::delete_lines(int count) {
  confine_cursor();
  if (!in_margins()) return;
  screen_->shift_up(screen_->y, screen_->bottom, count);
  screen_->x = 0;
}

void Emulator::insert_columns(int column, int count) {
  if (!in_margins()) return;
  for (int y = screen_->top; y <= screen_->bottom; ++y) {
    screen_->row(y).insert(column, count, empty_cell());
    screen_->row(y).wrapped = false;
  }
}

void Emulator::delete_columns(int column, int count) {
  if (!in_margins()) return;
  for (int y = screen_->top; y <= screen_->bottom; ++y) {
    screen_->row(y).erase(column, count, empty_cell());
    screen_->row(y).wrapped = false;
  }
}

/// DECALN, from the cursor's home down: in origin mode that is the top margin.
void Emulator::alignment_pattern() {
  move_to(0, 0);
  for (int y = alternate_screen() ? 0 : screen_->y; y < screen_->rows(); ++y) {
    screen_->row(y).fill(make_cell('E', 1, attributes_));
    screen_->row(y).wrapped = false;
  }
  move_to(0, 0);
}

bool Emulator::edit(std::uint32_t id, const vt::Parameters& parameters) {
  const int count = parameters.count();
  switch (id) {
    case vt::function_id("J"): erase_in_display(parameters[0], false); return true;
    case vt::function_id("?J"): erase_in_display(parameters[0], true); return true;
    case vt::function_id("K"): erase_in_line(parameters[0], false); return true;
    case vt::function_id("?K"): erase_in_line(parameters[0], true); return true;
    case vt::function_id("L"): insert_lines(count); return true;
    case vt::function_id("M"): delete_lines(count); return true;
    case vt::function_id("S"): screen_->shift_up(screen_->top, screen_->bottom, count); return true;
    case vt::function_id("T"): screen_->shift_down(screen_->top, screen_->bottom, count); return true;
    case vt::function_id("@"):
      confine_cursor();
      screen_->current().insert(screen_->x, count, empty_cell());
      return true;
    case vt::function_id("P"):
      confine_cursor();
      screen_->current().erase(screen_->x, count, empty_cell());
      return true;
    case vt::function_id("X"):
      confine_cursor();
      erase_cells(screen_->y, screen_->x,
                  static_cast<int>(std::min<std::int64_t>(std::int64_t{screen_->x} + count, screen_->columns())), false,
                  false);
      return true;
    case vt::function_id(" @"): delete_columns(0, count); return true;
    case vt::function_id(" A"): insert_columns(0, count); return true;
    case vt::function_id("'}"): insert_columns(screen_->x, count); return true;
    case vt::function_id("'~"): delete_columns(screen_->x, count); return true;
    case vt::function_id("b"): repeat(count); return true;
    default: return false;
  }
}

}  // namespace termhost::text
