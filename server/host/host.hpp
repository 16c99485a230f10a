// Owns everything that is alive: terminals, executions, calls. Front ends translate the wire into these calls and the
// answers back; io delivers what the operating system says. One thread.
//
// The parts, one file each: calls (execute_command from question to answer), acquire (a terminal for a call),
// submission (text to a shell), executions (starts and ends), live_output, terminals (what a shim or the OS says of a
// terminal), requests (the other tools), access (who may touch an execution), showing (when the
// person is shown a terminal).
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/policy.hpp"
#include "base/clock.hpp"
#include "base/expected.hpp"
#include "base/ids.hpp"
#include "host/call.hpp"
#include "host/execution_record.hpp"
#include "host/ports.hpp"
#include "host/settings.hpp"
#include "host/shim.hpp"
#include "terminal/artifact_store.hpp"
#include "terminal/registry.hpp"
#include "tool/command_result.hpp"
#include "tool/environment_details.hpp"

namespace termhost::host {

inline constexpr std::size_t max_open_executions = 256;
inline constexpr std::size_t max_open_terminals = 64;
inline constexpr std::size_t remembered_executions =
    512;  ///< ended ones that wait_for_command and environment details still know

/// What the person's environment offers; read once at start by io.
struct HostEnvironment {
  std::string default_shell;  ///< path of the shell to run where nobody names one
  std::string cwd;            ///< where a call without cwd runs
  std::vector<std::string> workspace_folders;
  std::map<std::string, std::string> terminal_variables;  ///< of every terminal that is created
};

struct HostPorts {
  OwnedTerminals* owned = nullptr;  ///< null: terminals of the editor only
  Scheduler* scheduler = nullptr;
  terminal::ArtifactStore* artifacts = nullptr;  ///< null: results are cut, nothing is kept; see set_artifacts
  Shim* shim = nullptr;
};

struct TerminalFacts {
  std::string name;
  std::optional<int> pid;
  std::string cwd, shell, shell_path;
  std::optional<int> columns, rows;
  std::optional<terminal::Integration> integration;
  std::optional<terminal::Source> source;
  std::string request_id;
};

/// A wish to read, type into or stop an execution, and whose it is.
struct Touch {
  base::ExecutionId execution;
  ApprovalAction action = ApprovalAction::Read;
  std::string text;  ///< Input: bytes as they are typed
  base::ToolCallId tool_call;
  base::TaskId task;
};

/// The shell of a task's last command, and where it was when it was last seen.
struct TaskPlace {
  base::TerminalId terminal;
  std::string cwd;
};

/// The error: why not, as whole sentences. Else the text that was let through; the person may have edited it.
using Permitted = std::function<void(base::Expected<std::string, std::string>)>;

class Host final : public OwnedTerminalEvents {
 public:
  Host(HostPorts ports, HostEnvironment environment, Settings settings);
  ~Host() override;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  void set_settings(Settings settings);
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const HostEnvironment& environment() const { return environment_; }
  /// The folders of the workspace, absolute; in the first one calls without a cwd run. None: all stays.
  void set_workspace_folders(std::vector<std::string> folders);
  void set_terminal_variables(std::map<std::string, std::string> variables) {
    environment_.terminal_variables = std::move(variables);
  }
  /// Replaces what settings say about approval; a shim's own policy file, or `--policy`.
  void set_policy(const approval::PolicyRules& rules);
  /// Where whole outputs go from now on; must outlive the host.
  void set_artifacts(terminal::ArtifactStore& artifacts) { ports_.artifacts = &artifacts; }
  [[nodiscard]] approval::Decision check(std::string_view command, std::string_view cwd, shell::ShellKind shell) const;
  [[nodiscard]] shell::ShellKind default_shell() const;
  /// `path` itself if absolute, else below the workspace folder; empty: the workspace folder.
  [[nodiscard]] std::string absolute_path(const std::string& path) const;
  /// How an editor starts a shell with our integration; empty: the default shell.
  [[nodiscard]] base::Expected<ShellLaunch, OpenError> launch(const std::string& shell) const;

  // calls.cpp
  CallId execute(ExecuteRequest request, Replied replied);
  void cancel(CallId call);
  void background(const base::ToolCallId& tool_call);

  // access.cpp
  /// Whether the task may read or stop the execution; asks the person for what is theirs. The text is empty.
  void permit(const Touch& touch, Permitted permitted);
  /// Types the text, where it may: `permitted` gets what was typed.
  void send_input(const Touch& touch, Permitted permitted);
  [[nodiscard]] bool is_persons(const base::ExecutionId& execution) const;
  [[nodiscard]] bool is_of_task(const base::ExecutionId& execution, const base::TaskId& task) const;

  // requests.cpp
  /// For an execution that is known; nothing is asked or checked.
  void wait_for(const base::ExecutionId& execution, std::optional<base::Millis> timeout, base::ToolCallId tool_call,
                Replied replied);
  void stop(const base::ExecutionId& execution, std::optional<StopStep> step, StopCause cause,
            base::ToolCallId tool_call, Replied replied);
  /// Nobody waits for it any more under this name: what is new is not told to no one.
  void stop_waiting(const base::ToolCallId& tool_call);
  /// Ends all that a command left behind in its terminal, and the terminal.
  void close_terminal_of(const base::ExecutionId& execution);
  [[nodiscard]] bool knows(const base::ExecutionId& execution) const {
    return executions_.contains(execution) || unstarted_.contains(execution) || queued_call(execution) != nullptr;
  }
  [[nodiscard]] const std::map<base::TerminalId, terminal::Terminal>& terminals() const { return registry_.all(); }
  [[nodiscard]] bool is_hot(const ExecutionRecord& record) const { return record.execution.hot(now()); }
  /// Ends the session: every call that is still open is answered.
  void shut_down();
  [[nodiscard]] const ExecutionRecord* execution(const base::ExecutionId& id) const;
  /// News of the task's commands: what is told here is not told again. An empty task: of those that named none.
  [[nodiscard]] std::vector<tool::ExecutionDetails> take_environment_details(const base::TaskId& task);
  /// Looks after terminals that can't say when their command ends.
  void see_untold_terminals();
  void task_ended(const base::TaskId& task);
  void task_rewound(const base::TaskId& task, const std::vector<base::ExecutionId>& keep);
  /// Brings the artifacts of running commands up to date, before one is read.
  void flush_outputs();

  // terminals.cpp: from a shim
  void terminal_opened(const base::TerminalId& id, const TerminalFacts& facts);
  void integration_changed(const base::TerminalId& id, terminal::Integration integration, const std::string& cwd,
                           const std::string& shell);
  void terminal_resized(const base::TerminalId& id, int columns, int rows);
  void terminal_wrote(const base::TerminalId& id, std::string_view bytes);
  void terminal_interacted(const base::TerminalId& id);
  void terminal_input(const base::TerminalId& id, std::string_view bytes);
  void terminal_closed(const base::TerminalId& id, std::optional<int> exit_code, const std::string& reason);

  // executions.cpp: from a shim that sends events
  void execution_started(const base::TerminalId& terminal, const std::string& shim_id, const std::string& command_line,
                         const std::string& cwd);
  /// `index`: of the chunk within its execution, from 0, if the shim counts: a repeat is not taken twice, a gap is
  /// said.
  void execution_wrote(std::string_view shim_id, std::string_view bytes,
                       std::optional<std::int64_t> index = std::nullopt);
  void execution_ended(const std::string& shim_id, std::optional<int> exit_code, bool drained);

  // OwnedTerminalEvents
  void owned_wrote(const base::TerminalId& terminal, Stream stream, std::string_view bytes, base::Instant now) override;
  void owned_exited(const base::TerminalId& terminal, ExitStatus status, std::vector<Holder> holders,
                    base::Instant now) override;
  void owned_obstructed(const base::TerminalId& terminal, const StartObstacle& obstacle, base::Instant now) override;

 private:
  // calls.cpp
  void perform(Call& call, const std::vector<tool::Effect>& effects);
  void perform(Call& call, const tool::Effect& effect);
  void notify(CallId id, tool::RunEvent event);
  void ask_approval(Call& call);
  void remember(const Remember& rule);
  void approval_answered(CallId id, const ApprovalAnswer& answer);
  void arm(Call& call, tool::Clock clock, base::Millis delay);
  void clock_elapsed(CallId id, tool::Clock clock);
  void answer(Call& call, tool::Answer answer);
  void release(Call& call);
  void request_stop(CallId id, StopCause cause);
  void stop_now(ExecutionRecord& record, StopStep step, StopCause cause);
  void stop_execution(const base::TerminalId& terminal, StopStep step);
  void start_overdue(Call& call);
  void settle_unstarted(Call& call);
  void free_untold(const base::TerminalId& id, const base::ExecutionId& execution);
  [[nodiscard]] Call* find_call(CallId id);
  [[nodiscard]] tool::RunLimits limits_for(const ExecuteRequest& request) const;

  // acquire.cpp
  void acquire(Call& call);
  void create_terminal(Call& call);
  void create_mirrored(Call& call);
  void create_owned(Call& call);
  void open_pipes(Call& call);
  void integration_missing(CallId id);
  void take_plain(Call& call, terminal::Terminal& terminal);
  bool give_up(terminal::Terminal& terminal);
  [[nodiscard]] std::string wrong_shell(const Call& call, const terminal::Terminal& terminal) const;
  void queue(Call& call);
  void look_again_later();
  [[nodiscard]] std::string what_holds_terminals(const base::TaskId& task) const;
  [[nodiscard]] const Call* queued_call(const base::ExecutionId& execution) const;
  void terminal_ready(terminal::Terminal& terminal);
  void take(Call& call, terminal::Terminal& terminal, bool cd_first);
  void wake_waiting();
  [[nodiscard]] std::size_t being_created() const;
  void fail_to_start(Call& call, std::string reason);
  [[nodiscard]] bool wants_mirrored(const ExecuteRequest& request) const;
  [[nodiscard]] terminal::TerminalWish wish_of(const Call& call) const;
  [[nodiscard]] std::string shell_path_for(const ExecuteRequest& request) const;

  // submission.cpp
  void submit(Call& call);
  void submit_cd(Call& call);
  void deliver(Call& call, terminal::Terminal& terminal, const shell::SubmissionPlan& plan,
               const base::ExecutionId& execution);
  void submitted(CallId id, const base::ExecutionId& execution, base::Expected<std::string, std::string> outcome);
  [[nodiscard]] shell::SubmissionFacts facts_for(const terminal::Terminal& terminal) const;
  [[nodiscard]] shell::SubmissionPlan plan_for(terminal::Terminal& terminal, const std::string& command);
  void remove_envelope(ExecutionRecord& record);

  // executions.cpp
  ExecutionRecord& announce(terminal::Terminal& terminal, terminal::Origin origin, std::string command_line,
                            const Call* call);
  void started(ExecutionRecord& record);
  void wrote(ExecutionRecord& record, Stream stream, std::string_view bytes);
  void finished(ExecutionRecord& record);
  void rest(terminal::Terminal& terminal);
  void prepared(ExecutionRecord& record, terminal::Terminal* terminal);
  ExecutionRecord* claim(ExecutionRecord& record);
  std::string behind_start_mark(ExecutionRecord& record, std::string_view bytes);
  void end(ExecutionRecord& record, terminal::ExecutionEvent event, const terminal::Completion& completion);
  void close_executions(terminal::Terminal& terminal, terminal::ExecutionEvent event,
                        const terminal::Completion& completion);
  void arm_drain(ExecutionRecord& record);
  void bind(ExecutionRecord& record, const std::string& shim_id);
  void unbind(ExecutionRecord& record);
  void disown(ExecutionRecord& record);
  void emit(ExecutionRecord& record, Stream stream, std::string_view bytes);
  void schedule_flush();
  void forget_old_executions();
  [[nodiscard]] ExecutionRecord* record_of(const base::ExecutionId& id);
  [[nodiscard]] ExecutionRecord* record_of_shim(std::string_view shim_id);

  // terminals.cpp
  [[nodiscard]] bool awaits_input(const terminal::Terminal& terminal) const;
  void answer_queries(terminal::Terminal& terminal);
  void report_status(const terminal::Terminal& terminal);
  void idle(terminal::Terminal& terminal);

  // shell_events.cpp
  void consume(terminal::Terminal& terminal, std::string_view bytes);
  void shell_said(terminal::Terminal& terminal, const terminal::ShellEvent& event);
  void shell_printed(terminal::Terminal& terminal, std::string_view bytes);
  void shell_started(terminal::Terminal& terminal);
  void shell_ended(terminal::Terminal& terminal, std::optional<int> exit_code);
  void shell_ready(terminal::Terminal& terminal);
  void settle_holders(ExecutionRecord& record);
  [[nodiscard]] std::vector<Holder> new_holders(const terminal::Terminal& terminal) const;
  [[nodiscard]] bool is_running(const ExecutionRecord* record) const;

  // showing.cpp
  void watch_for_showing(const ExecutionRecord& record);
  [[nodiscard]] bool deserves_a_look(const ExecutionRecord& record) const;

  // access.cpp
  void ask_person(const Touch& touch, approval::Decision decision, Permitted permitted);
  [[nodiscard]] base::Expected<void, std::string> can_ask(const ApprovalQuestion& question) const;
  [[nodiscard]] approval::Decision judge(const ExecutionRecord& record, std::string_view text) const;
  [[nodiscard]] std::string why_no_input(const base::ExecutionId& execution) const;
  void type_into(ExecutionRecord& record, std::string_view text);

  // requests.cpp
  void answer_waiters(const base::ExecutionId& execution);
  void escalate_stop(ExecutionRecord& record, StopStep step, StopCause cause);
  void reported_to_agent(ExecutionRecord& record);
  void add_unstarted_details(std::vector<tool::ExecutionDetails>& details, const base::TaskId& task);
  [[nodiscard]] std::optional<tool::CommandResult> result_now(const base::ExecutionId& execution,
                                                              const base::ToolCallId& tool_call);
  [[nodiscard]] bool has_ended(const base::ExecutionId& execution) const;

  // task_places.cpp
  [[nodiscard]] std::string usual_cwd(const base::TaskId& task) const;
  void remember_place(const base::TaskId& task, const terminal::Terminal& terminal);
  [[nodiscard]] std::optional<base::ExecutionId> usual_shell_runs(const Call& call,
                                                                  const terminal::Terminal& taken) const;

  // results.cpp
  [[nodiscard]] tool::CommandResult result_of(const Call& call, tool::Answer answer);
  [[nodiscard]] tool::CommandResult result_of(ExecutionRecord& record, const base::ToolCallId& tool_call);
  void fill_from(tool::CommandResult& result, ExecutionRecord& record);

  void apply_rules();
  /// Rules that could not be read may have been denials.
  [[nodiscard]] bool auto_approves() const { return settings_.auto_approve && settings_.policy_problem.empty(); }
  [[nodiscard]] base::Instant now() const { return ports_.scheduler->now(); }
  base::ExecutionId next_execution_id();

  HostPorts ports_;
  HostEnvironment environment_;
  Settings settings_;
  bool policy_from_settings_ = true;
  approval::PolicyRules rules_;  // as configured, and what the person said to remember
  approval::Policy policy_{rules_};
  terminal::Registry registry_;
  std::map<base::TerminalId, TerminalScreen> screens_;  // of terminals whose bytes we see, outside of commands
  std::map<base::ExecutionId, ExecutionRecord> executions_;
  std::map<std::string, base::ExecutionId, std::less<>> by_shim_id_;
  std::map<std::string, std::string, std::less<>> unclaimed_;  // output of executions nobody has named yet
  std::map<base::TerminalId, std::string> early_bytes_;        // of terminals that nobody has told of yet
  std::map<CallId, Call> calls_;
  std::list<CallId> waiting_;                    // for a terminal to become idle, oldest first
  std::map<std::string, Creation> creating_;     // request id → for whom, until the editor's terminal is there
  std::map<std::string, ShellLaunch> launched_;  // request id → how we told the editor to start the shell
  std::list<Waiter> waiters_;
  std::map<base::ExecutionId, Unstarted> unstarted_;
  std::map<base::TaskId, TaskPlace> places_;
  CallId last_call_ = 0;
  std::uint64_t last_request_ = 0, last_owned_ = 0, last_fallback_id_ = 0;
  std::uint64_t powershell_counter_ = 0;
  bool flush_armed_ = false;
  bool look_armed_ = false;
  bool closing_ = false;
};

}  // namespace termhost::host
