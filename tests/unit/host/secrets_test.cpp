// What agents are told has no secret in it, over every way that there is: results, news, screens, prompts, patterns,
// progress, the SeenAgent Client Protocol. What the person sees has it.
#include <catch2/catch_test_macros.hpp>

#include "host/acp/acp_frontend.hpp"
#include "host/tools/tool_calls.hpp"
#include "mcp_session.hpp"
#include "protocol/base64.hpp"
#include "tool/reading/screen_text.hpp"

using namespace termhost;
using nlohmann::json;
using testing::World;

namespace {

const std::string value = "q7Kd93hfT2xWmZ81", token = "ghp_" + std::string("U8JZpDE0iGXlD6gNCFbaEPFjbD0kH8Oool8D");
const base::TerminalId owned{"owned-1"};

bool shows(std::string_view text, std::string_view secret) {
  for (std::size_t at = 0; at + 6 <= secret.size(); ++at)
    if (text.find(secret.substr(at, 6)) != std::string_view::npos) return true;
  return false;
}

host::HostEnvironment environment() {
  return {.default_shell = "/bin/bash",
          .cwd = "/project",
          .workspace_folders = {},
          .terminal_variables = {},
          .variables = {{"A_TOKEN", value}, {"PATH", "/usr/bin"}}};
}

/// A terminal of ours, its host, and an agent's tools.
struct SeenAgent {
  explicit SeenAgent(host::Settings settings = testing::everything_allowed())
      : host({.system = terminals.ports(), .scheduler = &clock, .artifacts = nullptr, .shim = nullptr}, environment(),
             std::move(settings)),
        tools(host, nullptr) {}

  void call(const std::string& name, const json& arguments) {
    tools.call({.name = name, .arguments = arguments}, [this](const host::ToolCalls::Outcome& outcome) {
      REQUIRE(outcome);
      text = outcome->content.at(0).text;
      structure = outcome->structured_content;
    });
  }
  void prints(const std::string& bytes) { host.owned_wrote(owned, host::Stream::Stdout, bytes, clock.now()); }
  void start(const std::string& command, const json& more = json::object()) {
    json arguments{{"command", command}};
    arguments.update(more);
    call("execute_command", arguments);
    prints(World::mark("A") + "$ " + World::mark("B"));
    prints(World::mark("C"));
  }
  void in_background(const std::string& command) {
    start(command, {{"background", true}});
    clock.advance(tool::background_settle);
    execution = structure.at("executionId");
  }
  [[nodiscard]] std::string all() const { return text + structure.dump(); }

  host::ManualScheduler clock;
  testing::FakeOwnedTerminals terminals;
  host::Host host;
  host::ToolCalls tools;
  std::string text, execution;
  protocol::OrderedJson structure;
};

}  // namespace

TEST_CASE("a result hides values of secret variables and tokens, and says how many") {
  SeenAgent a;
  a.start("env");
  a.prints("A_TOKEN=" + value + "\r\nGH=" + token + "\r\n");
  a.prints(World::mark("D;0"));
  CHECK(a.text.find("Output (2 secrets hidden):\nA_TOKEN=[secret A_TOKEN hidden]\nGH=[secret GitHub token hidden]") !=
        std::string::npos);
  CHECK(a.structure.at("output").at("hidden") ==
        protocol::OrderedJson{{"secrets", 2}, {"bytes", value.size() + token.size()}});
  CHECK_FALSE(shows(a.all(), value));
  CHECK_FALSE(shows(a.all(), token));
}

TEST_CASE("the folder that a command left its shell in hides them") {
  SeenAgent a;
  a.start("cd d/$A_TOKEN");
  a.prints(World::mark("P;Cwd=/project/d/" + value) + World::mark("D;0"));
  a.start("true");
  a.prints(World::mark("D;0"));
  CHECK(a.text.find("[secret A_TOKEN hidden]") != std::string::npos);
  CHECK_FALSE(shows(a.all(), value));
  a.call("list_terminals", json::object());
  CHECK(a.text.find("/project/d/[secret A_TOKEN hidden]") != std::string::npos);
  CHECK_FALSE(shows(a.all(), value));
}

TEST_CASE("hideSecrets: false shows them") {
  host::Settings settings = testing::everything_allowed();
  settings.hide_secrets = false;
  SeenAgent a(settings);
  a.start("env");
  a.prints(value + "\r\n" + World::mark("D;0"));
  CHECK(a.text.find(value) != std::string::npos);
}

TEST_CASE("the person's own names and beginnings of tokens are hidden too") {
  host::Settings settings = testing::everything_allowed();
  settings.secret_variables = {"PATH"};
  settings.secret_prefixes = {"acme-"};
  SeenAgent a(settings);
  a.start("env");
  a.prints("/usr/bin acme-" + value + "\r\n" + World::mark("D;0"));
  CHECK(a.text.find("[secret PATH hidden] [secret acme-… hidden]") != std::string::npos);
}

TEST_CASE("new output, prompts, screens and titles hide secrets") {
  SeenAgent a;
  a.in_background("sh -x");
  a.prints("Token? " + value);
  a.call("wait_for_command", {{"execution_id", a.execution}, {"timeout", 0}});
  a.clock.advance(base::Millis(1));
  CHECK(a.text.find("1 secret hidden") != std::string::npos);
  CHECK_FALSE(shows(a.all(), value));
  a.prints("\r\n\x1b]2;" + value + "\x07\x1b[?1049h\x1b[H" + value.substr(0, 9));
  a.call("read_screen", {{"execution_id", a.execution}});
  CHECK_FALSE(shows(a.all(), value));
  a.prints(value.substr(9));
  a.call("read_screen", {{"execution_id", a.execution}});
  CHECK(a.text.find("[secret A_TOKEN hidden]") != std::string::npos);
  CHECK_FALSE(shows(a.all(), value));
  a.call("wait_for_command", {{"execution_id", a.execution}, {"timeout", 0}});
  a.clock.advance(base::Millis(1));
  CHECK_FALSE(shows(a.all(), value));
}

TEST_CASE("environment details hide them") {
  SeenAgent a;
  a.in_background("server");
  a.prints("listening, token " + value + "\r\n");
  const auto news = a.host.take_environment_details({});
  REQUIRE(news.size() == 1);
  CHECK(tool::format_environment_details(news).find(
            "New output (1 line; 1 secret hidden):\nlistening, token [secret A_TOKEN") != std::string::npos);
}

TEST_CASE("a pattern does not match what is hidden, and the line that matched hides it") {
  SeenAgent a;
  a.start("serve", {{"until", {{"pattern", value.substr(0, 6)}}}, {"timeout", 5}});
  a.prints("token " + value + " set\r\n");
  a.clock.advance(base::Millis(6000));
  CHECK_FALSE(a.structure.contains("met"));
  SeenAgent b;
  b.start("serve", {{"until", {{"pattern", "^token .* set"}}}, {"timeout", 5}});
  b.prints("token " + value + " set\r\n");
  b.clock.advance(base::Millis(300));
  REQUIRE(b.structure.contains("met"));
  CHECK(b.structure.at("met").at("line") == "token [secret A_TOKEN hidden] set");
}

TEST_CASE("the person's own view has all of it") {
  SeenAgent a;
  a.start("env");
  a.prints("A_TOKEN=" + value + "\r\n");
  a.clock.advance(base::Millis(100));
  const auto& record = *a.host.execution(a.host.terminals().at(owned).current());
  CHECK(record.execution.log().persons_snapshot().text == "A_TOKEN=" + value);
}

TEST_CASE("no message to an agent of MCP has a secret in it: progress, new output, results") {
  for (std::size_t cut = 1; cut < value.size(); cut += 4) {
    testing::Mcp m(testing::everything_allowed(), environment());
    m.initialize();
    m.execute(7, "env", {{"_meta", {{"progressToken", "p"}}}});
    std::string wire;
    const auto hear = [&](const std::vector<json>& said) {
      for (const json& message : said) wire += message.dump();
    };
    hear(m.shell(testing::Mcp::prompt()));
    hear(m.shell(World::mark("C") + "A_TOKEN=" + value.substr(0, cut)));
    hear(m.advance(host::progress_interval));
    hear(m.shell(value.substr(cut) + "\r\nand so on\r\n"));
    hear(m.advance(host::progress_interval));
    hear(m.shell(World::mark("D;0")));
    CAPTURE(cut, wire);
    CHECK(wire.find("[secret A_TOKEN hidden]") != std::string::npos);
    CHECK(wire.find("and so on") != std::string::npos);
    CHECK_FALSE(shows(wire, value));
  }
}
