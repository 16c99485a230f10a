// Finds the first line that matches, in one pass over many lines: a deterministic automaton whose states are made when
// they are first needed, so that a byte costs a table look-up. Where a state leads to itself the processor needn't wait
// for one look-up before the next, and where a line can't match any more its rest is not looked at.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tool/line_program.hpp"

namespace termhost::tool {

class LineAutomaton {
 public:
  explicit LineAutomaton(LineProgram program);

  /// Whether a match depends on what stands around it: borders of words and lines.
  [[nodiscard]] bool looks_around() const { return looks_around_; }

  /// A byte of the first matching line at or after `from`, where a line begins; npos if none matches.
  [[nodiscard]] std::size_t find(std::string_view text, std::size_t from);

 private:
  using StateId = std::uint16_t;
  static constexpr StateId unknown = 0;   ///< in the table: not made yet
  static constexpr StateId matched = 1;   ///< the line matches
  static constexpr StateId hopeless = 2;  ///< the line can't match any more
  static constexpr StateId line_start = 3;
  static constexpr std::size_t steps_of_a_row = 256;  ///< what a row of the table takes, as steps
  static constexpr std::size_t most_stored_steps = std::size_t{1}
                                                   << 20;  ///< 2 MiB; then all is forgotten and made again

  /// What is known of a line up to a byte: the steps that may look at the next one, and what assertions need.
  struct State {
    std::vector<std::uint16_t> steps;  ///< sorted; bytes and assertions only
    bool at_line_start = false;
    bool after_word = false;
    friend auto operator<=>(const State&, const State&) = default;
  };
  using Row = std::array<StateId, 256>;

  void forget();
  void find_lone_exit();
  const char* walk(StateId& state, const char* at, const char* end) const;
  [[nodiscard]] const char* skip(StateId state, const char* at, const char* end) const;
  StateId id_of(State state);
  StateId follow(StateId from, char byte);
  StateId look_past(State& before, char byte, State& after);
  /// Adds a step and all that follow without a byte. False: a match is among them.
  bool add(State& state, std::uint16_t step);
  bool pass_assertions(State& state, char next);
  [[nodiscard]] bool holds(LineAssertion assertion, const State& state, char next) const;

  LineProgram program_;
  bool looks_around_ = false;
  bool uses_words_ = false;           ///< only then states differ in after_word
  bool uses_line_start_ = false;      ///< only then in at_line_start
  bool matches_empty_ = false;        ///< every line matches
  std::optional<char> lone_exit_;     ///< the only byte that leads out of line_start
  std::vector<std::uint32_t> added_;  ///< by step: in which round it was added
  std::uint32_t round_ = 0;
  std::vector<std::uint16_t> waiting_;
  std::map<State, StateId> ids_;
  std::vector<const State*> states_;
  std::vector<Row> table_;
  std::size_t stored_steps_ = 0;
};

}  // namespace termhost::tool
