// Modes that programs switch on and off. Only some change the text; the others are kept for truthful reports.
#pragma once

namespace termhost::text {

struct Modes {
  bool insert = false;
  bool origin = false;
  bool wraparound = true;
  bool reverse_wraparound = false;
  bool bracketed_paste = false;
  bool application_cursor_keys = false;
  bool application_keypad = false;
  bool send_focus = false;
  bool synchronized_output = false;
};

/// These outlive a soft reset.
struct LastingModes {
  bool line_feed_returns = false;  ///< LNM: LF is CR LF
  bool cursor_visible = true;
  bool cursor_blinks = false;
  int mouse_protocol = 0;  ///< the mode that is on: 9, 1000, 1002, 1003
  int mouse_encoding = 0;  ///< 1006, 1016
};

}  // namespace termhost::text
