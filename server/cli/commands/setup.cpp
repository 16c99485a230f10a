// termhost setup: the MCP server and the hook in an agent's settings, or out of them again; and which agents there are.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/agents/agent_settings.hpp"
#include "cli/agents/setup_memory.hpp"
#include "cli/commands/commands.hpp"
#include "cli/environment.hpp"
#include "cli/log.hpp"
#include "cli/this_program.hpp"
#include "io/search_path.hpp"
#include "io/storage/replace_file_posix.hpp"
#include "io/storage/storage_folder.hpp"
#include "protocol/codec/fields.hpp"

namespace termhost::cli {
namespace {

struct SetupOptions {
  std::string agent, program;
  bool dry_run = false, remove = false, through_exec = false, attach = false, list = false, json = false;
};

std::filesystem::path path_of(const std::string& file) {
  return file.starts_with("~/") ? std::filesystem::path(environment("HOME")) / file.substr(2)
                                : std::filesystem::path(file);
}

std::string variable(const char* name) { return environment(name); }

SetupMemory memory() { return SetupMemory(std::filesystem::path(io::default_storage_path()) / "setup.json"); }

std::string write(const SettingsChange& change) {
  const std::filesystem::path path = path_of(change.file);
  std::error_code unknown;
  const Beginning beginning = std::filesystem::exists(path, unknown) ? Beginning(change.before) : std::nullopt;
  if (std::string problem = io::replace_file(path, change.before, change.after); !problem.empty()) return problem;
  return says_nothing(change.before) ? memory().keep(path, beginning) : "";
}

/// A file in which nothing else is left is as it was before setup: as far as that is known, or else it stays.
std::string take_out(const SettingsChange& change) {
  const std::filesystem::path path = path_of(change.file);
  if (!says_nothing(change.after)) return io::replace_file(path, change.before, change.after);
  const std::optional<Beginning> beginning = memory().take(path);
  if (!beginning || *beginning) return io::replace_file(path, change.before, beginning ? **beginning : change.after);
  std::error_code error;
  std::filesystem::remove(path, error);
  return error ? fmt::format("{} cannot be removed: {}", change.file, error.message()) : "";
}

/// One sentence, or nothing.
std::string carry_out(const SettingsChange& change, bool remove) { return remove ? take_out(change) : write(change); }

int failed(const std::string& problem) {
  log_line(problem);
  return 1;
}

using Plan = base::Expected<std::vector<SettingsChange>, std::string>;

base::Expected<std::string, std::string> text_of(const std::string& file) { return io::read_small_file(path_of(file)); }

Plan plan_for(const SetupOptions& options) {
  return plan_setup({.agent = options.agent,
                     .program = options.program.empty() ? program_path() : options.program,
                     .through_exec = options.through_exec,
                     .attach = options.attach,
                     .remove = options.remove},
                    text_of, variable);
}

void print_json(const protocol::OrderedJson& json) { std::cout << protocol::to_text(json) << '\n'; }

void show_changes(const std::vector<SettingsChange>& changes, bool as_json) {
  protocol::OrderedJson list = protocol::OrderedJson::array();
  for (const SettingsChange& change : changes) {
    if (!as_json) std::cout << difference(change) << '\n';
    list.push_back({{"file", path_of(change.file).string()}, {"difference", difference(change)}});
  }
  if (as_json) return print_json({{"changes", list}});
  if (changes.empty()) std::cout << "Nothing to change.\n";
}

bool is_gone(const std::string& program) {
  if (program.find('/') != std::string::npos) return !io::is_executable(program);
  return io::locate_program(program, environment("PATH")).empty();
}

/// With an entry of the user's own, which stays, the agent counts as found only.
std::string state_of(const std::string& agent) {
  std::error_code unknown;
  if (!std::filesystem::is_directory(path_of(settings_folder(agent, variable)), unknown)) return "not found";
  const SetupState state = setup_state(agent, text_of, variable);
  if (!state.complete) return "found";
  if (std::any_of(state.programs.begin(), state.programs.end(), is_gone)) return "gone";
  return state.attach ? "attached" : "connected";
}

int list_agents(const SetupOptions& options) {
  protocol::OrderedJson list = protocol::OrderedJson::array();
  for (const std::string& agent : setup_agents()) {
    const std::string state = state_of(agent);
    const char* shown = state == "gone" ? "connected, but its program is gone" : state.c_str();
    if (!options.json) std::cout << fmt::format("{:<8} {}\n", agent, shown);
    list.push_back({{"name", agent}, {"state", state}});
  }
  if (options.json) print_json({{"agents", list}});
  return 0;
}

constexpr std::string_view choice_of_sandbox =
    "On Linux, commands that no rule allows run in a throw-away copy of your files. To let them change the workspace "
    "instead, put\n{\"sandbox\": {\"level\": \"workspace\"}} into ~/.config/termhost/settings.json.\n";

int run_setup(const SetupOptions& options) {
  if (environment("HOME").empty()) return failed("HOME is not set, so the agent's settings cannot be found");
  if (options.list) return list_agents(options);
  if (options.agent.empty()) return failed("name an agent, or use --list");
  const Plan changes = plan_for(options);
  if (!changes) return failed(changes.error() + "; nothing was changed");
  show_changes(*changes, options.json);
  if (options.dry_run) return 0;
  std::cout.flush();
  for (const SettingsChange& change : *changes)
    if (const std::string problem = carry_out(change, options.remove); !problem.empty()) return failed(problem);
  if (options.json || changes->empty()) return 0;
  std::cout << "Written. Restart the agent: it reads its settings when it starts.\n";
  if (!options.remove) std::cout << choice_of_sandbox;
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
      ->check(CLI::IsMember(setup_agents()))
      ->option_text(names);
  command->add_flag("--dry-run", options->dry_run, "Only show the change");
  command->add_flag("--remove", options->remove, "Remove what setup wrote");
  command->add_flag("--through-exec", options->through_exec,
                    "Start the hook with --through-exec: see termhost hook --help");
  command->add_flag("--attach", options->attach,
                    "Start the server with --attach: the agent uses the editor's terminals; see termhost mcp --help");
  command
      ->add_option(
          "--program", options->program,
          "Program that the agent starts as termhost; default: termhost if PATH has it, else the path of this program")
      ->option_text("PATH");
  command->add_flag("--list", options->list,
                    "Only list the agents, each with its state: not found, found, connected, attached, or connected to "
                    "a program that is gone");
  command->add_flag("--json", options->json, "Print the list or the change as JSON");
  command->footer(
      "setup changes and removes only its own entries. An entry is its own if the program is called termhost and the "
      "arguments are those that setup writes. The program need not exist any more. All other entries stay as they are, "
      "even a server that is "
      "called termhost but has other arguments.");
  command->callback([options, &exit_status] { exit_status = run_setup(*options); });
}

}  // namespace termhost::cli
