// Each command adds its options to the application and, when chosen, runs and sets the exit status.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/exit_status.hpp"
#include "cli/settings/user_side.hpp"

namespace termhost::cli {

void add_acp_terminals(CLI::App& app, int& exit_status);
void add_attach(CLI::App& app, int& exit_status);
void add_check(CLI::App& app, int& exit_status);
void add_config(CLI::App& app, int& exit_status);
void add_doctor(CLI::App& app, int& exit_status);
void add_flatten(CLI::App& app, int& exit_status);
void add_hook(CLI::App& app, int& exit_status);
void add_list(CLI::App& app, int& exit_status);
void add_mcp(CLI::App& app, int& exit_status);
void add_read(CLI::App& app, int& exit_status);
void add_render(CLI::App& app, int& exit_status);
void add_exec(CLI::App& app, int& exit_status);
void add_replay(CLI::App& app, int& exit_status);
void add_setup(CLI::App& app, int& exit_status);
void add_remote(CLI::App& app, int& exit_status);
void add_serve(CLI::App& app, int& exit_status);
void add_stop(CLI::App& app, int& exit_status);

/// Those that can serve a user on another machine.
void add_exec_for(CLI::App& app, int& exit_status, const UserSide& user);
void add_mcp_for(CLI::App& app, int& exit_status, const UserSide& user);
void add_serve_for(CLI::App& app, int& exit_status, const UserSide& user);

}  // namespace termhost::cli
