// A terminal without a display: passes the parser's findings to the functions that change the screens. Rows that scroll
// off the normal screen become text. It behaves like xterm.js 6, with its quirks if they change the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "text/emulator/emulation_state.hpp"
#include "text/emulator/plain_passage.hpp"
#include "text/emulator/printing.hpp"
#include "text/emulator/renderer.hpp"
#include "text/emulator/resize.hpp"
#include "vt/parameters.hpp"
#include "vt/parser.hpp"

namespace termhost::text {

class Emulator {
 public:
  explicit Emulator(const RenderOptions& options) : state_(options) {}

  void write(std::string_view bytes, std::string& final_text);
  [[nodiscard]] std::string pending() const;
  void resize(int columns, int rows) { emulation::resize(state_, columns, rows); }

  /// Forgets a character that the input was cut off in; false: there is none.
  bool drop_partial() { return parser_.drop_partial(); }
  [[nodiscard]] std::string alternate_screen_text() const;
  [[nodiscard]] std::uint64_t clears() const { return state_.clears; }
  [[nodiscard]] bool alternate_screen() const { return emulation::alternate_screen(state_); }
  [[nodiscard]] ScreenView view() const;
  [[nodiscard]] KeyModes key_modes() const {
    return {state_.modes.application_cursor_keys, state_.modes.application_keypad, state_.modes.bracketed_paste};
  }
  [[nodiscard]] std::string take_replies() { return std::exchange(state_.replies, {}); }

  // The parser's sink.
  void print_ascii(std::string_view text) { emulation::print_ascii(state_, text); }
  void print(char32_t character) { emulation::print(state_, character); }
  void end_run() { emulation::end_run(state_); }
  void execute(char32_t control);
  void esc_dispatch(std::uint32_t id);
  bool skips_csi(char final) {
    // SGR, the most frequent of all: it means nothing to the text, unless protection is on (see there).
    if (final != 'm' || state_.attributes != 0) return false;
    state_.preceding_width = 0;
    return true;
  }
  void csi_dispatch(std::uint32_t id, const vt::Parameters& parameters);
  void osc_dispatch(std::string_view payload);
  void dcs_dispatch(std::uint32_t id, std::string_view payload);

 private:
  void interpret(std::string_view part);

  vt::Parser parser_;
  emulation::State state_;
  emulation::PlainPassage plain_passage_;
};

}  // namespace termhost::text
