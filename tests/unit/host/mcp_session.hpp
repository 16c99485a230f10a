// A client of MCP over a host with nothing real around it: what it says, and what it is told.
#pragma once

#include "host/mcp/mcp_frontend.hpp"
#include "support/fake_files.hpp"
#include "unit/rpc/session.hpp"
#include "world.hpp"

namespace termhost::testing {

using nlohmann::json;

struct Mcp {
  explicit Mcp(host::Settings settings = testing::everything_allowed(),
               host::HostEnvironment environment = {.default_shell = "/bin/bash",
                                                    .cwd = "/project",
                                                    .workspace_folders = {},
                                                    .terminal_variables = {},
                                                    .variables = {}})
      : frontend(std::make_shared<host::McpFrontend>(wire.connection, options())),
        host({.system = owned.ports(),
              .scheduler = &clock,
              .artifacts = nullptr,
              .shim = frontend.get(),
              .files = &files},
             std::move(environment), std::move(settings)) {
    frontend->attach(host, clock, nullptr);
  }

  std::vector<json> send(const json& message) {
    std::vector<json> said;
    for (const std::string& text : wire.ask(message.dump())) said.push_back(json::parse(text));
    return said;
  }
  std::vector<json> request(const json& id, const std::string& method, const json& params = json::object()) {
    return send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
  }
  std::vector<json> notify(const std::string& method, const json& params = json::object()) {
    return send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
  }
  json initialize(const json& capabilities = json::object(), const std::string& version = "2025-11-25") {
    const auto said = request("init", "initialize", {{"protocolVersion", version}, {"capabilities", capabilities}});
    notify("notifications/initialized");
    return said.at(0).at("result");
  }
  std::vector<json> execute(const json& id, const std::string& command, const json& more = json::object()) {
    json params{{"name", "execute_command"}, {"arguments", {{"command", command}}}};
    params.update(more);
    return request(id, "tools/call", params);
  }
  /// The shell of the newest owned terminal does `says`; returns what goes out meanwhile.
  std::vector<json> shell(const std::string& says) {
    wire.out.clear();
    host.owned_wrote(owned.opened.back().first, host::Stream::Stdout, says, clock.now());
    return said();
  }
  std::vector<json> advance(base::Duration by) {
    wire.out.clear();
    clock.advance(by);
    return said();
  }
  std::vector<json> said() {
    std::vector<json> all;
    for (const std::string& text : wire.out) all.push_back(json::parse(text));
    return all;
  }
  /// In the tests' world it is five o'clock when it begins.
  [[nodiscard]] host::McpOptions options() const {
    using namespace std::chrono;
    return {.session = "s", .wall_clock = [this] { return sys_days(2026y / 11 / 23) + 5h + (clock.now() - begun); }};
  }
  static std::string prompt() { return World::mark("A") + "$ " + World::mark("B"); }

  rpc::Session wire{rpc::mcp_dialect};
  host::ManualScheduler clock;
  const base::Instant begun = clock.now();
  testing::FakeOwnedTerminals owned;
  testing::FakeFiles files;
  std::shared_ptr<host::McpFrontend> frontend;
  host::Host host;
};

}  // namespace termhost::testing
