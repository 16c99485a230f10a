// Session after session from a seed, between an editor whose frames are cut, repeated, dropped and come out of order,
// whose terminals vanish, and a system whose shells say anything: every call that was accepted is answered once,
// nothing runs twice, and no timer is left behind. scripts/soak plays far more of them.
#include <algorithm>
#include <cstdlib>
#include <deque>
#include <random>

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include "host/editor/editor_frontend.hpp"
#include "host/ports/manual_scheduler.hpp"
#include "support/fake_owned_terminals.hpp"
#include "world.hpp"

using namespace termhost;
using protocol::Json;

namespace {

constexpr int tool_calls = 5, steps = 60;

class Chaos : rpc::FrameSink {
 public:
  explicit Chaos(unsigned seed) : random_(seed) { frontend_.attach(host_, nullptr); }

  void play() {
    initialize();
    for (int step = 0; step < steps; ++step) {
      if (calls_ < tool_calls && one_in(8)) call_tool();
      act();
      if (one_in(3)) clock_.advance(base::Millis(random_() % (one_in(10) ? 100'000'000 : 700)));
      deliver();
    }
    send({{"jsonrpc", "2.0"}, {"id", "end"}, {"method", "shutdown"}});
    clock_.advance(std::chrono::minutes(10));
  }

  std::map<std::string, int> answers;    ///< by id of the request
  std::map<std::string, int> submitted;  ///< by command
  [[nodiscard]] int calls() const { return calls_; }

 private:
  bool one_in(unsigned count) { return random_() % count == 0; }

  void initialize() {
    Json terminal{
        {"source", one_in(2) ? "events" : "bytes"}, {"modes", {"execute"}}, {"interrupt", true}, {"dispose", true}};
    Json settings{
        {"autoApprove", !one_in(4)}, {"maxTerminals", 1 + random_() % 3}, {"terminals", one_in(3) ? "owned" : "auto"}};
    Json capabilities{{"approval", one_in(2)}};
    if (!one_in(4)) capabilities["terminal"] = terminal;
    send({{"jsonrpc", "2.0"},
          {"id", "begin"},
          {"method", "initialize"},
          {"params",
           {{"processId", nullptr},
            {"capabilities", capabilities},
            {"initializationOptions", {{"settings", settings}}}}}});
    send({{"jsonrpc", "2.0"}, {"method", "initialized"}, {"params", Json::object()}});
  }

  void call_tool() {
    const std::string id = fmt::format("call-{}", ++calls_);
    Json arguments{{"command", fmt::format("make target-{}", calls_)}};
    if (one_in(2)) arguments["timeout"] = 1 + random_() % 5;
    if (one_in(5)) arguments["background"] = true;
    if (one_in(6)) arguments["pipes"] = true;
    send({{"jsonrpc", "2.0"},
          {"id", id},
          {"method", "tool/call"},
          {"params", {{"name", "execute_command"}, {"toolCallId", id}, {"taskId", "t"}, {"arguments", arguments}}}});
  }

  // The wire

  void send(const Json& message) { feed(rpc::framed(rpc::Framing::ContentLength, message.dump())); }
  void feed(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t size = one_in(2) ? bytes.size() : 1 + random_() % bytes.size();
      connection_.feed(bytes.substr(0, size));
      bytes.remove_prefix(size);
    }
  }
  /// Of what the editor wants to say, some: now or later, once, twice or never.
  void deliver() {
    while (!waiting_.empty() && !one_in(4)) {
      const std::size_t which = one_in(5) ? random_() % waiting_.size() : 0;
      const Json message = waiting_[which];
      const bool answer = message.contains("result") || message.contains("error");
      if (answer || !one_in(12)) waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(which));
      if (!one_in(15)) send(message);
    }
  }
  void later(Json message) {
    message["jsonrpc"] = "2.0";
    waiting_.push_back(std::move(message));
  }
  void tell(const char* method, const Json& params) { later({{"method", method}, {"params", params}}); }

  void write(std::string frame) override {
    const Json message = Json::parse(frame.substr(frame.find("\r\n\r\n") + 4));
    if (message.contains("method")) {
      if (message.contains("id")) obey(message);
    } else if (message.contains("id") && message["id"].is_string()) {
      ++answers[message["id"]];
    }
  }
  bool write_droppable(std::string frame) override { return write(std::move(frame)), true; }

  // The editor

  void obey(const Json& request) {
    const std::string method = request["method"];
    if (one_in(12)) return later({{"id", request["id"]}, {"error", {{"code", -32603}, {"message", "no"}}}});
    Json result = Json::object();
    if (method == "terminal/create") result = create(request["params"]);
    if (method == "terminal/submit") result = submit(request["params"]);
    if (method == "approval/request") result = {{"decision", one_in(3) ? "reject" : "approve"}};
    if (!one_in(15)) later({{"id", request["id"]}, {"result", result}});
  }

  Json create(const Json& params) {
    const std::string id = fmt::format("t{}", ++terminals_);
    tell("terminal/didOpen", {{"terminalId", id}, {"requestId", params["requestId"]}, {"cwd", "/"}, {"shell", "bash"}});
    if (!one_in(4))
      tell("terminal/didChangeShellIntegration",
           {{"terminalId", id}, {"integration", "rich"}, {"cwd", "/"}, {"shell", "bash"}});
    return {{"terminalId", id}};
  }

  Json submit(const Json& params) {
    const std::string terminal = params["terminalId"], text = params["text"], id = fmt::format("x{}", ++executions_);
    note(text);
    tell("shellExecution/didStart", {{"terminalId", terminal},
                                     {"executionId", id},
                                     {"cwd", "/"},
                                     {"commandLine", {{"value", text}, {"confidence", 2}, {"isTrusted", true}}}});
    for (std::size_t index = 0; index < random_() % 4; ++index)
      tell("shellExecution/didWrite", {{"executionId", id}, {"data", "some output\r\n"}, {"index", index}});
    if (!one_in(4))
      tell("shellExecution/didEnd", {{"executionId", id}, {"exitCode", random_() % 3}, {"drained", !one_in(3)}});
    if (one_in(8)) tell("terminal/didClose", {{"terminalId", terminal}, {"reason", "process"}});
    return one_in(3) ? Json::object() : Json{{"executionId", id}};
  }

  /// What reached a shell.
  void note(std::string_view text) {
    for (int call = 1; call <= tool_calls; ++call) {
      const std::string command = fmt::format("target-{}", call);
      for (std::size_t at = 0; (at = text.find(command, at)) != text.npos; ++at) ++submitted[command];
    }
  }

  // The system, and whoever else acts by himself

  void act() {
    for (auto& [id, text] : owned_.written) note(std::exchange(text, {}));
    for (const auto& [id, shell] : owned_.opened)
      if (shell.pipes_command && noted_.insert(id).second) note(*shell.pipes_command);
    if (!owned_.opened.empty() && !one_in(3)) shell_says(owned_.opened[random_() % owned_.opened.size()].first);
    owned_.shell_has_terminal = !one_in(6);
    if (calls_ > 0 && one_in(25)) tell("$/cancelRequest", {{"id", fmt::format("call-{}", 1 + random_() % calls_)}});
    if (terminals_ > 0 && one_in(30))
      tell("terminal/didClose", {{"terminalId", fmt::format("t{}", 1 + random_() % terminals_)}});
    if (terminals_ > 0 && one_in(20))
      tell("terminal/didWrite",
           {{"terminalId", fmt::format("t{}", 1 + random_() % terminals_)}, {"data", mark("D;0")}});
  }

  static std::string mark(const std::string& body) { return testing::World::mark(body); }

  void shell_says(base::TerminalId id) {  // by value: more are opened meanwhile
    static const std::vector<std::string> words{mark("A") + "$ " + mark("B"),
                                                mark("C"),
                                                "some output\r\n",
                                                mark("D;3"),
                                                mark("D;") + mark("A") + mark("B"),
                                                "\x1b]633;D;0\x07",
                                                mark("C") + "x" + mark("D;0")};
    if (std::find(exited_.begin(), exited_.end(), id) != exited_.end()) return;
    if (!one_in(12)) return host_.owned_wrote(id, host::Stream::Stdout, words[random_() % words.size()], clock_.now());
    exited_.push_back(id);
    host_.owned_exited(
        id, {.code = one_in(2) ? std::optional<int>(1) : std::nullopt, .signal = {}, .guard_killed = one_in(3)}, {},
        clock_.now());
  }

  std::mt19937 random_;
  std::deque<Json> waiting_;
  std::vector<base::TerminalId> exited_;
  std::set<base::TerminalId> noted_;
  int calls_ = 0, terminals_ = 0, executions_ = 0;
  host::ManualScheduler clock_;
  testing::FakeOwnedTerminals owned_;
  rpc::Connection connection_{rpc::editor_dialect, *this, {.log = [](std::string_view) {}, .record = {}}};
  host::EditorFrontend frontend_{connection_, {}};
  host::Host host_{{.system = owned_.ports(), .scheduler = &clock_, .artifacts = nullptr, .shim = &frontend_},
                   {.default_shell = "/bin/bash", .cwd = "/", .workspace_folders = {"/"}},
                   {}};
};

}  // namespace

TEST_CASE("whatever editor and system do, a call is answered once, and its command runs once at most") {
  const char* wanted = std::getenv("TERMHOST_CHAOS");
  const unsigned sessions = wanted != nullptr ? static_cast<unsigned>(std::atoi(wanted)) : 1000;
  for (unsigned seed = 1; seed <= sessions; ++seed) {
    Chaos chaos(seed);
    chaos.play();
    INFO("seed " << seed);
    for (int call = 1; call <= chaos.calls(); ++call) {
      INFO("call " << call);
      REQUIRE(chaos.answers[fmt::format("call-{}", call)] == 1);
      REQUIRE(chaos.submitted[fmt::format("target-{}", call)] <= 1);
    }
    REQUIRE(chaos.answers["end"] == 1);
  }
}
