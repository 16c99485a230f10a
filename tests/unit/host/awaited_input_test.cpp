// What comes of a command that waits for input: who is answered when, and that no secret is typed by a model.
#include <catch2/catch_test_macros.hpp>

#include "world.hpp"

using namespace termhost;
using testing::World;

namespace {

constexpr base::Millis soon{500};
const terminal::InputReader asking{.process = "read"};
const terminal::InputReader asks_for_secret{.process = "ssh", .echoes = false};

struct Started {
  explicit Started(host::Settings settings = testing::everything_allowed(), bool until_input = true,
                   base::Millis patience = base::Millis(0))
      : w(settings) {
    id = w.started("read answer", answer, "x1",
                   {.until = {.input = until_input, .input_patience = patience}, .to_its_end = true});
    w.host.terminal_opened(id, {.pid = 42});
  }
  [[nodiscard]] bool type(const std::string& text) {
    bool sent = false;
    w.host.access().send_input({.execution = w.host.terminals().at(id).current(),
                                .action = host::ApprovalAction::Input,
                                .text = text,
                                .tool_call = base::ToolCallId("i"),
                                .task = {}},
                               [&](const auto& outcome) { sent = outcome.has_value(); });
    return sent;
  }

  World w;
  World::Answer answer;
  base::TerminalId id;
};

}  // namespace

TEST_CASE("a call is answered once its command is seen to wait for input, twice by the same") {
  Started s;
  s.w.clock.advance(soon);
  CHECK(s.answer.count == 0);
  s.w.owned.reader = asking;
  s.w.clock.advance(soon);
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->status == tool::Status::WaitingForInput);
  CHECK(s.answer.result->input->kind == tool::InputKind::Line);
}

TEST_CASE("who waits for nobody is patient with a question for a line, and not with one for a password") {
  Started line(testing::everything_allowed(), true, base::Millis(5000));
  line.w.owned.reader = asking;
  line.w.clock.advance(base::Millis(4500));
  CHECK(line.answer.count == 0);
  line.w.clock.advance(base::Millis(1000));
  CHECK(line.answer.count == 1);
  Started password(testing::everything_allowed(), true, base::Millis(5000));
  password.w.owned.reader = asks_for_secret;
  password.w.clock.advance(base::Millis(1000));
  REQUIRE(password.answer.count == 1);
  CHECK(password.answer.result->input->kind == tool::InputKind::Secret);
}

TEST_CASE("a shell that is seen to read once may be at its prompt, behind an end that was not read yet") {
  World w(testing::everything_allowed());
  World::Answer answer;
  const base::TerminalId id = w.started("sleep 1", answer, "x1", {.timeout = soon});
  w.host.terminal_opened(id, {.pid = 42});
  w.owned.reader = terminal::InputReader{.process = "bash", .is_shell = true};
  w.clock.advance(soon);
  REQUIRE(answer.count == 1);
  CHECK(answer.result->status == tool::Status::Running);
  CHECK_FALSE(answer.result->input);
}

TEST_CASE("a shell of an editor that reads for a second, and printed nothing meanwhile, waits") {
  Started s;
  s.w.owned.reader = terminal::InputReader{.process = "bash", .is_shell = true};
  s.w.clock.advance(soon);
  CHECK(s.answer.count == 0);
  s.w.clock.advance(3 * soon);
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->status == tool::Status::WaitingForInput);
}

namespace {

/// A shell that reads, in an editor that can be asked for what it has not told yet.
struct Asked : Started {
  Asked() {
    w.shim.can.sync = true;
    w.owned.reader = terminal::InputReader{.process = "bash", .is_shell = true};
    w.clock.advance(soon);
  }
  void answer_sync() { std::exchange(w.shim.syncs, {}).back()(); }
};

}  // namespace

TEST_CASE("a shell of an editor that can be asked waits as soon as the editor has told of no end") {
  Asked s;
  REQUIRE(s.w.shim.syncs.size() == 1);
  CHECK(s.answer.count == 0);
  s.answer_sync();
  s.w.clock.advance(base::Millis(200));
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->status == tool::Status::WaitingForInput);
}

TEST_CASE("a shell of an editor that reads keys may be at its prompt, with output and end still on their way") {
  Started s;
  s.w.shim.can.sync = true;
  s.w.owned.reader = terminal::InputReader{.process = "zsh", .is_shell = true, .whole_lines = false};
  s.w.clock.advance(base::Millis(2500));
  CHECK(s.w.shim.syncs.empty());
  for (int i = 0; i < 50 && s.w.shim.syncs.empty(); ++i) s.w.clock.advance(base::Millis(50));
  REQUIRE(s.w.shim.syncs.size() == 1);
  std::exchange(s.w.shim.syncs, {}).back()();
  s.w.clock.advance(base::Millis(1000));
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->status == tool::Status::WaitingForInput);
}

TEST_CASE("a command that has ended is not said to wait while its editor is busy") {
  Asked s;
  s.w.clock.advance(base::Millis(3000));
  CHECK(s.answer.count == 0);
  s.answer_sync();  // so late that there may be more to tell
  s.w.clock.advance(base::Millis(50));
  CHECK(s.answer.count == 0);
  s.w.host.execution_ended("x1", 0, true);
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->status == tool::Status::Completed);
}

TEST_CASE("a command whose end is known does not wait while its output is awaited") {
  Asked s;
  s.w.host.execution_ended("x1", 0, false);
  s.answer_sync();
  s.w.clock.advance(base::Millis(200));
  if (s.answer.count == 0) s.w.clock.advance(base::Millis(5000));
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->status == tool::Status::Completed);
}

TEST_CASE("an editor that was busy is asked again") {
  Asked s;
  s.w.clock.advance(base::Millis(3000));
  s.answer_sync();
  s.w.clock.advance(base::Millis(200));
  REQUIRE(s.w.shim.syncs.size() == 1);
  s.answer_sync();
  s.w.clock.advance(base::Millis(200));
  REQUIRE(s.answer.count == 1);
  CHECK(s.answer.result->status == tool::Status::WaitingForInput);
}

TEST_CASE("an editor's old word does not count for what reads after some output") {
  Asked s;
  s.w.host.execution_wrote("x1", "more\r\n", std::nullopt);
  s.w.clock.advance(base::Millis(50));
  s.answer_sync();
  s.w.clock.advance(base::Millis(450));
  CHECK(s.answer.count == 0);
  CHECK(s.w.shim.syncs.size() == 1);
}

TEST_CASE("a call that does not wait for it is not answered") {
  Started s(testing::everything_allowed(), false);
  s.w.owned.reader = asking;
  s.w.clock.advance(base::Millis(20'000));
  CHECK(s.answer.count == 0);
}

TEST_CASE("with patience: only once it has waited for so long, as what goes on by itself does not") {
  Started s(testing::everything_allowed(), true, base::Millis(5000));
  s.w.owned.reader = asking;
  s.w.clock.advance(base::Millis(4800));
  CHECK(s.answer.count == 0);
  s.w.clock.advance(base::Millis(600));
  CHECK(s.answer.count == 1);
}

TEST_CASE("silence is no answer for one who waits for the end") {
  Started s(testing::everything_allowed(), false);
  s.w.clock.advance(base::Millis(3'600'000));
  CHECK(s.answer.count == 0);
  s.w.host.execution_ended("x1", 0, true);
  CHECK(s.answer.count == 1);
}

TEST_CASE("on a busy machine, where a look takes long and costs little, it is told as soon") {
  Started s;
  s.w.owned.on_look = [&] { s.w.clock.pass(base::Millis(26)); };
  s.w.clock.advance(soon);
  s.w.owned.reader = asking;
  s.w.clock.advance(base::Millis(700));
  CHECK(s.answer.count == 1);
}

TEST_CASE("where a look costs much the next is no later than a second") {
  Started s;
  s.w.owned.on_look = [&] { s.w.clock.use_processor(base::Millis(40)); };
  s.w.clock.advance(base::Millis(20'000));
  s.w.owned.reader = asking;
  s.w.clock.advance(base::Millis(2100));
  CHECK(s.answer.count == 1);
}

TEST_CASE("where a look costs much the first ones are as soon as any") {
  Started s;
  s.w.owned.on_look = [&] { s.w.clock.use_processor(base::Millis(5)); };
  s.w.clock.advance(base::Millis(90));
  s.w.host.execution_wrote("x1", "Name: ", std::nullopt);
  s.w.owned.reader = asking;
  s.w.clock.advance(base::Millis(450));
  CHECK(s.answer.count == 1);
}

TEST_CASE("while it prints it is not believed to wait") {
  Started s;
  s.w.owned.reader = asking;
  for (int i = 0; i < 40; ++i) {
    s.w.host.execution_wrote("x1", "tick\r\n", std::nullopt);
    s.w.clock.advance(base::Millis(50));
  }
  CHECK(s.answer.count == 0);
}

TEST_CASE("text for a secret needs the person's word, whatever the settings allow; a key does not") {
  Started s;
  s.w.owned.reader = asks_for_secret;
  s.w.clock.advance(soon);
  REQUIRE(s.answer.count == 1);
  CHECK_FALSE(s.type("hunter2\r"));
  CHECK(s.type("\x03"));
  s.w.owned.reader = asking;
  CHECK(s.type("yes\r"));
}

TEST_CASE("a wait that was told ends no other waiting until something is new: a program may read beside its work") {
  Started s;
  s.w.owned.reader = asking;
  s.w.clock.advance(3 * soon);
  REQUIRE(s.answer.count == 1);
  const base::ExecutionId execution = s.answer.result->execution;
  std::optional<tool::CommandResult> waited;
  const auto wait = [&] {
    waited.reset();
    s.w.host.wait_for(execution, base::Millis(60'000), base::ToolCallId("w"),
                      [&](tool::CommandResult result) { waited = std::move(result); }, {.input = true});
  };

  wait();
  s.w.clock.advance(10 * soon);
  CHECK_FALSE(waited);
  s.w.host.execution_wrote("x1", "built one\r\n", std::nullopt);
  s.w.clock.advance(10 * soon);
  CHECK_FALSE(waited);

  SECTION("a line that stands there unended") {
    s.w.host.execution_wrote("x1", "Name: ", std::nullopt);
    s.w.clock.advance(10 * soon);
    REQUIRE(waited);
    CHECK(waited->status == tool::Status::WaitingForInput);
  }
  SECTION("something was typed") {
    CHECK(s.type("x\n"));
    s.w.clock.advance(10 * soon);
    CHECK(waited);
  }
  SECTION("another one reads") {
    s.w.owned.reader = asks_for_secret;
    s.w.clock.advance(10 * soon);
    CHECK(waited);
  }
  SECTION("the time is over, and it is told again") {
    s.w.clock.advance(base::Millis(60'000));
    REQUIRE(waited);
    CHECK(waited->status == tool::Status::WaitingForInput);
  }
}
