// The texts of `--help` and `termhost help TOPIC`. Man pages and completions are made of `termhost help --json`.
#pragma once

#include <CLI/CLI.hpp>

namespace termhost::cli {

/// The entry of a command in the list of commands.
struct Listing {
  const char* group;
  const char* example;
};

/// After all of the command's options are there.
void describe(CLI::App& command, const Listing& listing);

/// The help of the program itself: its commands in groups, an example with each.
void describe_program(CLI::App& app);

void add_help(CLI::App& app, int& exit_status);

}  // namespace termhost::cli
