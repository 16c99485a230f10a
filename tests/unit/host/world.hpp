// A host with nothing real around it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "host/loop/host.hpp"
#include "host/ports/manual_scheduler.hpp"
#include "support/fake_owned_terminals.hpp"
#include "support/fake_shim.hpp"

namespace termhost::testing {

inline host::Settings everything_allowed() {
  host::Settings settings;
  settings.auto_approve = true;
  return settings;
}

/// Commands that no rule allows ask, as on a machine that can't try them in a copy.
inline host::Settings asking() {
  host::Settings settings;
  settings.sandbox.level = protocol::SandboxLevel::Off;
  return settings;
}

struct World {
  explicit World(host::Settings settings = everything_allowed(), bool with_shim = true)
      : host({.system = owned.ports(),
              .scheduler = &clock,
              .artifacts = nullptr,
              .shim = with_shim ? &shim : nullptr,
              .when_told = [this](const std::function<void()>& then) { reads ? then() : unread.push_back(then); }},
             {.default_shell = "/bin/bash", .cwd = "/project", .workspace_folders = {"/project"}},
             std::move(settings)) {}

  /// The pending or final answer of a call.
  struct Answer {
    int count = 0;
    std::optional<tool::CommandResult> result;
  };

  host::CallId run(std::string command, Answer& answer, host::ExecuteRequest request = {}) {
    request.command = std::move(command);
    if (request.tool_call.empty()) request.tool_call = base::ToolCallId(fmt::format("call-{}", ++calls));
    return host.execute(std::move(request), [&answer](tool::CommandResult result) {
      ++answer.count;
      answer.result = std::move(result);
    });
  }

  /// The editor's newest terminal gets its shell integration.
  base::TerminalId integrated(const std::string& shell = "bash") {
    const base::TerminalId id(fmt::format("t{}", shim.creations.size()));
    host.integration_changed(id, terminal::Integration::Rich, "", shell);
    host.integration_changed(id, terminal::Integration::Rich, shim.creations.back().cwd, "");
    return id;
  }

  /// An agent's command that the editor has started, as `name`, in its newest terminal.
  base::TerminalId started(const std::string& command, Answer& answer, const std::string& name,
                           host::ExecuteRequest request = {}) {
    run(command, answer, std::move(request));
    const base::TerminalId id = integrated();
    shim.submissions.back().answer(name);
    host.execution_started(id, name, command, "");
    return id;
  }

  /// The prompt of an owned shell appears.
  void owned_prompt(const base::TerminalId& id) {
    owned_says(id, mark("P;State=begun") + mark("A") + "$ " + mark("B"));
  }
  void owned_says(const base::TerminalId& id, const std::string& bytes) {
    host.owned_wrote(id, host::Stream::Stdout, bytes, clock.now());
  }
  static std::string mark(const std::string& body) {
    return "\x1b]633;" + body + ";" + FakeOwnedTerminals::nonce + "\x07";
  }

  bool reads = true;  // the agent; else what follows from its reading is in `unread`
  std::vector<std::function<void()>> unread;
  host::ManualScheduler clock;
  FakeOwnedTerminals owned;
  FakeShim shim;
  host::Host host;
  int calls = 0;
};

}  // namespace termhost::testing
