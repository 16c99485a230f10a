// Every method of the editor protocol: one row per method. A handler or a call names the row, so params and result
// can't be mixed up, and protocol/openrpc.json is generated from `all_methods`.
#pragma once

#include <string_view>
#include <tuple>

#include "protocol/agent_access.hpp"
#include "protocol/approval.hpp"
#include "protocol/environment.hpp"
#include "protocol/lifecycle.hpp"
#include "protocol/terminal.hpp"
#include "protocol/terminal_control.hpp"
#include "protocol/tool.hpp"

namespace termhost::protocol {

enum class Direction { ToServer, ToClient, Both };

template <class ParamsType, class ResultType>
struct RequestMethod {
  using Params = ParamsType;
  using Result = ResultType;
  std::string_view name;
  Direction direction;
  std::string_view summary;
};

template <class ParamsType>
struct NotificationMethod {
  using Params = ParamsType;
  std::string_view name;
  Direction direction;
  std::string_view summary;
};

namespace methods {

template <class Params, class Result>
using Request = RequestMethod<Params, Result>;
template <class Params>
using Notification = NotificationMethod<Params>;
using enum Direction;

// Lifecycle
inline constexpr Request<InitializeParams, InitializeResult> initialize{
    "initialize", ToServer, "Starts the session: the first message, sent once."};
inline constexpr Notification<Nothing> initialized{"initialized", ToServer, "The client has the answer to initialize."};
inline constexpr Request<Nothing, Nothing> shutdown{"shutdown", ToServer, "Ends the session; only exit may follow."};
inline constexpr Notification<Nothing> exit{"exit", ToServer, "Ends the process: status 0 after shutdown, else 1."};
inline constexpr Notification<CancelParams> cancel_request{"$/cancelRequest", Both,
                                                           "The answer is not needed any more. It comes nevertheless."};
inline constexpr Notification<SetTraceParams> set_trace{"$/setTrace", ToServer,
                                                        "Sets the detail of window/logMessage."};
inline constexpr Notification<LogMessageParams> log_message{"window/logMessage", ToClient, "A line for the log."};
inline constexpr Notification<DidChangeConfigurationParams> did_change_configuration{"workspace/didChangeConfiguration",
                                                                                     ToServer, "New settings."};
inline constexpr Notification<DidChangeWorkspaceFoldersParams> did_change_workspace_folders{
    "workspace/didChangeWorkspaceFolders", ToServer, "Folders of the workspace were added or removed."};

// Terminals that the shim mirrors
inline constexpr Notification<TerminalDidOpenParams> terminal_did_open{"terminal/didOpen", ToServer,
                                                                       "A terminal exists."};
inline constexpr Notification<TerminalDidChangeShellIntegrationParams> terminal_did_change_shell_integration{
    "terminal/didChangeShellIntegration", ToServer, "Shell integration or the directory changed; may come again."};
inline constexpr Notification<TerminalDidResizeParams> terminal_did_resize{"terminal/didResize", ToServer, ""};
inline constexpr Notification<TerminalDataParams> terminal_did_write{
    "terminal/didWrite", ToServer, "Raw PTY output, for source \"bytes\"; termhost finds the markers."};
inline constexpr Notification<TerminalParams> terminal_did_interact{"terminal/didInteract", ToServer,
                                                                    "The user typed there."};
inline constexpr Notification<TerminalDidInputParams> terminal_did_input{"terminal/didInput", ToServer,
                                                                         "Keys typed into a shown owned terminal."};
inline constexpr Notification<TerminalDidCloseParams> terminal_did_close{"terminal/didClose", ToServer, ""};
inline constexpr Notification<ShellExecutionDidStartParams> shell_execution_did_start{
    "shellExecution/didStart", ToServer, "For source \"events\"."};
inline constexpr Notification<ShellExecutionDidWriteParams> shell_execution_did_write{
    "shellExecution/didWrite", ToServer, "Output of a shell execution, in order."};
inline constexpr Notification<ShellExecutionDidEndParams> shell_execution_did_end{"shellExecution/didEnd", ToServer,
                                                                                  "For source \"events\"."};
inline constexpr Request<TerminalLaunchParams, TerminalLaunchResult> terminal_launch{
    "terminal/launch", ToServer, "How to start a shell with termhost's integration."};

// The agent's tools
inline constexpr Request<Nothing, ToolListResult> tool_list{"tool/list", ToServer, "The tools for the agent."};
inline constexpr Request<ToolCallParams, ToolCallResult> tool_call{"tool/call", ToServer, "Runs a tool."};
inline constexpr Request<ToolBackgroundParams, Nothing> tool_background{
    "tool/background", ToServer, "The user wants an answer now, while the command goes on."};
inline constexpr Request<ToolStopParams, Nothing> tool_stop{
    "tool/stop", ToServer, "The user stops a command. The answer comes when it has ended, or cannot be ended."};
inline constexpr Request<ToolOutputParams, CommandOutput> tool_output{
    "tool/output", ToServer,
    "The output of a command so far, in the form of a result, for the user. Agents do not see this."};
inline constexpr Request<ApprovalCheckParams, ApprovalCheckResult> approval_check{
    "approval/check", ToServer, "The verdict on a command line, without running it."};
inline constexpr Request<TaskParams, EnvironmentDetailsResult> environment_details{
    "environment/details", ToServer, "Running commands, and events since the last report."};
inline constexpr Notification<ToolDidChangeLiveOutputParams> tool_did_change_live_output{
    "tool/didChangeLiveOutput", ToServer, "Live output is wanted, or no longer wanted."};
inline constexpr Notification<TaskDidEndParams> task_did_end{"task/didEnd", ToServer, "The conversation is over."};
inline constexpr Notification<TaskDidRewindParams> task_did_rewind{
    "task/didRewind", ToServer, "The conversation went back; artifacts not kept are deleted."};

// Requests of termhost to the shim
inline constexpr Request<TerminalCreateParams, TerminalCreateResult> terminal_create{
    "terminal/create", ToClient, "Opens a terminal; its terminal/didOpen names the requestId."};
inline constexpr Request<TerminalSubmitParams, TerminalSubmitResult> terminal_submit{
    "terminal/submit", ToClient, "Gives a command line to the terminal's shell."};
inline constexpr Notification<TerminalDataParams> terminal_did_print{"terminal/didPrint", ToClient,
                                                                     "Bytes of an owned terminal that the shim shows."};
inline constexpr Request<TerminalSendInputParams, Nothing> terminal_send_input{"terminal/sendInput", ToClient,
                                                                               "Types raw keys."};
inline constexpr Request<TerminalControlParams, Nothing> terminal_interrupt{"terminal/interrupt", ToClient, "Ctrl+C."};
inline constexpr Request<TerminalControlParams, Nothing> terminal_show{"terminal/show", ToClient, ""};
inline constexpr Request<TerminalControlParams, Nothing> terminal_dispose{"terminal/dispose", ToClient, ""};
inline constexpr Request<TerminalControlParams, Nothing> terminal_sync{
    "terminal/sync", ToClient, "The answer comes after the shim has reported all events of the terminal so far."};
inline constexpr Request<ApprovalRequestParams, ApprovalRequestResult> approval_request{
    "approval/request", ToClient, "Asks the user whether a command may run."};
inline constexpr Request<AgentAccessParams, AgentAccessResult> agent_request_access{
    "agent/requestAccess", ToClient, "Asks the user whether an agent may use this editor's terminals."};
inline constexpr Notification<ToolCallingParams> tool_calling{
    "tool/calling", ToClient, "Output of a tool call in real time, per execution in order."};
inline constexpr Notification<TerminalDidChangeStatusParams> terminal_did_change_status{
    "terminal/didChangeStatus", ToClient, "For status bars and views."};

}  // namespace methods

inline constexpr auto all_methods = std::tuple{
    methods::initialize,
    methods::initialized,
    methods::shutdown,
    methods::exit,
    methods::cancel_request,
    methods::set_trace,
    methods::log_message,
    methods::did_change_configuration,
    methods::did_change_workspace_folders,
    methods::terminal_did_open,
    methods::terminal_did_change_shell_integration,
    methods::terminal_did_resize,
    methods::terminal_did_write,
    methods::terminal_did_interact,
    methods::terminal_did_input,
    methods::terminal_did_close,
    methods::shell_execution_did_start,
    methods::shell_execution_did_write,
    methods::shell_execution_did_end,
    methods::terminal_launch,
    methods::tool_list,
    methods::tool_call,
    methods::tool_background,
    methods::tool_did_change_live_output,
    methods::tool_stop,
    methods::tool_output,
    methods::approval_check,
    methods::environment_details,
    methods::task_did_end,
    methods::task_did_rewind,
    methods::terminal_create,
    methods::terminal_submit,
    methods::terminal_did_print,
    methods::terminal_send_input,
    methods::terminal_interrupt,
    methods::terminal_show,
    methods::terminal_dispose,
    methods::terminal_sync,
    methods::approval_request,
    methods::agent_request_access,
    methods::tool_calling,
    methods::terminal_did_change_status,
};

}  // namespace termhost::protocol
