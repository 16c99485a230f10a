// The command line: one row per command. A command file offers `void add_<name>(CLI::App&, int& exit_status)` in
// commands.hpp and gets a row in command_table.cpp; nothing else changes.
#pragma once

namespace termhost::cli {

/// Parses the arguments, runs the command, and returns the exit status of the process.
[[nodiscard]] int run(int argc, char** argv);

}  // namespace termhost::cli
