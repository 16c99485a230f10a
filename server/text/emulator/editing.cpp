#include "text/emulator/editing.hpp"

#include <algorithm>

#include "text/emulator/cursor_motion.hpp"
#include "vt/parser.hpp"

namespace termhost::text::emulation {
namespace {

bool in_margins(State& t) { return t.screen->y >= t.screen->top && t.screen->y <= t.screen->bottom; }

void erase_cells(State& t, int y, int start, int end, bool unwrap, bool selective) {
  Row& row = t.screen->row(y);
  row.replace(start, end, empty_cell(), selective);
  if (unwrap) row.wrapped = false;
}

void erase_row(State& t, int y, bool selective) {
  if (!selective) return t.screen->row(y).clear();
  t.screen->row(y).fill(empty_cell(), true);
  t.screen->row(y).wrapped = false;
}

void erase_above(State& t, bool selective) {
  erase_cells(t, t.screen->y, 0, t.screen->x + 1, true, selective);
  if (t.screen->x + 1 >= t.screen->columns()) {
    // xterm.js means the row below, but counts from the top of the scrollback.
    const std::int64_t below = t.screen->y + 1 - t.screen->scrolled;
    if (below >= 0 && below < t.screen->rows()) t.screen->row(static_cast<int>(below)).wrapped = false;
    if (below == -1) t.normal.scrollback().end_open_line(*t.final_text);
  }
  for (int y = 0; y < t.screen->y; ++y) erase_row(t, y, selective);
}

void erase_in_display(State& t, int what, bool selective) {
  confine_cursor(t, t.screen->columns());
  if (t.frame_ended) break_frame(t);
  // A list that folds to its answer erases from where it began, which may be the first row.
  if (what == 2 || (what == 0 && t.moved_home)) count_clear(t);
  switch (what) {
    case 0:
      erase_cells(t, t.screen->y, t.screen->x, t.screen->columns(), t.screen->x == 0, selective);
      for (int y = t.screen->y + 1; y < t.screen->rows(); ++y) erase_row(t, y, selective);
      return;
    case 1: return erase_above(t, selective);
    case 2:
      for (int y = 0; y < t.screen->rows(); ++y) erase_row(t, y, selective);
      return;
    case 3:
      // The rows of the scrollback are handed on and stay; only the count that DECRC goes by begins anew.
      if (!alternate_screen(t)) {
        t.normal.unpack(0);
        t.normal.scrollback().leave_text(t.normal.columns(), *t.final_text);
      }
      t.screen->scrolled = 0;
      return;
    default: return;
  }
}

void erase_in_line(State& t, int what, bool selective) {
  confine_cursor(t, t.screen->columns());
  if (t.frame_ended) break_frame(t);
  const int x = t.screen->x;
  const int columns = t.screen->columns();
  switch (what) {
    case 0: return erase_cells(t, t.screen->y, x, columns, x == 0, selective);
    case 1: return erase_cells(t, t.screen->y, 0, x + 1, false, selective);
    case 2: return erase_cells(t, t.screen->y, 0, columns, true, selective);
    default: return;
  }
}

void insert_lines(State& t, int count) {
  confine_cursor(t);
  if (!in_margins(t)) return;
  t.screen->shift_down(t.screen->y, t.screen->bottom, count);
  t.screen->x = 0;
}

void delete_lines(State& t, int count) {
  confine_cursor(t);
  if (!in_margins(t)) return;
  t.screen->shift_up(t.screen->y, t.screen->bottom, count);
  t.screen->x = 0;
}

void insert_columns(State& t, int column, int count) {
  if (!in_margins(t)) return;
  for (int y = t.screen->top; y <= t.screen->bottom; ++y) {
    t.screen->row(y).insert(column, count, empty_cell());
    t.screen->row(y).wrapped = false;
  }
}

void delete_columns(State& t, int column, int count) {
  if (!in_margins(t)) return;
  for (int y = t.screen->top; y <= t.screen->bottom; ++y) {
    t.screen->row(y).erase(column, count, empty_cell());
    t.screen->row(y).wrapped = false;
  }
}

}  // namespace

void alignment_pattern(State& t) {
  move_to(t, 0, 0);
  for (int y = alternate_screen(t) ? 0 : t.screen->y; y < t.screen->rows(); ++y) {
    t.screen->row(y).fill(make_cell('E', 1, t.attributes));
    t.screen->row(y).wrapped = false;
  }
  move_to(t, 0, 0);
}

void count_clear(State& t) {
  if (alternate_screen(t)) return;
  for (int y = 0; y < t.screen->rows(); ++y) {
    if (t.screen->row(y).trimmed_length() == 0) continue;
    ++t.clears;
    return;
  }
}

bool edit(State& t, std::uint32_t id, const vt::Parameters& parameters) {
  const int count = parameters.count();
  switch (id) {
    case vt::function_id("J"): erase_in_display(t, parameters[0], false); return true;
    case vt::function_id("?J"): erase_in_display(t, parameters[0], true); return true;
    case vt::function_id("K"): erase_in_line(t, parameters[0], false); return true;
    case vt::function_id("?K"): erase_in_line(t, parameters[0], true); return true;
    case vt::function_id("L"): insert_lines(t, count); return true;
    case vt::function_id("M"): delete_lines(t, count); return true;
    case vt::function_id("S"): t.screen->shift_up(t.screen->top, t.screen->bottom, count); return true;
    case vt::function_id("T"): t.screen->shift_down(t.screen->top, t.screen->bottom, count); return true;
    case vt::function_id("@"):
      confine_cursor(t);
      t.screen->current().insert(t.screen->x, count, empty_cell());
      return true;
    case vt::function_id("P"):
      confine_cursor(t);
      t.screen->current().erase(t.screen->x, count, empty_cell());
      return true;
    case vt::function_id("X"):
      confine_cursor(t);
      erase_cells(t, t.screen->y, t.screen->x,
                  static_cast<int>(std::min<std::int64_t>(std::int64_t{t.screen->x} + count, t.screen->columns())),
                  false, false);
      return true;
    case vt::function_id(" @"): delete_columns(t, 0, count); return true;
    case vt::function_id(" A"): insert_columns(t, 0, count); return true;
    case vt::function_id("'}"): insert_columns(t, t.screen->x, count); return true;
    case vt::function_id("'~"): delete_columns(t, t.screen->x, count); return true;
    default: return false;
  }
}

}  // namespace termhost::text::emulation
