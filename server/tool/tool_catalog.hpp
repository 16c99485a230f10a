// The agent's tools: names, titles, and the descriptions that tell a model when to use which.
#pragma once

#include <array>
#include <string_view>

namespace termhost::tool {

struct ToolText {
  std::string_view name;
  std::string_view title;
  std::string_view description;
};

inline constexpr std::array tool_catalog{
    ToolText{"execute_command", "Run a command",
             "Runs one command line in the user's shell and returns its output and exit code. Use it for everything "
             "that ends by itself: "
             "builds, tests, git, package managers. The shell keeps its directory, variables and functions between "
             "calls. Several lines, "
             "loops and here-documents are fine. Set background to true for servers and watchers, or timeout (seconds) "
             "to get the turn back "
             "while a long command goes on; then ask with wait_for_command. Do not add `&`, `sleep` or a pager."},
    ToolText{"read_command_output", "Read a command's whole output",
             "Reads the full output of a command whose result was too long to show. Give the artifact ID from that "
             "result. Use search (a "
             "regular expression) to find lines, or offset and limit (bytes; a negative offset counts from the end) to "
             "read a part."},
    ToolText{"wait_for_command", "Wait for a running command",
             "Waits until a command that is still running ends, or until timeout (seconds, 30 unless given) is over, "
             "and returns its "
             "output and state. Use it after execute_command said that the command is still running."},
    ToolText{"send_input", "Type into a running command",
             "Types text or named keys into a command that is running and waits for input, such as a prompt for y or "
             "n. Never type "
             "passwords or other secrets: ask the user to type them in the terminal."},
    ToolText{"stop_command", "Stop a running command",
             "Stops a running command and everything it started: asks first, then insists. Use it for servers and "
             "watchers that are not "
             "needed any more, and for commands that hang."},
    ToolText{"list_terminals", "List terminals",
             "Lists the terminals and which command runs in each, with the execution IDs that the other tools take."},
};

}  // namespace termhost::tool
