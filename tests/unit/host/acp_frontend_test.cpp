// The Agent Client Protocol's terminals message by message, over a host with nothing real around it.
#include "host/acp/acp_frontend.hpp"

#include <catch2/catch_test_macros.hpp>

#include "protocol/base64.hpp"
#include "unit/rpc/session.hpp"
#include "world.hpp"

using namespace termhost;
using nlohmann::json;
using testing::World;

namespace {

struct Acp {
  explicit Acp(host::AcpOptions options = {})
      : frontend(wire.connection, options),
        host({.system = owned.ports(), .scheduler = &clock, .artifacts = nullptr, .shim = &frontend},
             {.default_shell = "/bin/bash", .cwd = "/project", .workspace_folders = {}}, testing::asking()) {
    frontend.attach(host, nullptr);
  }

  std::vector<json> request(const json& id, const std::string& method, const json& params) {
    return parsed(wire.ask(json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump()));
  }
  std::vector<json> about(const json& id, const std::string& method, const std::string& terminal = "term-1") {
    return request(id, "terminal/" + method, {{"sessionId", "s"}, {"terminalId", terminal}});
  }
  std::vector<json> create(const json& id, json params) {
    params["sessionId"] = "s";
    return request(id, "terminal/create", params);
  }
  std::vector<json> prints(const std::string& says) {
    wire.out.clear();
    host.owned_wrote(owned.opened.back().first, host::Stream::Stdout, says, clock.now());
    return parsed(wire.out);
  }
  std::vector<json> ends(int code) {
    wire.out.clear();
    host.owned_exited(owned.opened.back().first, {.code = code, .signal = {}}, {}, clock.now());
    return parsed(wire.out);
  }
  std::string ran() { return owned.opened.back().second.pipes_command.value_or(""); }
  static std::vector<json> parsed(const std::vector<std::string>& texts) {
    std::vector<json> all;
    for (const std::string& text : texts) all.push_back(json::parse(text));
    return all;
  }

  rpc::Session wire{rpc::acp_dialect};
  host::ManualScheduler clock;
  testing::FakeOwnedTerminals owned;
  host::AcpFrontend frontend;
  host::Host host;
};

}  // namespace

TEST_CASE("ACP: creating answers at once, and nothing is known of it before its shell is there") {
  Acp a;
  const auto created = a.create(1, {{"command", "ls"}});
  REQUIRE(created.size() == 1);
  CHECK(created[0].at("result").at("terminalId") == "term-1");
  const json output = a.about(2, "output").at(0).at("result");
  CHECK(output == json{{"output", ""}, {"truncated", false}, {"exitStatus", nullptr}});
}

TEST_CASE("ACP: waiting is answered by the end, looking at it before and after") {
  Acp a;
  a.create(1, {{"command", "ls"}});
  CHECK(a.about(2, "wait_for_exit").empty());
  a.prints("one\r\n");
  CHECK(a.about(3, "output").empty());
  a.wire.out.clear();
  a.clock.advance(base::Duration(0));
  CHECK(Acp::parsed(a.wire.out).at(0).at("result").at("output") == "one\n");
  const auto ended = a.ends(3);
  REQUIRE(ended.size() == 1);
  CHECK(ended[0].at("id") == 2);
  CHECK(ended[0].at("result") == json{{"exitCode", 3}, {"signal", nullptr}});
  CHECK(a.about(4, "output").at(0).at("result").at("exitStatus").at("exitCode") == 3);
  CHECK(a.about(5, "wait_for_exit").at(0).at("result").at("exitCode") == 3);
}

TEST_CASE("ACP: a silent command is waited for beyond what a model would be kept waiting") {
  Acp a;
  a.create(1, {{"command", "sleep 100000"}});
  a.about(2, "wait_for_exit");
  a.clock.advance(std::chrono::hours(50));
  CHECK(a.ends(0).at(0).at("id") == 2);
}

TEST_CASE("ACP: kill stops and keeps, release stops and forgets") {
  Acp a;
  a.create(1, {{"command", "sleep 100"}});
  CHECK(a.about(2, "kill").empty());
  CHECK(a.owned.stops.size() == 1);
  CHECK(a.ends(130).at(0).at("result") == json::object());
  CHECK(a.about(3, "output").at(0).contains("result"));
  CHECK(a.about(4, "release").at(0).at("result") == json::object());
  CHECK(a.about(5, "output").at(0).at("error").at("code") == -32002);

  a.create(6, {{"command", "sleep 100"}});
  a.about(7, "wait_for_exit", "term-2");
  CHECK(a.about(8, "release", "term-2").size() == 1);
  CHECK(a.about(9, "kill", "term-2").at(0).at("error").at("code") == -32002);
  const auto ended = a.ends(130);
  REQUIRE(ended.size() == 1);
  CHECK(ended[0].at("id") == 7);
}

TEST_CASE("ACP: words are quoted, a line is not") {
  Acp words;
  words.create(1, {{"command", "my tool"}, {"args", {"a b", "$x", ""}}});
  CHECK(words.ran() == "'my tool' 'a b' '$x' ''");
  Acp line;
  line.create(1, {{"command", "ls | wc -l"}, {"args", json::array()}});
  CHECK(line.ran() == "ls | wc -l");
}

TEST_CASE("ACP: each terminal is a process of its own, with its own variables and folder") {
  Acp a;
  a.create(1, {{"command", "true"}, {"env", json::array({{{"name", "C"}, {"value", "red"}}})}, {"cwd", "/usr"}});
  a.ends(0);
  a.create(2, {{"command", "true"}});
  REQUIRE(a.owned.opened.size() == 2);
  for (const auto& [id, shell] : a.owned.opened) CHECK(shell.on_terminal);
  CHECK(a.owned.opened[0].second.env == std::map<std::string, std::string>{{"C", "red"}});
  CHECK(a.owned.opened[0].second.cwd == "/usr");
  CHECK(a.owned.opened[1].second.env.empty());
  CHECK(a.owned.opened[1].second.cwd == "/project");
}

TEST_CASE("ACP: what cannot be is refused with the place") {
  const json rows[] = {{{"command", "  "}},
                       {{"command", std::string("a\0b", 3)}},
                       {{"command", "ls"}, {"cwd", "somewhere"}},
                       {{"command", "ls"}, {"outputByteLimit", -1}},
                       {{"command", "ls"}, {"args", "x"}},
                       {{"command", "ls"}, {"env", json::array({{{"name", ""}, {"value", ""}}})}},
                       {{"cwd", "/"}}};
  for (const json& row : rows) {
    Acp a;
    CAPTURE(row.dump());
    const json error = a.create(1, row).at(0).at("error");
    CHECK(error.at("code") == -32602);
    CHECK(error.at("message").get<std::string>().find("params.") == 0);
    CHECK(a.owned.opened.empty());
  }
  Acp a;
  a.owned.refuse = host::OpenError{host::OpenErrorCode::NoPty, "there are no PTYs left"};
  CHECK(a.create(1, {{"command", "ls"}}).at(0).at("error").at("message").get<std::string>().find("no PTYs left") !=
        std::string::npos);
  CHECK(a.about(2, "output").at(0).at("error").at("code") == -32002);
}

TEST_CASE("ACP: a policy denies what it does not allow") {
  Acp a{{.policy = true}};
  a.host.set_policy({{"ls"}, {}, {}});
  CHECK(a.create(1, {{"command", "ls"}}).at(0).contains("result"));
  CHECK(a.create(2, {{"command", "rm x"}})
            .at(0)
            .at("error")
            .at("message")
            .get<std::string>()
            .starts_with("Not run: `rm x`"));
}

TEST_CASE("ACP: output has no secret in it, in updates and answers, wherever a chunk is cut") {
  const std::string value = "q7Kd93hfT2xWmZ81", printed = "\x1b[1mA_TOKEN=" + value + "\x1b[0m done\r\n";
  for (std::size_t cut = 0; cut <= printed.size(); cut += 3) {
    Acp a({.policy = false, .updates = true});
    a.create(1, {{"command", "env"}, {"env", json::array({{{"name", "A_TOKEN"}, {"value", value}}})}});
    std::string chunks;
    const auto hear = [&](const std::vector<json>& said) {
      for (const json& message : said) {
        const json update = message.value("/params/update"_json_pointer, json::object());
        std::string bytes;
        if (protocol::decode_base64(update.value("data", ""), bytes)) chunks += bytes;
      }
    };
    hear(a.prints(printed.substr(0, cut)));
    hear(a.prints(printed.substr(cut)));
    a.wire.out.clear();
    a.clock.advance(base::Millis(100));
    hear(Acp::parsed(a.wire.out));
    hear(a.ends(0));
    CAPTURE(cut);
    CHECK(chunks == "\x1b[1mA_TOKEN=[secret A_TOKEN hidden]\x1b[0m done\r\n");
    CHECK(a.about(4, "output").at(0).at("result").at("output") == "A_TOKEN=[secret A_TOKEN hidden] done\n");
  }
}
