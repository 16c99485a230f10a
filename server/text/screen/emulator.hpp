// A terminal without a face: interprets what the parser finds and keeps the two screens. Rows that scroll off the
// normal screen become text. Semantics are those of xterm.js 6, in its quirks too where they show in the text; function
// names are DEC's and ECMA-48's, so that the manuals explain them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/screen/char_width.hpp"
#include "text/screen/cluster_pool.hpp"
#include "text/screen/modes.hpp"
#include "text/screen/plain_lines.hpp"
#include "text/screen/renderer.hpp"
#include "text/screen/screen.hpp"
#include "vt/parameters.hpp"
#include "vt/parser.hpp"

namespace termhost::text {

/// As xterm.js: a wide character must fit.
inline constexpr int min_columns = 2;
inline constexpr int min_rows = 1;

class Emulator {
 public:
  explicit Emulator(const RenderOptions& options);

  void write(std::string_view bytes, std::string& final_text);
  [[nodiscard]] std::string pending() const;
  void resize(int columns, int rows);

  /// Forgets a character that the input was cut off in; false: there is none.
  bool drop_partial() { return parser_.drop_partial(); }
  [[nodiscard]] std::string alternate_screen_text() const;
  [[nodiscard]] bool alternate_screen() const { return screen_ == &alternate_; }
  [[nodiscard]] bool bracketed_paste() const { return modes_.bracketed_paste; }
  [[nodiscard]] std::string take_replies();

  Emulator(const Emulator&) = delete;
  Emulator& operator=(const Emulator&) = delete;

  // What the parser calls.
  void print_ascii(std::string_view text);
  void print(char32_t character);
  void end_run() {
    if (in_run_ && saw_wide_) clear_tail_after();
    in_run_ = false;
  }
  void execute(char32_t control);
  void esc_dispatch(std::uint32_t id);
  bool skips_csi(char final) {
    // SGR, the most frequent of all: it means nothing to the text, unless protection is on (see there).
    if (final != 'm' || attributes_ != 0) return false;
    preceding_width_ = 0;
    return true;
  }
  void csi_dispatch(std::uint32_t id, const vt::Parameters& parameters);
  void osc_dispatch(std::string_view payload);
  void dcs_dispatch(std::uint32_t id, std::string_view payload);

 private:
  // emulator_lines.cpp
  void interpret(std::string_view part);
  [[nodiscard]] bool at_fresh_line();
  [[nodiscard]] std::size_t pass_plain_lines(std::string_view bytes);
  [[nodiscard]] bool fold_rows();
  void hand_on_screen();

  // emulator_print.cpp
  void begin_run() {
    if (in_run_) return;
    in_run_ = true;
    if (frame_ended_) break_frame();
    if (saw_wide_) clear_head_before();
  }
  void clear_head_before();
  void clear_tail_after();
  void print_character(char32_t character, int width);
  void write_ascii(std::string_view text);
  void join_mark(char32_t mark);
  void wrap();
  void repeat(int count);
  void sweep_clusters();

  // emulator_motion.cpp
  void confine_cursor(int last_column);
  void confine_cursor() { confine_cursor(screen_->columns() - 1); }
  void move_to(std::int64_t x, std::int64_t y);
  void move_by(std::int64_t x, std::int64_t y);
  void cursor_up(int count);
  void cursor_down(int count);
  void line_feed();
  void carriage_return();
  void break_frame();
  void index();
  void reverse_index();
  void backspace();
  void wrap_back();
  void tab_forward(int count);
  void tab_backward(int count);
  void save_cursor();
  void restore_cursor();
  void set_margins(const vt::Parameters& parameters);
  bool move(std::uint32_t id, const vt::Parameters& parameters);

  // emulator_resize.cpp
  void resize_alternate(int columns, int rows);
  void resize_normal(int columns, int rows);

  // emulator_edit.cpp
  void hand_on(Row& leaving);
  void scroll(bool wrapped);
  void erase_cells(int y, int start, int end, bool unwrap, bool selective);
  void erase_row(int y, bool selective);
  void erase_in_display(int what, bool selective);
  void erase_above(bool selective);
  void erase_in_line(int what, bool selective);
  void insert_lines(int count);
  void delete_lines(int count);
  void insert_columns(int column, int count);
  void delete_columns(int column, int count);
  void alignment_pattern();
  bool edit(std::uint32_t id, const vt::Parameters& parameters);
  [[nodiscard]] bool in_margins() const { return screen_->y >= screen_->top && screen_->y <= screen_->bottom; }

  // emulator_modes.cpp
  void set_mode(int mode, bool on);
  void set_private_mode(int mode, bool on);
  void use_alternate_screen(bool on);
  void designate(int set, const Charset* charset);
  void shift_to(int set);
  void select_default_charset();
  void select_graphic_rendition(const vt::Parameters& parameters);
  void switch_modes(std::uint32_t id, const vt::Parameters& parameters);
  void soft_reset();
  void full_reset();

  // emulator_reports.cpp
  bool report(std::uint32_t id, const vt::Parameters& parameters);
  void report_mode(int mode, bool ansi);
  void report_color(std::string_view payload);
  void report_setting(std::string_view what);
  void reply(std::string_view text);

  vt::Parser parser_;
  CharWidths char_width_;
  Screen normal_;
  Screen alternate_;
  Screen* screen_ = &normal_;
  Modes modes_;
  LastingModes lasting_;
  CarriageReturn carriage_return_;
  Cell attributes_ = 0;  ///< what new characters get: protected or not

  std::array<const Charset*, 4> designated_{};  ///< G0 to G3; null: US-ASCII
  std::size_t shifted_to_ = 0;
  const Charset* charset_ = nullptr;  ///< in use; DECRC restores it past the four

  int preceding_width_ =
      0;                   ///< of the character just before, 0 after anything else: what a mark joins, what REP repeats
  bool saw_wide_ = false;  ///< until then no cell can be half of a wide character
  bool in_run_ = false;    ///< the last thing was a character
  bool frame_ended_ = false;  ///< CarriageReturn::NewLine: a CR came, and the next character begins a new line

  ClusterPool clusters_;
  PlainLines plain_lines_;
  std::size_t not_plain_ = 0;  ///< bytes to be read the ordinary way although plain lines may begin before
  std::string* final_text_ = nullptr;
  std::string carried_;  ///< became final by a change of size; goes out with the next write
  std::string replies_;
};

}  // namespace termhost::text
