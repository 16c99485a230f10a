// Owns everything that is alive: terminals, executions, calls. Front ends translate the wire into these calls and the
// answers back; io delivers what the operating system says. One thread.
//
// Everything that happens is one event (event.hpp). The table in rooms.cpp names the room that handles it. A room
// changes only its own state and returns the consequences (effect.hpp). The loop in host.cpp carries these out, each
// effect and all that follows from it before the next, and takes no other event before all is done. An event that comes
// meanwhile waits.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/loop/host_reports.hpp"
#include "host/loop/rooms.hpp"
#include "host/ports/terminal_free_shim.hpp"
#include "host/state/configuration.hpp"
#include "host/state/places.hpp"

namespace termhost::host {

struct HostPorts {
  SystemPorts system{};  ///< null ones: terminals of the editor only
  Scheduler* scheduler = nullptr;
  terminal::ArtifactStore* artifacts = nullptr;  ///< null: results are cut, nothing is kept; see set_artifacts
  Shim* shim = nullptr;                          ///< null: nobody to ask or to tell
  approval::FindProgram find_program{};          ///< see Configuration
  const approval::Files* files = nullptr;        ///< likewise
  ConfinedBy confined_by{};                      ///< likewise
  std::function<void()> workspace_changed{};     ///< called when its folders were set; may be empty
  WhenTold when_told{};                          ///< see HostContext
};

class Host final : public Configuration, public HostReports {
 public:
  Host(HostPorts ports, HostEnvironment environment, Settings settings);
  ~Host() override;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  void set_settings(Settings settings, std::string rules_problem = {}, bool allows_nothing = false);
  void set_workspace_folders(std::vector<std::string> folders);
  /// The store of whole outputs from now on; must outlive the host.
  void set_artifacts(terminal::ArtifactStore& artifacts) { context_.artifacts = &artifacts; }
  /// The parameters with which an editor starts `shell` with our integration; empty: the default shell.
  [[nodiscard]] base::Expected<ShellLaunch, OpenError> launch(const std::string& shell) const;

  CallId execute(ExecuteRequest request, Replied replied);
  void cancel(CallId call, CancelMeans means = CancelMeans::Stop);
  [[nodiscard]] const Placing& placing() const { return rooms_.calls.placing(); }
  void background(const base::ToolCallId& tool_call);

  /// An agent's access to commands that run.
  [[nodiscard]] Access& access() { return rooms_.access; }

  /// For an execution that is known; nothing is asked or checked.
  void wait_for(const base::ExecutionId& execution, std::optional<base::Millis> timeout, base::ToolCallId tool_call,
                Replied replied, tool::Until until = {});
  void stop(const base::ExecutionId& execution, std::optional<StopStep> step, StopCause cause,
            base::ToolCallId tool_call, Replied replied);

  /// Nobody waits for it any more under this name: what is new is not told to no one.
  void stop_waiting(const base::ToolCallId& tool_call) { rooms_.replies.stop_waiting(tool_call); }
  /// Ends all that a command left behind in its terminal, and the terminal.
  void close_terminal_of(const base::ExecutionId& execution);

  [[nodiscard]] bool knows(const base::ExecutionId& execution) const { return rooms_.replies.knows(execution); }
  [[nodiscard]] const ExecutionRecord* execution(const base::ExecutionId& id) const {
    return rooms_.executions.find(id);
  }
  [[nodiscard]] bool is_hot(const ExecutionRecord& record) const { return record.execution.hot(context_.now()); }
  [[nodiscard]] const std::map<base::TerminalId, terminal::Terminal>& terminals() const {
    return rooms_.terminals.registry().all();
  }
  /// News of the task's commands: what is told here is not told again. An empty task: of those that named none.
  [[nodiscard]] std::vector<tool::ExecutionDetails> take_environment_details(const base::TaskId& task);
  /// The orderly end of termhost: ends that were told are with the agents, or nobody is there to wait for them.
  void all_is_told();
  /// Looks after terminals that can't say when their command ends.
  void see_terminals_without_integration();
  /// Brings the artifacts of running commands up to date, before one is read.
  void flush_outputs() { rooms_.executions.flush(); }

  /// A task whose commands begin in a folder of its own; see TaskShells.
  void task_began(const base::TaskId& task, const std::string& folder) { rooms_.task_shells.begin(task, folder); }
  void task_ended(const base::TaskId& task);
  void task_rewound(const base::TaskId& task, const std::vector<base::ExecutionId>& keep);
  /// Ends the session: every call that is still open is answered.
  void shut_down();

 private:
  void post(Event event) override;
  void run(const Event& event);

  TerminalFreeShim no_shim_;
  OwnedTerminals no_terminals_;
  ShellFiles no_shell_files_;
  Processes no_processes_;
  HostContext context_;
  Rooms rooms_;
  std::function<void()> workspace_changed_;
  std::deque<Event> later_;  // told while the loop ran
  bool running_ = false;
  bool closing_ = false;
};

}  // namespace termhost::host
