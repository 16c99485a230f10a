// The state of a terminal without a display: its two screens, its modes, and the memory of the last bytes. The
// functions that change it are in the files around this one: each takes the state `t` as its first parameter. Their
// names are those of DEC and ECMA-48, so that the manuals explain them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "text/emulator/modes.hpp"
#include "text/emulator/renderer.hpp"
#include "text/screen/char_width.hpp"
#include "text/screen/charset.hpp"
#include "text/screen/cluster_pool.hpp"
#include "text/screen/screen.hpp"

namespace termhost::text::emulation {

/// As xterm.js: a wide character must fit.
inline constexpr int min_columns = 2;
inline constexpr int min_rows = 1;

struct State {
  explicit State(const RenderOptions& options)
      : normal(std::max(options.columns, min_columns), std::max(options.rows, min_rows)),
        alternate(normal.columns(), normal.rows()),
        carriage_return(options.carriage_return) {
    lasting.line_feed_returns = options.newline == Newline::Lf;
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  CharWidths char_width;
  Screen normal;
  Screen alternate;
  Screen* screen = &normal;  ///< the one that is shown
  Modes modes;
  LastingModes lasting;
  CarriageReturn carriage_return;
  Cell attributes = 0;  ///< of new characters: protected or not

  std::array<const Charset*, 4> designated{};  ///< G0 to G3; null: US-ASCII
  std::size_t shifted_to = 0;
  const Charset* charset = nullptr;  ///< in use; DECRC restores it past the four

  /// The width of the character just before, for a mark that joins it or for REP; 0 after anything else.
  int preceding_width = 0;
  bool saw_wide = false;     ///< until then no cell can be half of a wide character
  bool in_run = false;       ///< the last thing was a character
  bool frame_ended = false;  ///< CarriageReturn::NewLine: a CR came, and the next character begins a new line

  ClusterPool clusters;
  std::string* final_text = nullptr;  ///< receives the text that has become final
  std::string carried;                ///< became final by a change of size; goes out with the next write
  std::string replies;
  std::string title;         ///< of the window
  std::uint64_t clears = 0;  ///< of the normal screen, with text on it
  bool moved_home = false;   ///< by the control sequence before this one
};

[[nodiscard]] inline bool alternate_screen(const State& t) { return t.screen == &t.alternate; }

}  // namespace termhost::text::emulation
