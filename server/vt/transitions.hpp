// The state machine of a DEC terminal's escape grammar (vt100.net/emu/dec_ansi_parser), as a table, with the deviations
// of xterm.js, our reference: an OSC also ends at BEL, an ESC ends a string and executes it, a character from U+00A0 up
// inside a sequence drops the sequence, and parameters may have sub-parameters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace termhost::vt {

enum class State : std::uint8_t {
  Ground,
  Escape,
  EscapeIntermediate,
  CsiEntry,
  CsiParam,
  CsiIntermediate,
  CsiIgnore,
  Osc,
  SosPmApc,
  DcsEntry,
  DcsParam,
  DcsIntermediate,
  DcsIgnore,
  DcsPassthrough,
};
inline constexpr std::size_t state_count = 14;

enum class Action : std::uint8_t {
  Ignore,
  Drop,  ///< the sequence was none; what began it is forgotten
  Print,
  Execute,
  Begin,  ///< of a sequence
  Parameter,
  Collect,
  EscDispatch,
  CsiDispatch,
  OscStart,
  OscPut,
  OscEnd,
  DcsHook,
  DcsPut,
  DcsUnhook,
};

struct Transition {
  Action action = Action::Drop;
  State next = State::Ground;
};

/// The grammar does not distinguish code points from here up.
inline constexpr char32_t first_graphic = 0xa0;

class TransitionTable {
 public:
  constexpr TransitionTable();

  [[nodiscard]] constexpr Transition operator()(State state, char32_t code) const {
    return table_[static_cast<std::size_t>(state) * row + (code < first_graphic ? code : first_graphic)];
  }

 private:
  static constexpr std::size_t row = first_graphic + 1;

  constexpr void set(State state, unsigned first, unsigned last, Action action, State next) {
    for (unsigned code = first; code <= last; ++code)
      table_[static_cast<std::size_t>(state) * row + code] = {action, next};
  }
  constexpr void stay(State state, unsigned first, unsigned last, Action action) {
    set(state, first, last, action, state);
  }
  /// The C0 controls that are part of no sequence: all but CAN, SUB and ESC.
  constexpr void controls(State state, Action action) {
    stay(state, 0x00, 0x17, action);
    stay(state, 0x19, 0x19, action);
    stay(state, 0x1c, 0x1f, action);
  }
  constexpr void anywhere(State state);
  constexpr void escape();
  constexpr void csi();
  constexpr void strings();
  constexpr void dcs();

  std::array<Transition, state_count * row> table_{};
};

constexpr TransitionTable::TransitionTable() {
  for (std::size_t state = 0; state < state_count; ++state) anywhere(static_cast<State>(state));
  controls(State::Ground, Action::Execute);
  stay(State::Ground, 0x20, 0x7e, Action::Print);
  stay(State::Ground, first_graphic, first_graphic, Action::Print);
  escape();
  csi();
  strings();
  dcs();
}

constexpr void TransitionTable::anywhere(State state) {
  set(state, 0x18, 0x18, Action::Execute, State::Ground);
  set(state, 0x1a, 0x1a, Action::Execute, State::Ground);
  set(state, 0x1b, 0x1b, Action::Begin, State::Escape);
  set(state, 0x80, 0x9a, Action::Execute, State::Ground);
  set(state, 0x90, 0x90, Action::Begin, State::DcsEntry);
  set(state, 0x98, 0x98, Action::Ignore, State::SosPmApc);
  set(state, 0x9b, 0x9b, Action::Begin, State::CsiEntry);
  set(state, 0x9c, 0x9c, Action::Ignore, State::Ground);
  set(state, 0x9d, 0x9d, Action::OscStart, State::Osc);
  set(state, 0x9e, 0x9f, Action::Ignore, State::SosPmApc);
}

constexpr void TransitionTable::escape() {
  for (const State state : {State::Escape, State::EscapeIntermediate}) {
    controls(state, Action::Execute);
    stay(state, 0x7f, 0x7f, Action::Ignore);
    set(state, 0x20, 0x2f, Action::Collect, State::EscapeIntermediate);
    set(state, 0x30, 0x7e, Action::EscDispatch, State::Ground);
  }
  set(State::Escape, 'P', 'P', Action::Begin, State::DcsEntry);
  set(State::Escape, 'X', 'X', Action::Ignore, State::SosPmApc);
  set(State::Escape, '[', '[', Action::Begin, State::CsiEntry);
  set(State::Escape, ']', ']', Action::OscStart, State::Osc);
  set(State::Escape, '^', '_', Action::Ignore, State::SosPmApc);
}

constexpr void TransitionTable::csi() {
  for (const State state : {State::CsiEntry, State::CsiParam, State::CsiIntermediate, State::CsiIgnore}) {
    controls(state, Action::Execute);
    stay(state, 0x7f, 0x7f, Action::Ignore);
    set(state, 0x40, 0x7e, Action::CsiDispatch, State::Ground);
    set(state, 0x20, 0x2f, Action::Collect, State::CsiIntermediate);
  }
  set(State::CsiEntry, 0x30, 0x3b, Action::Parameter, State::CsiParam);
  set(State::CsiEntry, 0x3c, 0x3f, Action::Collect, State::CsiParam);
  set(State::CsiParam, 0x30, 0x3b, Action::Parameter, State::CsiParam);
  set(State::CsiParam, 0x3c, 0x3f, Action::Ignore, State::CsiIgnore);
  set(State::CsiIntermediate, 0x30, 0x3f, Action::Ignore, State::CsiIgnore);
  stay(State::CsiIgnore, 0x20, 0x3f, Action::Ignore);
  set(State::CsiIgnore, 0x40, 0x7e, Action::Ignore, State::Ground);
  stay(State::CsiIgnore, first_graphic, first_graphic, Action::Ignore);
}

constexpr void TransitionTable::strings() {
  controls(State::Osc, Action::Ignore);
  stay(State::Osc, 0x20, 0x7f, Action::OscPut);
  stay(State::Osc, first_graphic, first_graphic, Action::OscPut);
  set(State::Osc, 0x07, 0x07, Action::OscEnd, State::Ground);
  set(State::Osc, 0x18, 0x18, Action::OscEnd, State::Ground);
  set(State::Osc, 0x1a, 0x1a, Action::OscEnd, State::Ground);
  set(State::Osc, 0x1b, 0x1b, Action::OscEnd, State::Escape);
  set(State::Osc, 0x9c, 0x9c, Action::OscEnd, State::Ground);
  controls(State::SosPmApc, Action::Ignore);
  stay(State::SosPmApc, 0x20, 0x7f, Action::Ignore);
}

constexpr void TransitionTable::dcs() {
  for (const State state : {State::DcsEntry, State::DcsParam, State::DcsIntermediate}) {
    controls(state, Action::Ignore);
    stay(state, 0x7f, 0x7f, Action::Ignore);
    set(state, 0x20, 0x2f, Action::Collect, State::DcsIntermediate);
    set(state, 0x40, 0x7e, Action::DcsHook, State::DcsPassthrough);
  }
  set(State::DcsEntry, 0x30, 0x3b, Action::Parameter, State::DcsParam);
  set(State::DcsEntry, 0x3c, 0x3f, Action::Collect, State::DcsParam);
  set(State::DcsParam, 0x30, 0x3b, Action::Parameter, State::DcsParam);
  set(State::DcsParam, 0x3c, 0x3f, Action::Ignore, State::DcsIgnore);
  set(State::DcsIntermediate, 0x30, 0x3f, Action::Ignore, State::DcsIgnore);
  controls(State::DcsIgnore, Action::Ignore);
  stay(State::DcsIgnore, 0x20, 0x7f, Action::Ignore);
  stay(State::DcsIgnore, first_graphic, first_graphic, Action::Ignore);
  controls(State::DcsPassthrough, Action::DcsPut);
  stay(State::DcsPassthrough, 0x20, 0x7f, Action::DcsPut);
  stay(State::DcsPassthrough, first_graphic, first_graphic, Action::DcsPut);
  set(State::DcsPassthrough, 0x18, 0x18, Action::DcsUnhook, State::Ground);
  set(State::DcsPassthrough, 0x1a, 0x1a, Action::DcsUnhook, State::Ground);
  set(State::DcsPassthrough, 0x1b, 0x1b, Action::DcsUnhook, State::Escape);
  set(State::DcsPassthrough, 0x9c, 0x9c, Action::DcsUnhook, State::Ground);
}

inline constexpr TransitionTable transitions{};

}  // namespace termhost::vt
