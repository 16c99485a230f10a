// Modes, character sets, attributes and resets.
#include <algorithm>

#include "text/screen/emulator.hpp"

namespace termhost::text {
namespace {

/// How many parameters after the one at `at` (38, 48 or 58) belong to its colour.
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

}  // namespace

void Emulator::set_mode(int mode, bool on) {
  if (mode == 4) modes_.insert = on;
  if (mode == 20) lasting_.line_feed_returns = on;
}

void Emulator::set_private_mode(int mode, bool on) {
  switch (mode) {
    case 1: modes_.application_cursor_keys = on; return;
    case 2:
      for (int set = 0; on && set < 4; ++set) designate(set, nullptr);
      return;
    case 6: modes_.origin = on; return move_to(0, 0);
    case 7: modes_.wraparound = on; return;
    case 9:
    case 1000:
    case 1002:
    case 1003: lasting_.mouse_protocol = on ? mode : 0; return;
    case 1006:
    case 1016: lasting_.mouse_encoding = on ? mode : 0; return;
    case 12: lasting_.cursor_blinks = on; return;
    case 25: lasting_.cursor_visible = on; return;
    case 45: modes_.reverse_wraparound = on; return;
    case 66: modes_.application_keypad = on; return;
    case 1004: modes_.send_focus = on; return;
    case 47:
    case 1047: return use_alternate_screen(on);
    case 1048: return on ? save_cursor() : restore_cursor();
    case 1049:
      if (on) save_cursor();
      use_alternate_screen(on);
      if (!on) restore_cursor();
      return;
    case 2004: modes_.bracketed_paste = on; return;
    case 2026: modes_.synchronized_output = on; return;
    default: return;
  }
}

void Emulator::use_alternate_screen(bool on) {
  if (on == alternate_screen()) return;
  frame_ended_ = false;
  if (on) {
    alternate_.clear();
    alternate_.x = normal_.x;
    alternate_.y = normal_.y;
    screen_ = &alternate_;
    return;
  }
  normal_.x = alternate_.x;
  normal_.y = alternate_.y;
  screen_ = &normal_;
}

void Emulator::designate(int set, const Charset* charset) {
  designated_[static_cast<std::size_t>(set)] = charset;
  if (shifted_to_ == static_cast<std::size_t>(set)) charset_ = charset;
}

void Emulator::shift_to(int set) {
  shifted_to_ = static_cast<std::size_t>(set);
  charset_ = designated_[shifted_to_];
}

void Emulator::select_default_charset() {
  shift_to(0);
  designate(0, nullptr);
}

/// Of all that SGR says only one thing matters to the text: SGR 0 ends protection, too. So it has to be told from a 0
/// that is part of a colour.
void Emulator::select_graphic_rendition(const vt::Parameters& parameters) {
  for (int i = 0; i < parameters.size(); ++i) {
    const int parameter = parameters[i];
    if (parameter == 0) attributes_ = 0;
    if (parameter == 38 || parameter == 48 || parameter == 58) i += color_parameters(parameters, i);
  }
}

void Emulator::soft_reset() {
  lasting_.cursor_visible = true;
  screen_->top = 0;
  screen_->bottom = screen_->rows() - 1;
  attributes_ = 0;
  modes_ = Modes{};
  designated_ = {};
  shifted_to_ = 0;
  charset_ = nullptr;
  screen_->saved = {0, screen_->scrolled, 0, nullptr};
}

/// RIS. What is on the screen is gone; what has left it stays.
void Emulator::full_reset() {
  normal_.unpack(0);
  normal_.scrollback().leave_text(normal_.columns(), *final_text_);
  normal_.scrollback().settle(nullptr, clusters_, *final_text_);
  for (Screen* const screen : {&normal_, &alternate_}) {
    screen->clear();
    screen->saved = {};
    screen->scrolled = 0;
  }
  screen_ = &normal_;
  frame_ended_ = false;
  lasting_.mouse_protocol = lasting_.mouse_encoding = 0;
  soft_reset();
}

}  // namespace termhost::text
