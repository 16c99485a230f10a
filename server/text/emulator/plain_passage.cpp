#include "text/emulator/plain_passage.hpp"

namespace termhost::text::emulation {
namespace {

/// On an empty last row of an ordinary screen, where each plain line moves everything up.
bool at_fresh_line(State& t) {
  Screen& screen = *t.screen;
  const int last = screen.rows() - 1;
  if (screen.x != 0 || screen.y != last || screen.bottom != last || screen.top != 0) return false;
  if (&screen != &t.normal || t.in_run || t.frame_ended) return false;
  if (t.modes.insert || !t.modes.wraparound || t.charset != nullptr || t.attributes != 0) return false;
  // Until then erase_above() may still ask about single rows of the scrollback.
  if (screen.scrolled <= screen.rows() + 1) return false;
  return screen.row(last).used() == 0 && !screen.row(last).wrapped;
}

/// Turns the rows of cells above the cursor's back into text, if it can say all that they hold.
bool fold_rows(State& t) {
  const int first = t.normal.text_rows();
  const int last = t.normal.rows() - 1;
  if (t.normal.row(first).wrapped) return false;
  for (int y = first; y < last; ++y) {
    const Row& row = t.normal.row(y);
    const bool goes_on = y + 1 < last && t.normal.row(y + 1).wrapped;
    if (!row.solid() || (goes_on && row.used() < row.columns()) || (row.wrapped && row.used() == 0)) return false;
  }
  Scrollback& scrollback = t.normal.scrollback();
  scrollback.settle(&t.normal.row(first), t.clusters, *t.final_text);
  for (int y = first; y < last; ++y) {
    scrollback.keep(t.normal.row(y), y + 1 < last && t.normal.row(y + 1).wrapped);
    t.normal.row(y).clear();
  }
  return true;
}

void hand_on_screen(State& t) {
  const int first = t.normal.text_rows();
  Scrollback& scrollback = t.normal.scrollback();
  scrollback.leave_text(t.normal.columns(), *t.final_text);
  scrollback.settle(&t.normal.row(first), t.clusters, *t.final_text);
  for (int y = first; y + 1 < t.normal.rows(); ++y) {
    scrollback.write(t.normal.row(y), &t.normal.row(y + 1), t.clusters, *t.final_text);
    t.normal.row(y).clear();
  }
}

}  // namespace

std::size_t PlainPassage::pass(State& t, std::string_view bytes) {
  if (!at_fresh_line(t)) return 0;
  const std::size_t taken = lines_.read(bytes, t.normal.columns(), t.lasting.line_feed_returns);
  if (taken == 0) return 0;
  if (!fold_rows(t)) {
    if (lines_.rows() < t.normal.rows()) {  // too few lines to push off a screen that is not text
      ordinary_ = taken;
      return 0;
    }
    hand_on_screen(t);
  }
  t.normal.scrollback().keep(lines_, t.normal.rows(), *t.final_text);
  t.normal.use_text();
  t.normal.scrolled += lines_.rows();
  return taken;
}

}  // namespace termhost::text::emulation
