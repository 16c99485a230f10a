// What `--help` and `termhost help TOPIC` say; `termhost help --json` is what man pages and completions are made of.
#pragma once

#include <CLI/CLI.hpp>

namespace termhost::cli {

/// How a command stands in the list of commands.
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
