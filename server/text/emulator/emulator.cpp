#include "text/emulator/emulator.hpp"

#include <array>

#include "base/utf8.hpp"
#include "text/emulator/cursor_motion.hpp"
#include "text/emulator/editing.hpp"
#include "text/emulator/frames.hpp"
#include "text/emulator/mode_switches.hpp"
#include "text/emulator/reports.hpp"

namespace termhost::text {

using namespace emulation;

namespace {

constexpr std::size_t longest_title = 256;

}  // namespace

void Emulator::write(std::string_view bytes, std::string& final_text) {
  state_.final_text = &final_text;
  final_text += std::exchange(state_.carried, {});
  while (!bytes.empty()) {
    const std::size_t passed = parser_.idle() ? plain_passage_.pass(state_, bytes) : 0;
    bytes.remove_prefix(passed);
    if (passed > 0) continue;
    // Only up to the line end after which the next plain lines may begin.
    const std::size_t line_end = bytes.find('\n', plain_passage_.take_ordinary());
    const std::string_view part = bytes.substr(0, line_end == std::string_view::npos ? line_end : line_end + 1);
    interpret(part);
    bytes.remove_prefix(part.size());
  }
}

/// The ordinary path, which skips frames of progress bars that nobody would see.
void Emulator::interpret(std::string_view part) {
  for (;;) {
    const std::size_t frame = part.find('\r') + 1;
    if (frame == 0 || frame == part.size() || part[frame] == '\n') return parser_.write(part, *this);
    parser_.write(part.substr(0, frame), *this);
    part.remove_prefix(frame);
    const bool overwrites =
        state_.carriage_return == CarriageReturn::Overwrite && !state_.modes.insert && state_.charset == nullptr;
    if (!overwrites || !parser_.idle() || state_.screen->x != 0) continue;
    part.remove_prefix(overwritten_frames(part, state_.screen->columns(), state_.char_width));
  }
}

std::string Emulator::pending() const {
  std::string text = state_.carried;
  Screen screen = state_.normal;
  screen.unpack(0);
  const int rows = screen.rows();
  Scrollback& scrollback = screen.scrollback();
  scrollback.leave_text(screen.columns(), text);
  scrollback.settle(&screen.row(0), state_.clusters, text);
  int last_text_row = -1;
  for (int y = 0; y < rows; ++y) {
    const Row* const next = y + 1 < rows ? &screen.row(y + 1) : nullptr;
    if (scrollback.write(screen.row(y), next, state_.clusters, text)) last_text_row = y;
  }
  if (last_text_row >= screen.y) text.pop_back();
  return text;
}

std::string Emulator::alternate_screen_text() const {
  std::string text;
  if (!alternate_screen()) return text;
  Screen screen = state_.alternate;
  screen.unpack(0);
  LineWriter writer;
  for (int y = 0; y < screen.rows(); ++y)
    (void)writer.write_row(screen.row(y), y + 1 < screen.rows() ? &screen.row(y + 1) : nullptr, state_.clusters, text);
  return text;
}

ScreenView Emulator::view() const {
  Screen screen = *state_.screen;
  screen.unpack(0);
  ScreenView view{.rows = {},
                  .columns = screen.columns(),
                  .cursor_row = screen.y,
                  .cursor_column = std::min(screen.x, screen.columns() - 1),
                  .cursor_visible = state_.lasting.cursor_visible,
                  .alternate = alternate_screen(),
                  .title = state_.title};
  for (int y = 0; y < screen.rows(); ++y) {
    std::string row;
    (void)LineWriter().write_row(screen.row(y), nullptr, state_.clusters, row);
    if (row.ends_with('\n')) row.pop_back();
    view.rows.push_back(std::move(row));
  }
  return view;
}

void Emulator::execute(char32_t control) {
  state_.preceding_width = 0;
  switch (control) {
    case '\b': return backspace(state_);
    case '\t': return tab_forward(state_, 1);
    case '\n':
    case '\v':
    case '\f': return line_feed(state_);
    case '\r': return carriage_return(state_);
    case 0x0e: return shift_to(state_, 1);
    case 0x0f: return shift_to(state_, 0);
    case 0x84: return index(state_);
    case 0x85: state_.screen->x = 0; return index(state_);
    case 0x88: return state_.screen->set_tab_stop(true);
    default: return;
  }
}

void Emulator::esc_dispatch(std::uint32_t id) {
  state_.preceding_width = 0;
  switch (id) {
    case vt::function_id("7"): return save_cursor(state_);
    case vt::function_id("8"): return restore_cursor(state_);
    case vt::function_id("D"): return index(state_);
    case vt::function_id("E"): state_.screen->x = 0; return index(state_);
    case vt::function_id("H"): return state_.screen->set_tab_stop(true);
    case vt::function_id("M"): return reverse_index(state_);
    case vt::function_id("="): state_.modes.application_keypad = true; return;
    case vt::function_id(">"): state_.modes.application_keypad = false; return;
    case vt::function_id("c"): return full_reset(state_);
    case vt::function_id("~"): return shift_to(state_, 1);
    case vt::function_id("n"):
    case vt::function_id("}"): return shift_to(state_, 2);
    case vt::function_id("o"):
    case vt::function_id("|"): return shift_to(state_, 3);
    case vt::function_id("%@"):
    case vt::function_id("%G"): return select_default_charset(state_);
    case vt::function_id("#8"): return alignment_pattern(state_);
    default: break;
  }
  constexpr std::string_view designators = "()*+-.";
  constexpr std::array<int, designators.size()> sets{0, 1, 2, 3, 1, 2};
  const auto which = id >> 16 == 0 ? designators.find(static_cast<char>(id >> 8)) : std::string_view::npos;
  const Designation designation = designated_charset(static_cast<char>(id));
  if (which != std::string_view::npos && designation.known) designate(state_, sets[which], designation.charset);
}

void Emulator::csi_dispatch(std::uint32_t id, const vt::Parameters& parameters) {
  if (id == vt::function_id("m")) {
    state_.preceding_width = 0;
    return select_graphic_rendition(state_, parameters);
  }
  if (id == vt::function_id("b")) {
    repeat(state_, parameters.count());
  } else if (!edit(state_, id, parameters) && !emulation::move(state_, id, parameters) &&
             !report(state_, id, parameters)) {
    switch_modes(state_, id, parameters);
  }
  state_.moved_home = id == vt::function_id("H") && state_.screen->x == 0 && state_.screen->y == 0;
  state_.preceding_width = 0;
}

void Emulator::osc_dispatch(std::string_view payload) {
  state_.preceding_width = 0;
  report_color(state_, payload);
  if (payload.starts_with("0;") || payload.starts_with("2;"))
    state_.title = base::well_formed(payload.substr(2, longest_title));
}

void Emulator::dcs_dispatch(std::uint32_t id, std::string_view payload) {
  state_.preceding_width = 0;
  if (id == vt::function_id("$q") && !payload.empty()) report_setting(state_, payload);
}

}  // namespace termhost::text
