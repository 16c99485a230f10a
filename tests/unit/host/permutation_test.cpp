// Whatever order, duplicates, drops and delays the editor's events come with: each call is answered exactly once, tells
// `complete` exactly once and last, claims no code that nobody sent, and submits its command exactly once.
#include <array>
#include <cstdlib>
#include <random>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "host/executions/live_output.hpp"
#include "world.hpp"

using namespace termhost;
using testing::World;

namespace {

enum class Said {
  Promise,
  Start,
  Write,
  End,
  EndWithoutCode,
  EndUndrained,
  OtherStart,
  OtherWrite,
  OtherEnd,
  EmptyStart,
  EmptyEnd,
  Close,
  CloseWithCode,
  Cd,
  Typed,
  Pause,
  ShortPause
};
constexpr int said_count = 17;
constexpr int own_code = 3, other_code = 4, shell_code = 5;

struct Round {
  World& world;
  World::Answer answer;
  base::TerminalId id;
  std::string own, other, empty;

  explicit Round(World& w, int number)
      : world(w),
        own(fmt::format("x{}", number)),
        other(fmt::format("y{}", number)),
        empty(fmt::format("z{}", number)) {}

  void say(Said what) {
    host::Host& host = world.host;
    switch (what) {
      case Said::Promise:
        if (auto& answered = world.shim.submissions.back().answer) std::exchange(answered, nullptr)(own);
        return;
      case Said::Start: return host.execution_started(id, own, "make all", "");
      case Said::Write: return host.execution_wrote(own, "\x1b]633;C\x07output\r\n");
      case Said::End: return host.execution_ended(own, own_code, true);
      case Said::EndWithoutCode: return host.execution_ended(own, {}, true);
      case Said::EndUndrained: return host.execution_ended(own, own_code, false);
      case Said::OtherStart: return host.execution_started(id, other, "make  all > ", "");
      case Said::OtherWrite: return host.execution_wrote(other, "other\r\n");
      case Said::OtherEnd: return host.execution_ended(other, other_code, true);
      case Said::EmptyStart: return host.execution_started(id, empty, "", "");
      case Said::EmptyEnd: return host.execution_ended(empty, {}, true);
      case Said::Close: return host.terminal_closed(id, {}, "extension");
      case Said::CloseWithCode: return host.terminal_closed(id, shell_code, "process");
      case Said::Cd: return host.integration_changed(id, terminal::Integration::Rich, "/elsewhere", "");
      case Said::Typed: return host.terminal_interacted(id);
      case Said::Pause: return world.clock.advance(base::Millis(300));
      case Said::ShortPause: return world.clock.advance(host::live_interval / 2);
    }
  }
};

/// One plausible story, then shuffled, doubled and thinned: at most 8 events.
std::vector<Said> story(std::mt19937& random) {
  static const std::array<std::vector<Said>, 5> plausible{{
      {Said::Promise, Said::Start, Said::Write, Said::End},
      {Said::Promise, Said::Start, Said::Write, Said::EndUndrained, Said::Write},
      {Said::Promise, Said::OtherStart, Said::OtherWrite, Said::OtherEnd},
      {Said::Promise, Said::EmptyStart, Said::EmptyEnd, Said::Start, Said::Write, Said::End},
      {Said::Promise, Said::Start, Said::Write, Said::CloseWithCode},
  }};
  std::vector<Said> events = plausible[random() % plausible.size()];
  for (auto i = random() % 4; i > 0 && events.size() < 8; --i)
    events.push_back(static_cast<Said>(random() % said_count));
  for (auto i = random() % 5; i > 0; --i) std::swap(events[random() % events.size()], events[random() % events.size()]);
  if (random() % 3 == 0) events.erase(events.begin() + static_cast<int>(random() % events.size()));
  if (random() % 3 == 0 && events.size() < 8) events.push_back(events[random() % events.size()]);
  return events;
}

/// Nothing if all is well, else what is wrong.
std::string play(World& world, int number, const std::vector<Said>& events) {
  Round round(world, number);
  const std::size_t submitted = world.shim.submissions.size();
  const base::ToolCallId call(fmt::format("call-{}", number));
  world.run("make all", round.answer, {.tool_call = call});
  if (world.shim.submissions.size() == submitted) world.integrated();
  if (world.shim.submissions.size() != submitted + 1) return "not submitted once";
  round.id = world.shim.submissions.back().terminal;
  for (const Said event : events) round.say(event);
  world.clock.advance(std::chrono::minutes(6));
  const bool answered_running = round.answer.count == 1 && round.answer.result->status == tool::Status::Running;
  world.host.terminal_closed(round.id, {}, "cleaning up");
  world.clock.advance(std::chrono::seconds(2));

  if (round.answer.count != 1) return fmt::format("{} answers", round.answer.count);
  if (world.shim.completes[call] != 1) return fmt::format("{} completes", world.shim.completes[call]);
  if (!world.shim.disorder.empty()) return world.shim.disorder;
  if (world.shim.submissions.size() != submitted + 1) return "submitted again";
  const terminal::Completion& completion = round.answer.result->completion;
  if (answered_running && completion.exit_code) return "a code while it runs";
  const auto sent = [&](std::initializer_list<Said> any) {
    return std::any_of(any.begin(), any.end(),
                       [&](Said s) { return std::find(events.begin(), events.end(), s) != events.end(); });
  };
  if (completion.exit_code == own_code && !sent({Said::End, Said::EndUndrained})) return "an invented code";
  if (completion.exit_code == other_code && !sent({Said::OtherEnd})) return "an invented code";
  if (completion.exit_code == shell_code && !sent({Said::CloseWithCode})) return "an invented code";
  if (completion.exit_code && *completion.exit_code != own_code && *completion.exit_code != other_code &&
      *completion.exit_code != shell_code)
    return "a code from nowhere";
  world.shim.completes.clear();
  world.shim.printed.clear();
  if (world.shim.submissions.size() > 64) {
    world.shim.submissions.clear();
  }
  return {};
}

}  // namespace

TEST_CASE("any order of events ends in exactly one answer and exactly one complete") {
  const char* const wanted = std::getenv("TERMHOST_PERMUTATIONS");
  const int rounds = wanted != nullptr ? std::atoi(wanted) : 20'000;
  std::mt19937 random(20261120);
  auto world = std::make_unique<World>();
  for (int number = 0; number < rounds; ++number) {
    if (number % 500 == 0) world = std::make_unique<World>();
    const std::vector<Said> events = story(random);
    const std::string wrong = play(*world, number, events);
    if (wrong.empty()) continue;
    std::string told;
    for (const Said event : events) told += fmt::format("{} ", static_cast<int>(event));
    FAIL("round " << number << ": " << wrong << " after events " << told);
  }
  SUCCEED();
}
