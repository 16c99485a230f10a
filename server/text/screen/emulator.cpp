#include "text/screen/emulator.hpp"

#include <algorithm>

namespace termhost::text {
Emulator::Emulator(const RenderOptions& options)
    : normal_(std::max(options.columns, min_columns), std::max(options.rows, min_rows)),
      alternate_(normal_.columns(), normal_.rows()),
      carriage_return_(options.carriage_return) {
  lasting_.line_feed_returns = options.newline == Newline::Lf;
}

std::string Emulator::pending() const {
  std::string text = carried_;
  Screen screen = normal_;
  screen.unpack(0);
  const int rows = screen.rows();
  Scrollback& scrollback = screen.scrollback();
  scrollback.leave_text(screen.columns(), text);
  scrollback.settle(&screen.row(0), clusters_, text);
  int last_text_row = -1;
  for (int y = 0; y < rows; ++y) {
    const Row* const next = y + 1 < rows ? &screen.row(y + 1) : nullptr;
    if (scrollback.write(screen.row(y), next, clusters_, text)) last_text_row = y;
  }
  if (last_text_row >= screen.y) text.pop_back();
  return text;
}

std::string Emulator::alternate_screen_text() const {
  std::string text;
  if (!alternate_screen()) return text;
  Screen screen = alternate_;
  screen.unpack(0);
  LineWriter writer;
  for (int y = 0; y < screen.rows(); ++y)
    (void)writer.write_row(screen.row(y), y + 1 < screen.rows() ? &screen.row(y + 1) : nullptr, clusters_, text);
  return text;
}

void Emulator::execute(char32_t control) {
  preceding_width_ = 0;
  switch (control) {
    case '\b': return backspace();
    case '\t': return tab_forward(1);
    case '\n':
    case '\v':
    case '\f': return line_feed();
    case '\r': return carriage_return();
    case 0x0e: return shift_to(1);
    case 0x0f: return shift_to(0);
    case 0x84: return index();
    case 0x85: screen_->x = 0; return index();
    case 0x88: return screen_->set_tab_stop(true);
    default: return;
  }
}

void Emulator::esc_dispatch(std::uint32_t id) {
  preceding_width_ = 0;
  switch (id) {
    case vt::function_id("7"): return save_cursor();
    case vt::function_id("8"): return restore_cursor();
    case vt::function_id("D"): return index();
    case vt::function_id("E"): screen_->x = 0; return index();
    case vt::function_id("H"): return screen_->set_tab_stop(true);
    case vt::function_id("M"): return reverse_index();
    case vt::function_id("="): modes_.application_keypad = true; return;
    case vt::function_id(">"): modes_.application_keypad = false; return;
    case vt::function_id("c"): return full_reset();
    case vt::function_id("~"): return shift_to(1);
    case vt::function_id("n"):
    case vt::function_id("}"): return shift_to(2);
    case vt::function_id("o"):
    case vt::function_id("|"): return shift_to(3);
    case vt::function_id("%@"):
    case vt::function_id("%G"): return select_default_charset();
    case vt::function_id("#8"): return alignment_pattern();
    default: break;
  }
  constexpr std::string_view designators = "()*+-.";
  constexpr std::array<int, designators.size()> sets{0, 1, 2, 3, 1, 2};
  const auto which = id >> 16 == 0 ? designators.find(static_cast<char>(id >> 8)) : std::string_view::npos;
  const Designation designation = designated_charset(static_cast<char>(id));
  if (which != std::string_view::npos && designation.known) designate(sets[which], designation.charset);
}

void Emulator::csi_dispatch(std::uint32_t id, const vt::Parameters& parameters) {
  if (id == vt::function_id("m")) {
    preceding_width_ = 0;
    return select_graphic_rendition(parameters);
  }
  if (!edit(id, parameters) && !move(id, parameters) && !report(id, parameters)) switch_modes(id, parameters);
  preceding_width_ = 0;
}

void Emulator::switch_modes(std::uint32_t id, const vt::Parameters& parameters) {
  const auto each = [&](auto set, bool on) {
    for (int i = 0; i < parameters.size(); ++i) (this->*set)(parameters[i], on);
  };
  switch (id) {
    case vt::function_id("h"): return each(&Emulator::set_mode, true);
    case vt::function_id("l"): return each(&Emulator::set_mode, false);
    case vt::function_id("?h"): return each(&Emulator::set_private_mode, true);
    case vt::function_id("?l"): return each(&Emulator::set_private_mode, false);
    case vt::function_id("!p"): return soft_reset();
    case vt::function_id("\"q"):
      if (parameters[0] == 1) attributes_ = protected_flag;
      if (parameters[0] == 0 || parameters[0] == 2) attributes_ = 0;
      return;
    default: return;
  }
}

}  // namespace termhost::text
