#include "tool/line_automaton.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "tool/character_set.hpp"

namespace termhost::tool {
namespace {

using Kind = LineStep::Kind;
constexpr std::size_t npos = std::string_view::npos;

std::size_t index(char byte) { return static_cast<unsigned char>(byte); }

}  // namespace

LineAutomaton::LineAutomaton(LineProgram program) : program_(std::move(program)), added_(program_.steps.size()) {
  const auto uses = [&](LineAssertion assertion) {
    return std::any_of(program_.steps.begin(), program_.steps.end(), [&](const LineStep& step) {
      return step.kind == Kind::Assertion && step.assertion == assertion;
    });
  };
  looks_around_ = std::any_of(program_.steps.begin(), program_.steps.end(),
                              [](const LineStep& step) { return step.kind == Kind::Assertion; });
  uses_words_ = uses(LineAssertion::WordBorder) || uses(LineAssertion::NoWordBorder);
  uses_line_start_ = uses(LineAssertion::LineStart);
  forget();
  if (!matches_empty_) find_lone_exit();
}

void LineAutomaton::forget() {
  ids_.clear();
  stored_steps_ = 0;
  states_.assign(line_start, nullptr);
  table_.assign(line_start, Row{});
  ++round_;
  State start{.at_line_start = uses_line_start_};
  matches_empty_ = !add(start, program_.start);
  if (!matches_empty_) id_of(std::move(start));
}

void LineAutomaton::find_lone_exit() {
  std::string exits;
  for (int byte = 0; byte < 256; ++byte) {
    if (follow(line_start, static_cast<char>(byte)) != line_start) exits += static_cast<char>(byte);
  }
  if (exits.size() == 1) lone_exit_ = exits.front();
}

LineAutomaton::StateId LineAutomaton::id_of(State state) {
  std::sort(state.steps.begin(), state.steps.end());
  const auto [known, is_new] = ids_.emplace(std::move(state), static_cast<StateId>(states_.size()));
  if (!is_new) return known->second;
  states_.push_back(&known->first);
  stored_steps_ += known->first.steps.size() + steps_of_a_row;
  table_.emplace_back();
  return known->second;
}

bool LineAutomaton::add(State& state, std::uint16_t first) {
  waiting_.assign(1, first);
  while (!waiting_.empty()) {
    const std::uint16_t number = waiting_.back();
    waiting_.pop_back();
    if (std::exchange(added_[number], round_) == round_) continue;
    const LineStep& step = program_.steps[number];
    if (step.kind == Kind::Match) return false;
    if (step.kind == Kind::Fork) {
      waiting_.push_back(step.next);
      waiting_.push_back(step.other);
    } else {
      state.steps.push_back(number);
    }
  }
  return true;
}

bool LineAutomaton::holds(LineAssertion assertion, const State& state, char next) const {
  switch (assertion) {
    case LineAssertion::LineStart: return state.at_line_start;
    case LineAssertion::LineEnd: return next == '\n';
    case LineAssertion::WordBorder: return state.after_word != is_word_byte(next);
    case LineAssertion::NoWordBorder: return state.after_word == is_word_byte(next);
  }
  return false;
}

/// Adds what follows the assertions that hold before `next`. False: a match is among it.
bool LineAutomaton::pass_assertions(State& state, char next) {
  for (std::size_t i = 0; i < state.steps.size(); ++i) {  // grows meanwhile
    const LineStep& step = program_.steps[state.steps[i]];
    if (step.kind != Kind::Assertion || !holds(step.assertion, state, next)) continue;
    if (!add(state, step.next)) return false;
  }
  return true;
}

LineAutomaton::StateId LineAutomaton::follow(StateId from, char byte) {
  State before = *states_[from];
  State after{.after_word = uses_words_ && is_word_byte(byte)};
  const StateId fixed = look_past(before, byte, after);
  if (fixed == unknown && stored_steps_ > most_stored_steps) {
    forget();
    return id_of(std::move(after));
  }
  const StateId next = fixed == unknown ? id_of(std::move(after)) : fixed;
  table_[from][index(byte)] = next;
  return next;
}

/// What comes `after` a byte, or the state it leads to whatever came before.
LineAutomaton::StateId LineAutomaton::look_past(State& before, char byte, State& after) {
  ++round_;
  for (const std::uint16_t step : before.steps) added_[step] = round_;
  if (!pass_assertions(before, byte)) return matched;
  if (byte == '\n') return line_start;
  ++round_;
  for (const std::uint16_t number : before.steps) {
    const LineStep& step = program_.steps[number];
    if (step.kind == Kind::Bytes && step.bytes[index(byte)] && !add(after, step.next)) return matched;
  }
  if (!add(after, program_.start)) return matched;
  std::erase_if(after.steps, [&](std::uint16_t number) {
    const LineStep& step = program_.steps[number];
    return step.kind == Kind::Assertion && step.assertion == LineAssertion::LineStart;
  });
  return after.steps.empty() ? hopeless : unknown;
}

/// The first byte at or after `at` that leads out of the state, or `end`.
const char* LineAutomaton::skip(StateId state, const char* at, const char* end) const {
  constexpr std::ptrdiff_t at_once = 4;
  if (state == line_start && lone_exit_) {
    const void* const exit = std::memchr(at, *lone_exit_, static_cast<std::size_t>(end - at));
    return exit == nullptr ? end : static_cast<const char*>(exit);
  }
  const Row& row = table_[state];
  const auto stays = [&](const char* byte) { return row[index(*byte)] == state; };
  while (end - at >= at_once && stays(at) && stays(at + 1) && stays(at + 2) && stays(at + 3)) at += at_once;
  while (at < end && stays(at)) ++at;
  return at;
}

/// Goes on as long as each byte leads to another state that is known.
const char* LineAutomaton::walk(StateId& state, const char* at, const char* end) const {
  for (; at < end; ++at) {
    const StateId next = table_[state][index(*at)];
    if (next == state || next <= line_start) break;
    state = next;
  }
  return at;
}

std::size_t LineAutomaton::find(std::string_view text, std::size_t from) {
  if (from >= text.size()) return npos;
  if (matches_empty_) return from;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  StateId state = line_start;
  for (const char* at = begin + from; (at = skip(state, at, end)) < end;) {
    StateId next = table_[state][index(*at)];
    if (next == unknown) next = follow(state, *at);
    if (next == matched) return static_cast<std::size_t>(at - begin);
    if (next == hopeless) {
      const void* const line_end = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
      if (line_end == nullptr) return npos;
      at = static_cast<const char*>(line_end);
      next = line_start;
    }
    state = next;
    at = walk(state, at + 1, end);
  }
  if (text.ends_with('\n')) return npos;
  return follow(state, '\n') == matched ? text.size() - 1 : npos;
}

}  // namespace termhost::tool
