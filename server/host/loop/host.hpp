// Owns everything that is alive: terminals, executions, calls. Front ends translate the wire into these calls and the
// answers back; io delivers what the operating system says. One thread.
//
// Whatever happens is one event (event.hpp), given to the room that knows what to do (calls, acquisitions, submissions,
// executions, terminals, answers, …). A room changes only its own state and returns what has to follow (effect.hpp);
// the loop in host.cpp carries that out, each effect with all that follows from it before the next, and takes no other
// event before all is done. What is told while the loop runs waits.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/calls/access.hpp"
#include "host/calls/acquisitions.hpp"
#include "host/calls/calls.hpp"
#include "host/calls/replies.hpp"
#include "host/calls/shim_executions.hpp"
#include "host/calls/stopping.hpp"
#include "host/calls/submissions.hpp"
#include "host/calls/wait_conditions.hpp"
#include "host/executions/executions.hpp"
#include "host/executions/shell_events.hpp"
#include "host/executions/shell_phases.hpp"
#include "host/executions/terminal_reveal.hpp"
#include "host/loop/host_reports.hpp"
#include "host/ports/terminal_free_shim.hpp"
#include "host/state/configuration.hpp"
#include "host/terminals/terminals.hpp"

namespace termhost::host {

struct HostPorts {
  SystemPorts system{};  ///< null ones: terminals of the editor only
  Scheduler* scheduler = nullptr;
  terminal::ArtifactStore* artifacts = nullptr;  ///< null: results are cut, nothing is kept; see set_artifacts
  Shim* shim = nullptr;                          ///< null: nobody to ask or to tell
  approval::FindProgram find_program{};          ///< see Configuration
  const approval::Files* files = nullptr;        ///< likewise
  ConfinedBy confined_by{};                      ///< likewise
};

class Host final : public Configuration, public HostReports {
 public:
  Host(HostPorts ports, HostEnvironment environment, Settings settings);
  ~Host() override;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  void set_settings(Settings settings, std::string rules_problem = {});
  void set_workspace_folders(std::vector<std::string> folders);
  /// Where whole outputs go from now on; must outlive the host.
  void set_artifacts(terminal::ArtifactStore& artifacts) { context_.artifacts = &artifacts; }
  /// How an editor starts a shell with our integration; empty: the default shell.
  [[nodiscard]] base::Expected<ShellLaunch, OpenError> launch(const std::string& shell) const;

  CallId execute(ExecuteRequest request, Replied replied);
  void cancel(CallId call, CancelMeans means = CancelMeans::Stop);
  void background(const base::ToolCallId& tool_call);

  /// See access.hpp.
  void permit(const AccessRequest& request, const AccessCallback& permitted) { access_.permit(request, permitted); }
  void send_input(const AccessRequest& request, const AccessCallback& permitted) {
    access_.send_input(request, permitted);
  }
  [[nodiscard]] bool is_persons(const base::ExecutionId& id) const { return access_.is_persons(id); }
  [[nodiscard]] bool is_of_task(const base::ExecutionId& id, const base::TaskId& task) const {
    return access_.is_of_task(id, task);
  }

  /// For an execution that is known; nothing is asked or checked.
  void wait_for(const base::ExecutionId& execution, std::optional<base::Millis> timeout, base::ToolCallId tool_call,
                Replied replied, tool::Until until = {});
  void stop(const base::ExecutionId& execution, std::optional<StopStep> step, StopCause cause,
            base::ToolCallId tool_call, Replied replied);

  /// Nobody waits for it any more under this name: what is new is not told to no one.
  void stop_waiting(const base::ToolCallId& tool_call) { replies_.stop_waiting(tool_call); }
  /// Ends all that a command left behind in its terminal, and the terminal.
  void close_terminal_of(const base::ExecutionId& execution);

  [[nodiscard]] bool knows(const base::ExecutionId& execution) const { return replies_.knows(execution); }
  [[nodiscard]] const ExecutionRecord* execution(const base::ExecutionId& id) const { return executions_.find(id); }
  [[nodiscard]] bool is_hot(const ExecutionRecord& record) const { return record.execution.hot(context_.now()); }
  [[nodiscard]] const std::map<base::TerminalId, terminal::Terminal>& terminals() const {
    return terminals_.registry().all();
  }
  /// News of the task's commands: what is told here is not told again. An empty task: of those that named none.
  [[nodiscard]] std::vector<tool::ExecutionDetails> take_environment_details(const base::TaskId& task);
  /// Looks after terminals that can't say when their command ends.
  void see_terminals_without_integration();
  /// Brings the artifacts of running commands up to date, before one is read.
  void flush_outputs() { executions_.flush(); }

  void task_ended(const base::TaskId& task);
  void task_rewound(const base::TaskId& task, const std::vector<base::ExecutionId>& keep);
  /// Ends the session: every call that is still open is answered.
  void shut_down();

 private:
  void post(Event event) override;
  void run(const Event& event);

  Effects on(const event::Called& event);
  Effects on(const event::StopWished& event);
  Effects on(const event::WaitingEnded& event);
  Effects on(const event::BackgroundWished& event);
  Effects on(const event::ApprovalAnswered& event);
  Effects on(const event::ClockRang& event);
  Effects on(const event::IntegrationOverdue& event);
  Effects on(const event::SubmissionAnswered& event);
  Effects on(const event::CreationFailed& event);
  Effects on(const event::ExecutionStopWished& event);
  Effects on(const event::StopStepDue& event);
  Effects on(const event::TerminalOpened& event);
  Effects on(const event::IntegrationChanged& event);
  Effects on(const event::TerminalResized& event);
  Effects on(const event::PersonTyped& event);
  Effects on(const event::TerminalPrinted& event);
  Effects on(const event::TerminalClosed& event);
  Effects on(const event::ExecutionBegan& event);
  Effects on(const event::ExecutionPrinted& event);
  Effects on(const event::ExecutionEnded& event);
  Effects on(const event::OwnedPrinted& event);
  Effects on(const event::OwnedExited& event);
  Effects on(const event::OwnedObstructed& event);
  Effects on(const event::DrainOverdue& event);
  Effects on(const event::DirectoryOverdue& event);
  Effects on(const event::DeliveryOverdue& event);
  Effects on(const event::AnswerDue& event);
  Effects on(const event::HoldOver& event);
  Effects on(const event::ForegroundLookDue& event);
  Effects on(const event::WaitLookDue& event);
  Effects on(const event::EditorSynced& event);
  Effects on(const event::LookDue& event);
  Effects on(const event::LookWished& event);
  Effects on(const event::SettingsChanged& event);
  Effects on(const event::SessionEnds& event);

  Effects on(const effect::TellCall& effect);
  Effects on(const effect::FailCall& effect);
  Effects on(const effect::BindCall& effect);
  Effects on(const effect::FindTerminal& effect);
  Effects on(const effect::WakeWaiting& effect);
  Effects on(const effect::RetryAcquisition& effect);
  Effects on(const effect::TerminalThere& effect);
  Effects on(const effect::CreationRefused& effect);
  Effects on(const effect::ShellReady& effect);
  Effects on(const effect::DirectoryChanged& effect);
  Effects on(const effect::StartFailed& effect);
  Effects on(const effect::RefuseTerminal& effect);
  Effects on(const effect::PromptShown& effect);
  Effects on(const effect::EditorSaid& effect);
  Effects on(const effect::LineUnfinished& effect);
  Effects on(const effect::NotDelivered& effect);
  Effects on(const effect::SubmitCommand& effect);
  Effects on(const effect::SubmitDirectory& effect);
  Effects on(const effect::Started& effect);
  Effects on(const effect::End& effect);
  Effects on(const effect::Stop& effect);
  Effects on(const effect::Escalate& effect);
  Effects on(const effect::Consume& effect);
  Effects on(const effect::HandleShellEvent& effect);
  Effects on(const effect::Resized& effect);
  Effects on(const effect::MarkIdle& effect);
  Effects on(const effect::GiveUp& effect);
  Effects on(const effect::Remove& effect);
  Effects on(const effect::AnswerCall& effect);
  Effects on(const effect::ReleaseCall& effect);
  Effects on(const effect::AnswerWaiters& effect);
  Effects on(const effect::AnswerAllWaiters& effect);

  TerminalFreeShim no_shim_;
  OwnedTerminals no_terminals_;
  ShellFiles no_shell_files_;
  Processes no_processes_;
  HostContext context_;
  Terminals terminals_;
  TaskShells task_shells_;
  Executions executions_;
  ShimExecutions shim_executions_;
  QueryAnswers query_answers_;
  ShellEvents shell_events_;
  ShellPhases shell_phases_;
  Calls calls_;
  Acquisitions acquisitions_;
  Deliveries deliveries_;
  Submissions submissions_;
  Stopping stopping_;
  Replies replies_;
  Access access_;
  TerminalReveal reveal_;
  WaitConditions wait_conditions_;
  std::deque<Event> later_;  // told while the loop ran
  bool running_ = false;
  bool closing_ = false;
};

}  // namespace termhost::host
