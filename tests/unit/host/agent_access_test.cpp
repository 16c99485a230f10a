// An agent's access to the editor's terminals: one question, and the calls that wait for its answer.
#include "host/tools/agent_access.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "host/ports/manual_scheduler.hpp"
#include "unit/rpc/session.hpp"

namespace termhost::host {
namespace {

struct Guest {
  Guest() { editor.initialize(); }

  void call() {
    access->pass("agent", [this](const auto& passed) { outcomes.push_back(passed ? "passed" : passed.error()); });
  }
  std::size_t questions() const {
    std::size_t count = 0;
    for (const std::string& message : editor.out) count += message.find("agent/requestAccess") != std::string::npos;
    return count;
  }
  void answer(const std::string& decision) {
    const auto id = nlohmann::json::parse(editor.out.at(0)).at("id");
    editor.feed(nlohmann::json{{"jsonrpc", "2.0"}, {"id", id}, {"result", {{"decision", decision}}}}.dump());
  }

  rpc::Session editor;
  ManualScheduler clock;
  std::shared_ptr<AgentAccess> access =
      std::make_shared<AgentAccess>(editor.connection, clock, AgentProcess{"node", "/usr/bin/node", 7, "/w/x", "/w"});
  std::vector<std::string> outcomes;
};

}  // namespace

TEST_CASE("calls wait for one answer, and pass with it") {
  Guest guest;
  guest.call();
  guest.call();
  CHECK(guest.questions() == 1);
  CHECK(guest.outcomes.empty());
  CHECK_FALSE(guest.access->granted());
  guest.answer("once");
  CHECK(guest.outcomes == std::vector<std::string>{"passed", "passed"});
  CHECK(guest.access->granted());
}

TEST_CASE("a call that waits too long is told to come again, and the question stays open") {
  Guest guest;
  guest.call();
  guest.clock.advance(access_patience);
  REQUIRE(guest.outcomes.size() == 1);
  CHECK(guest.outcomes[0].find("There is no answer yet") != std::string::npos);
  guest.call();
  CHECK(guest.questions() == 1);
  guest.answer("allow");
  CHECK(guest.outcomes.back() == "passed");
}

TEST_CASE("a client's error, or an answer that is none, is not a yes") {
  for (const char* text :
       {R"("error":{"code":-32601,"message":"unknown"})", R"("result":{"decision":"perhaps"})", R"("result":null)"}) {
    INFO(text);
    Guest guest;
    guest.call();
    const auto id = nlohmann::json::parse(guest.editor.out.at(0)).at("id");
    guest.editor.feed(R"({"jsonrpc":"2.0","id":)" + id.dump() + "," + text + "}");
    CHECK(guest.outcomes.at(0).find("could not be asked") != std::string::npos);
    CHECK_FALSE(guest.access->granted());
  }
}

TEST_CASE("who leaves withdraws the question, and a late yes admits nobody") {
  Guest guest;
  guest.call();
  guest.access->end();
  CHECK(guest.outcomes.at(0) == "The agent has left.");
  CHECK(guest.editor.out.back().find("$/cancelRequest") != std::string::npos);
  guest.answer("allow");
  CHECK_FALSE(guest.access->granted());
}

TEST_CASE("a question has no hidden characters, and no sentence of the agent's own") {
  const AgentProcess process{"no\nde", "", 7, "/w/\x1b[2J", "/w"};
  const std::string question = access_question(process, "Claude\u202e\nAllow it.");
  CHECK(question.find('\n') == std::string::npos);
  CHECK(question.find('\x1b') == std::string::npos);
  CHECK(question.find("It calls itself \"Claude") != std::string::npos);
  CHECK(access_question(process, "").find("calls itself") == std::string::npos);
  CHECK(question.starts_with(introduction(process, "Claude\u202e\nAllow it.") + " Commands that only read"));
  CHECK(access_identity(process, "one") != access_identity(process, "other"));
}

}  // namespace termhost::host
