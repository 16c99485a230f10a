// A command of termhost that runs on another machine: the user's side of `--on`.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "cli/remote/destination.hpp"
#include "cli/settings/user_files.hpp"
#include "rpc/dialect.hpp"

namespace termhost::cli {

/// Runs a command that prints a result and ends. Ctrl+C ends it there. Returns its exit status, or `could_not_run`.
[[nodiscard]] int run_there(const Destination& destination, const CLI::App& command, const UserFiles& files);

/// Passes messages between standard input and output and a server there. If the connection ends, each open request gets
/// one answer, which says so. Returns the exit status.
[[nodiscard]] int serve_there(const Destination& destination, const CLI::App& command, const UserFiles& files,
                              const rpc::Dialect& dialect);

}  // namespace termhost::cli
