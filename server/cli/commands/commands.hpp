// Each command adds its options to the application and, when chosen, runs and sets the exit status.
#pragma once

#include <CLI/CLI.hpp>

namespace termhost::cli {

/// The exit status that says that termhost itself failed, as `timeout` and `env` have it.
inline constexpr int could_not_run = 125;

void add_acp_terminals(CLI::App& app, int& exit_status);
void add_check(CLI::App& app, int& exit_status);
void add_config(CLI::App& app, int& exit_status);
void add_doctor(CLI::App& app, int& exit_status);
void add_flatten(CLI::App& app, int& exit_status);
void add_hook(CLI::App& app, int& exit_status);
void add_mcp(CLI::App& app, int& exit_status);
void add_read(CLI::App& app, int& exit_status);
void add_render(CLI::App& app, int& exit_status);
void add_exec(CLI::App& app, int& exit_status);
void add_replay(CLI::App& app, int& exit_status);
void add_setup(CLI::App& app, int& exit_status);
void add_serve(CLI::App& app, int& exit_status);

}  // namespace termhost::cli
