// Several calls, few terminals, and an editor that opens, integrates, refuses, closes and forgets in any order: each
// call is answered exactly once, tells `complete` exactly once, is submitted at most once, and there are never more
// terminals at work than allowed.
#include <array>
#include <cstdlib>
#include <random>
#include <set>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;

namespace {

constexpr std::size_t most_terminals = 2;

enum class Does {
  Run,
  RunShortly,
  RunInBackground,
  RunElsewhere,
  Cancel,
  StopByTool,
  Background,
  Create,
  RefuseToCreate,
  Integrate,
  Start,
  End,
  EndWithoutCode,
  Close,
  Type,
  MoreTerminals,
  Wait,
  WaitLong,
};
constexpr int kinds = 18;

struct Editor {
  World world;
  std::mt19937& random;
  std::map<base::ToolCallId, World::Answer> answers;
  std::map<base::ToolCallId, host::CallId> calls;
  std::map<base::TerminalId, std::string> open;  // terminal → what runs there by its name, or empty
  std::set<std::size_t> started;
  int executions = 0, waits = 0, stops = 0;

  static host::Settings settings(std::mt19937& random) {
    host::Settings settings = testing::everything_allowed();
    settings.max_terminals = most_terminals;
    settings.fallback = random() % 2 == 0 ? host::Fallback::Plain : host::Fallback::Owned;
    return settings;
  }
  explicit Editor(std::mt19937& r) : world(settings(r)), random(r) { world.shim.hold_creations = true; }

  void run(host::ExecuteRequest request) {
    request.tool_call = base::ToolCallId(fmt::format("call-{}", calls.size()));
    const base::ToolCallId id = request.tool_call;
    calls[id] = world.run("make all", answers[id], std::move(request));
  }
  template <class Map>
  typename Map::iterator any(Map& map) {
    return std::next(map.begin(), static_cast<int>(random() % map.size()));
  }

  void does(Does what) {
    host::Host& host = world.host;
    switch (what) {
      case Does::Run: return run({});
      case Does::RunShortly: return run({.timeout = base::Millis(200)});
      case Does::RunInBackground: return run({.background = true});
      case Does::RunElsewhere: return run({.cwd = "/elsewhere", .required_cwd = random() % 2 == 0});
      case Does::Cancel:
        if (!calls.empty()) host.cancel(any(calls)->second);
        return;
      case Does::StopByTool:
        if (answers.empty()) return;
        if (const auto& result = any(answers)->second.result; result && host.knows(result->execution)) {
          ++waits;
          host.stop(result->execution, {}, host::StopCause::Tool, base::ToolCallId("s"),
                    [this](const tool::CommandResult&) { ++stops; });
        }
        return;
      case Does::Background:
        if (!calls.empty()) host.background(any(calls)->first);
        return;
      case Does::Create:
      case Does::RefuseToCreate: return create(what == Does::Create);
      case Does::Integrate:
        if (!open.empty()) host.integration_changed(any(open)->first, terminal::Integration::Rich, "/project", "bash");
        return;
      case Does::Start: return start();
      case Does::End:
      case Does::EndWithoutCode: return end(what == Does::End);
      case Does::Close:
        if (open.empty()) return;
        if (const auto closing = any(open); true) {
          const base::TerminalId id = closing->first;
          open.erase(closing);
          host.terminal_closed(id, random() % 2 == 0 ? std::optional(1) : std::nullopt, "user");
        }
        return;
      case Does::Type:
        if (!open.empty()) host.terminal_interacted(any(open)->first);
        return;
      case Does::MoreTerminals: return host.set_settings(host.settings());
      case Does::Wait: return world.clock.advance(base::Millis(300));
      case Does::WaitLong: return world.clock.advance(std::chrono::seconds(15));
    }
  }

  void create(bool well) {
    auto& held = world.shim.held_creations;
    if (held.empty()) return;
    auto created = std::move(held.front());
    held.erase(held.begin());
    if (!well) return created(base::unexpected(std::string("no")));
    const base::TerminalId id(fmt::format("e{}", ++executions));
    open.emplace(id, "");
    created(id);
  }
  void start() {
    for (std::size_t i = 0; i < world.shim.submissions.size(); ++i) {
      const auto terminal = open.find(world.shim.submissions[i].terminal);
      if (terminal == open.end() || !started.insert(i).second) continue;
      terminal->second = fmt::format("x{}", i);
      world.host.execution_started(terminal->first, terminal->second, "make all", "");
      return;
    }
  }
  void end(bool with_code) {
    for (auto& [id, running] : open) {
      if (running.empty()) continue;
      const std::string name = std::exchange(running, {});
      return world.host.execution_ended(name, with_code ? std::optional(0) : std::nullopt, true);
    }
  }

  /// Nothing if all is well, else what is wrong.
  std::string judge() {
    if (busy() > most_terminals) return fmt::format("{} terminals at work", busy());
    for (auto& [id, answer] : answers) {
      if (answer.count > 1) return id.str() + " was answered twice";
    }
    return {};
  }
  [[nodiscard]] std::size_t busy() const {
    std::size_t count = 0;
    for (const auto& [id, t] : world.host.terminals())
      if (t.identity().ours && !t.closed() && !t.current().empty()) ++count;
    return count;
  }
  std::string finish() {
    world.host.shut_down();
    world.clock.advance(std::chrono::minutes(6));
    for (auto& [id, answer] : answers) {
      if (answer.count != 1) return fmt::format("{}: {} answers", id.str(), answer.count);
      if (world.shim.completes[id] != 1) return fmt::format("{}: {} completes", id.str(), world.shim.completes[id]);
    }
    if (waits != stops) return fmt::format("{} of {} stops were answered", stops, waits);
    if (commands_submitted() > answers.size()) return "something was submitted twice";
    return {};
  }
  [[nodiscard]] std::size_t commands_submitted() const {
    std::size_t count = 0;
    for (const auto& submission : world.shim.submissions)
      if (submission.text.find("make all") != std::string::npos) ++count;
    return count;
  }
};

}  // namespace

TEST_CASE("any order of what an editor's terminals do leaves each call with one answer") {
  const char* const wanted = std::getenv("TERMHOST_PERMUTATIONS");
  const int rounds = wanted != nullptr ? std::atoi(wanted) / 10 : 3'000;
  std::mt19937 random(20261122);
  for (int number = 0; number < rounds; ++number) {
    Editor editor(random);
    std::string told, wrong;
    for (auto steps = 5 + random() % 25; steps > 0 && wrong.empty(); --steps) {
      const auto step = static_cast<Does>(random() % kinds);
      told += fmt::format("{} ", static_cast<int>(step));
      editor.does(step);
      wrong = editor.judge();
    }
    if (wrong.empty()) wrong = editor.finish();
    if (!wrong.empty()) FAIL("round " << number << ": " << wrong << " after " << told);
  }
  SUCCEED();
}
