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
  std::string_view description;  ///< what a model reads
  ToolAnnotations hints;
};

namespace tools {

inline constexpr Tool<ExecuteCommandArguments, ExecutionResult> execute_command{
    "execute_command",
    "Run a command",
    "Runs a command line in a real terminal and returns its output and exit code. Use it for "
    "everything a person would do in a shell. Output that is too long comes as a preview with an artifact id for "
    "read_command_output. For servers, watchers and other commands that do not end set background; for a command "
    "that may take long set timeout. Either way it goes on, and wait_for_command tells how it ended.",
    {.destructive = true, .open_world = true}};
inline constexpr Tool<ReadCommandOutputArguments, ReadCommandOutputResult> read_command_output{
    "read_command_output",
    "Read command output",
    "Reads the whole output of an earlier command, by the artifact id of its result. Use it when a preview left out "
    "what you need: with search to find lines by a regular expression, with offset and limit to read a part. Works "
    "on a command that is still running too.",
    {.read_only = true, .idempotent = true}};
inline constexpr Tool<WaitForCommandArguments, ExecutionResult> wait_for_command{
    "wait_for_command",
    "Wait for a command",
    "Waits until a command that was still running has ended, or until the timeout, and returns its result as it is "
    "then. Use it instead of running sleep or running the command again.",
    {.read_only = true}};
inline constexpr Tool<SendInputArguments, ExecutionResult> send_input{
    "send_input",
    "Send input",
    "Types text or presses keys in the terminal of a running command. Use it when the command asks a question or "
    "waits for a key. Not for new commands.",
    {.destructive = true, .open_world = true}};
inline constexpr Tool<StopCommandArguments, ExecutionResult> stop_command{
    "stop_command",
    "Stop a command",
    "Stops a running command and everything it started: interrupts it, and ends it by force if that does not help. "
    "Use it for servers you no longer need and for commands that hang.",
    {.destructive = true, .idempotent = true}};
inline constexpr Tool<ListTerminalsArguments, ListTerminalsResult> list_terminals{
    "list_terminals",
    "List terminals",
    "Lists the terminals and the commands that run in them, with their execution ids. Use it when you have lost "
    "track of what is running.",
    {.read_only = true, .idempotent = true}};

}  // namespace tools

inline constexpr auto all_tools =
    std::tuple{tools::execute_command, tools::read_command_output, tools::wait_for_command,
               tools::send_input,      tools::stop_command,        tools::list_terminals};

[[nodiscard]] bool is_tool(std::string_view name);

/// The answer to tool/list: every tool with its schemas.
[[nodiscard]] ToolListResult tool_list();

}  // namespace termhost::protocol
