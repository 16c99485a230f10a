// The agent's tools: one row per tool, from which tool/list, MCP's tools/list and the openrpc document are made.
#pragma once

#include <string_view>
#include <tuple>

#include "protocol/environment.hpp"
#include "protocol/execution_result.hpp"
#include "protocol/tool.hpp"
#include "protocol/tool_arguments.hpp"

namespace termhost::protocol {

template <class ArgumentsType, class ResultType>
struct Tool {
  using Arguments = ArgumentsType;
  using Result = ResultType;  ///< of structuredContent
  std::string_view name;
  std::string_view title;
  std::string_view description;  ///< for the model
  ToolAnnotations hints;
};

namespace tools {

inline constexpr Tool<ExecuteCommandArguments, ExecutionResult> execute_command{
    "execute_command",
    "Run a command",
    "Runs a command line in a real shell, which keeps directory, variables and activated environments for your next "
    "call. Returns exit code and output; long output comes as a preview that keeps errors, and an artifact_id for the "
    "rest. Don't cut output with head or tail. After its timeout the command goes on; wait_for_command returns its "
    "end.",
    {.destructive = true, .open_world = true}};
inline constexpr Tool<ReadCommandOutputArguments, ReadCommandOutputResult> read_command_output{
    "read_command_output",
    "Read command output",
    "Reads the stored output of a command: lines that match search, or a part by offset and limit.",
    {.read_only = true, .idempotent = true}};
inline constexpr Tool<WaitForCommandArguments, ExecutionResult> wait_for_command{
    "wait_for_command",
    "Wait for a command",
    "Waits for a running command and returns its new output. Use it instead of sleep.",
    {.read_only = true}};
inline constexpr Tool<SendInputArguments, ExecutionResult> send_input{
    "send_input",
    "Send input",
    "Types into a running command and returns its new output.",
    {.destructive = true, .open_world = true}};
inline constexpr Tool<ReadScreenArguments, ReadScreenResult> read_screen{
    "read_screen",
    "Read the screen",
    "Returns the screen of a running command, such as vim, less or top.",
    {.read_only = true, .idempotent = true}};
inline constexpr Tool<StopCommandArguments, ExecutionResult> stop_command{"stop_command",
                                                                          "Stop a command",
                                                                          "Stops a running command and all it started.",
                                                                          {.destructive = true, .idempotent = true}};
inline constexpr Tool<ListTerminalsArguments, ListTerminalsResult> list_terminals{
    "list_terminals",
    "List terminals",
    "Lists the terminals and their running commands.",
    {.read_only = true, .idempotent = true}};

}  // namespace tools

inline constexpr auto all_tools =
    std::tuple{tools::execute_command, tools::read_command_output, tools::wait_for_command, tools::send_input,
               tools::read_screen,     tools::stop_command,        tools::list_terminals};

[[nodiscard]] bool is_tool(std::string_view name);

/// The answer to tool/list: every tool with its schemas.
[[nodiscard]] ToolListResult tool_list();

}  // namespace termhost::protocol
