// The short way for plain output: lines that only scroll through become text without going through the cells.
#include <algorithm>
#include <utility>

#include "text/screen/emulator.hpp"
#include "text/screen/frames.hpp"

namespace termhost::text {

void Emulator::write(std::string_view bytes, std::string& final_text) {
  final_text_ = &final_text;
  final_text += std::exchange(carried_, {});
  while (!bytes.empty()) {
    const std::size_t passed = at_fresh_line() ? pass_plain_lines(bytes) : 0;
    bytes.remove_prefix(passed);
    if (passed > 0) continue;
    // As far as the line end behind which the next plain lines may begin.
    const std::size_t line_end = bytes.find('\n', std::exchange(not_plain_, 0));
    const std::string_view part = bytes.substr(0, line_end == std::string_view::npos ? line_end : line_end + 1);
    interpret(part);
    bytes.remove_prefix(part.size());
  }
}

/// The ordinary way, except that frames of progress bars that nobody would see are left out.
void Emulator::interpret(std::string_view part) {
  for (;;) {
    const std::size_t frame = part.find('\r') + 1;
    if (frame == 0 || frame == part.size() || part[frame] == '\n') return parser_.write(part, *this);
    parser_.write(part.substr(0, frame), *this);
    part.remove_prefix(frame);
    const bool overwrites = carriage_return_ == CarriageReturn::Overwrite && !modes_.insert && charset_ == nullptr;
    if (!overwrites || !parser_.idle() || screen_->x != 0) continue;
    part.remove_prefix(overwritten_frames(part, screen_->columns(), char_width_));
  }
}

/// On an empty last row of an ordinary screen, where each plain line moves everything up.
bool Emulator::at_fresh_line() {
  Screen& screen = *screen_;
  const int last = screen.rows() - 1;
  if (screen.x != 0 || screen.y != last || screen.bottom != last || screen.top != 0) return false;
  if (&screen != &normal_ || !parser_.idle() || in_run_ || frame_ended_) return false;
  if (modes_.insert || !modes_.wraparound || charset_ != nullptr || attributes_ != 0) return false;
  // Until then erase_above() may still ask about single rows of the scrollback.
  if (screen.scrolled <= screen.rows() + 1) return false;
  return screen.row(last).used() == 0 && !screen.row(last).wrapped;
}

/// Takes plain lines past the parser and the cells; returns how many bytes that took. None where there are none, or
/// too few to push off a screen that is no text: then not_plain_ says how far to read the ordinary way.
std::size_t Emulator::pass_plain_lines(std::string_view bytes) {
  const std::size_t taken = plain_lines_.read(bytes, normal_.columns(), lasting_.line_feed_returns);
  if (taken == 0) return 0;
  if (!fold_rows()) {
    if (plain_lines_.rows() < normal_.rows()) {
      not_plain_ = taken;
      return 0;
    }
    hand_on_screen();
  }
  normal_.scrollback().keep(plain_lines_, normal_.rows(), *final_text_);
  normal_.use_text();
  normal_.scrolled += plain_lines_.rows();
  return taken;
}

/// Turns the rows of cells above the cursor's back into text, if it can say all that they hold.
bool Emulator::fold_rows() {
  const int first = normal_.text_rows();
  const int last = normal_.rows() - 1;
  if (normal_.row(first).wrapped) return false;
  for (int y = first; y < last; ++y) {
    const Row& row = normal_.row(y);
    const bool goes_on = y + 1 < last && normal_.row(y + 1).wrapped;
    if (!row.solid() || (goes_on && row.used() < row.columns()) || (row.wrapped && row.used() == 0)) return false;
  }
  Scrollback& scrollback = normal_.scrollback();
  scrollback.settle(&normal_.row(first), clusters_, *final_text_);
  for (int y = first; y < last; ++y) {
    scrollback.keep(normal_.row(y), y + 1 < last && normal_.row(y + 1).wrapped);
    normal_.row(y).clear();
  }
  return true;
}

void Emulator::hand_on_screen() {
  const int first = normal_.text_rows();
  Scrollback& scrollback = normal_.scrollback();
  scrollback.leave_text(normal_.columns(), *final_text_);
  scrollback.settle(&normal_.row(first), clusters_, *final_text_);
  for (int y = first; y + 1 < normal_.rows(); ++y) {
    scrollback.write(normal_.row(y), &normal_.row(y + 1), clusters_, *final_text_);
    normal_.row(y).clear();
  }
}

}  // namespace termhost::text
