#include "text/emulator/scrolling.hpp"

namespace termhost::text::emulation {

void hand_on(State& t, Row& leaving) {
  t.normal.scrollback().leave(leaving, t.clusters, *t.final_text);
  ++t.normal.scrolled;
}

void scroll(State& t, bool wrapped) {
  const bool whole_screen = t.screen->top == 0 && t.screen->bottom == t.screen->rows() - 1;
  if (whole_screen && t.screen->text_rows() > 0) {
    t.screen->scroll_text();
    ++t.screen->scrolled;
    t.screen->row(t.screen->bottom).wrapped = wrapped;
    return;
  }
  if (t.screen->top == 0 && t.screen == &t.normal) {
    hand_on(t, t.normal.row(0));
    if (t.normal.row(0).columns() != t.normal.columns()) t.normal.row(0) = Row(t.normal.columns());
  }
  t.screen->shift_up(t.screen->top, t.screen->bottom);
  t.screen->row(t.screen->bottom).wrapped = wrapped;
}

}  // namespace termhost::text::emulation
