// termhost setup: the MCP server and the hook in an agent's settings, or out of them again.
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/agent_settings.hpp"
#include "cli/commands/commands.hpp"
#include "cli/environment.hpp"
#include "cli/log.hpp"
#include "cli/this_program.hpp"
#include "io/storage/replace_file.hpp"

namespace termhost::cli {
namespace {

struct SetupOptions {
  std::string agent;
  bool dry_run = false, remove = false, through_exec = false;
};

std::filesystem::path path_of(const std::string& file) {
  return file.starts_with("~/") ? std::filesystem::path(environment("HOME")) / file.substr(2)
                                : std::filesystem::path(file);
}

/// One sentence, or nothing.
std::string carry_out(const SettingsChange& change, bool remove) {
  const std::filesystem::path path = path_of(change.file);
  if (!remove || !says_nothing(change.after)) return io::replace_file(path, change.before, change.after);
  std::error_code error;
  std::filesystem::remove(path, error);
  return error ? fmt::format("{} cannot be removed: {}", change.file, error.message()) : "";
}

int failed(const std::string& problem) {
  log_line(problem);
  return 1;
}

int run_setup(const SetupOptions& options) {
  if (environment("HOME").empty()) return failed("HOME is not set, so the agent's settings cannot be found");
  const std::string hook = fmt::format("{} hook {}", this_program(), options.agent);
  const std::string changing = hook + " --through-exec";
  const auto changes = plan_setup(
      {.agent = options.agent,
       .program = program_path(),
       .hook = options.through_exec ? changing : hook,
       .other_hook = options.through_exec ? hook : changing,
       .remove = options.remove},
      [](const std::string& file) { return io::read_small_file(path_of(file)); },
      [](const char* name) { return environment(name); });
  if (!changes) return failed(changes.error() + "; nothing was changed");
  for (const SettingsChange& change : *changes) std::cout << difference(change) << '\n';
  if (changes->empty()) std::cout << "Nothing to change.\n";
  if (options.dry_run) return 0;
  std::cout.flush();
  for (const SettingsChange& change : *changes)
    if (const std::string problem = carry_out(change, options.remove); !problem.empty()) return failed(problem);
  return 0;
}

}  // namespace

void add_setup(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<SetupOptions>();
  CLI::App* command =
      app.add_subcommand("setup", "Write the MCP server and the hook into an agent's settings, and show the change");
  std::string names;
  for (const std::string& name : setup_agents()) names += (names.empty() ? "" : "|") + name;
  command->add_option("agent", options->agent, "Agent whose settings change")
      ->required()
      ->check(CLI::IsMember(setup_agents()))
      ->option_text(names);
  command->add_flag("--dry-run", options->dry_run, "Only show the change");
  command->add_flag("--remove", options->remove, "Remove what setup wrote");
  command->add_flag("--through-exec", options->through_exec, "Give the hook this option: see termhost hook --help");
  command->footer("Your own entries stay as they are, and so does an existing server called termhost.");
  command->callback([options, &exit_status] { exit_status = run_setup(*options); });
}

}  // namespace termhost::cli
