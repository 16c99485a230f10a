// read_screen, and keys as the program's modes want them.
#include <catch2/catch_test_macros.hpp>

#include "host/tools/tool_calls.hpp"
#include "world.hpp"

using namespace termhost;
using nlohmann::json;
using testing::World;

namespace {

struct Program : World {
  Program() : World(testing::everything_allowed(), false), tools(host, nullptr) {
    call("execute_command", {{"command", "vim"}, {"background", true}});
    owned_prompt(id);
    owned_says(id, World::mark("C"));
    clock.advance(tool::background_settle);
    execution = structure.at("executionId");
    owned.written[id].clear();
  }
  void call(const std::string& name, const json& arguments) {
    tools.call({.name = name, .arguments = arguments}, [this](const host::ToolCalls::Outcome& outcome) {
      REQUIRE(outcome);
      text = outcome->content.at(0).text;
      structure = outcome->structured_content;
      is_error = outcome->is_error;
    });
  }
  std::string sent(json arguments) {
    arguments["execution_id"] = execution;
    owned.written[id].clear();
    call("send_input", arguments);
    return owned.written[id];
  }

  host::ToolCalls tools;
  base::TerminalId id{"owned-1"};
  std::string execution, text;
  protocol::OrderedJson structure;
  bool is_error = false;
};

}  // namespace

TEST_CASE("the screen is read as a person sees it: rows, cursor, title") {
  Program p;
  p.owned_says(p.id,
               "before\x1b]2;notes - vim\x07\x1b[?1049h\x1b[2J\x1b[H\x1b[31mfirst\x1b[0m\r\n\r\n  third\x1b[2;4H");
  p.call("read_screen", {{"execution_id", p.execution}});
  CHECK(p.text == "Full screen of 160x48, cursor at row 2, column 4, title 'notes - vim'.\nfirst\n\n  third");
  CHECK(p.structure.at("rows").size() == 48);
  CHECK(p.structure.at("rows").at(2) == "  third");
  CHECK(p.structure.at("cursor") == protocol::OrderedJson{{"row", 2}, {"column", 4}, {"visible", true}});
  CHECK(p.structure.at("alternate") == true);
  p.owned_says(p.id, "\x1b[?25l\x1b[?1049l");
  p.call("read_screen", {{"execution_id", p.execution}});
  CHECK(p.text == "Screen of 160x48, cursor hidden, title 'notes - vim'.\nbefore");
}

TEST_CASE("what has ended has no screen, and what is another task's is not known") {
  Program p;
  p.tools.call({.name = "read_screen", .arguments = {{"execution_id", p.execution}}, .task = base::TaskId("other")},
               [&](const host::ToolCalls::Outcome& outcome) { CHECK(outcome->is_error); });
  p.owned_says(p.id, World::mark("D;0"));
  p.call("read_screen", {{"execution_id", p.execution}});
  CHECK(p.is_error);
}

TEST_CASE("keys are sent as the program's modes want them") {
  Program p;
  CHECK(p.sent({{"text", "a\nb"}, {"keys", {"<Up>"}}}) == "a\rb\x1b[A");
  CHECK(p.sent({{"keys", "ihello<Esc>:wq<Enter>"}}) == "ihello\x1b:wq\r");
  CHECK(p.sent({{"keys", "enter"}}) == "\r");
  CHECK(p.sent({{"keys", {"hello", "enter"}}}) == "hello\r");
  p.owned_says(p.id, "\x1b[?1h\x1b=\x1b[?2004h");
  CHECK(p.sent({{"text", "a\nb\n"}, {"keys", {"<Up>", "k5"}}}) == "\x1b[200~a\rb\x1b[201~\r\x1bOA\x1bOu");
  p.owned_says(p.id, "\x1b[?1l\x1b>\x1b[?2004l");
  CHECK(p.sent({{"text", "a\nb"}, {"keys", {"<Up>", "k5"}}}) == "a\rb\x1b[A5");
}

TEST_CASE("a deny rule holds for what is between the marks of a paste") {
  host::Settings settings = testing::everything_allowed();
  settings.denied_commands = {"rm"};
  World w(settings, false);
  host::ToolCalls tools(w.host, nullptr);
  std::string execution;
  tools.call({.name = "execute_command", .arguments = {{"command", "bash"}, {"background", true}}},
             [&](const host::ToolCalls::Outcome& o) { execution = o->structured_content.at("executionId"); });
  const base::TerminalId id("owned-1");
  w.owned_prompt(id);
  w.owned_says(id, World::mark("C") + "\x1b[?2004h");
  w.clock.advance(tool::background_settle);
  w.owned.written[id].clear();
  for (const char* text : {"ls\nrm -r x\n", "\x1b[200~rm -r x\x1b[201~\n", "rm -r x\n"}) {
    tools.call({.name = "send_input", .arguments = {{"execution_id", execution}, {"text", text}}},
               [&](const host::ToolCalls::Outcome& o) { CHECK(o->is_error); });
    CHECK(w.owned.written[id].empty());
  }
}
