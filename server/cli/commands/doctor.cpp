// `termhost doctor`: what a bug report needs, and nothing that is secret.
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/environment.hpp"
#include "cli/serving/editor_search.hpp"
#include "cli/settings/policy_file.hpp"
#include "cli/settings/settings_files.hpp"
#include "host/loop/host.hpp"
#include "host/mcp/mcp_era.hpp"
#include "host/state/settings.hpp"
#include "io/guard/spawn_posix.hpp"
#include "io/process/own_process.hpp"
#include "io/stdio/frame_writer.hpp"
#include "io/storage/storage_folder.hpp"
#include "io/terminals/confined_start.hpp"
#include "io/terminals/shell_probe.hpp"
#include "protocol/attach.hpp"
#include "rpc/frames/framer.hpp"
#include "rpc/json_text.hpp"
#include "rpc/request_table.hpp"
#include "shell/launch/defaults.hpp"
#include "vt/parser.hpp"

namespace termhost::cli {
namespace {

constexpr std::array shells{"bash", "zsh", "fish", "dash", "ksh", "mksh", "pwsh"};

void print_row(std::string_view name, std::string_view value) { fmt::print("  {:<28} {}\n", name, value); }

void print_system() { fmt::print("termhost {} on {}\n", TERMHOST_VERSION, io::system_name()); }

/// A sentence for each thing that somebody should do.
using Advice = std::vector<std::string>;

void print_shells(Advice& advice) {
  fmt::print("\nShells\n");
  const std::string own_shell = environment("SHELL");
  for (const char* name : shells) {
    const std::string path = io::find_program(name, environment("PATH"));
    if (path.empty()) {
      print_row(name, "not installed");
      continue;
    }
    const io::ProbeResult result = io::probe_shell(shell::shell_kind_of(name), path);
    if (!result.problem.empty())
      advice.push_back(fmt::format("{} does not work: {}. Until it works, start termhost with another shell in $SHELL.",
                                   name, result.problem));
    const std::string state =
        result.problem.empty()
            ? fmt::format("works; ready after {} ms, a command takes {:.1f} ms", result.ready_after.count() / 1000,
                          static_cast<double>(result.command_took.count()) / 1000)
            : fmt::format("DOES NOT WORK: {}", result.problem);
    print_row(name, fmt::format("{} {}{}", path, state, path == own_shell ? " (SHELL)" : ""));
  }
}

void print_storage(Advice& advice) {
  fmt::print("\nStorage\n");
  const io::StorageFolder folder(io::default_storage_path());
  const auto opened = folder.open(io::Missing::Create);
  const std::size_t tasks = opened ? folder.tasks().size() : 0;
  print_row(folder.path(), opened ? fmt::format("usable; outputs of {} conversation{}", tasks, tasks == 1 ? "" : "s")
                                  : fmt::format("NOT USABLE: {}", terminal::to_string(opened.error())));
  if (!opened)
    advice.push_back(fmt::format("Complete outputs can't be kept in {}: {}. Make this folder yours and writable.",
                                 folder.path(), terminal::to_string(opened.error())));
}

void print_files(Advice& advice) {
  fmt::print("\nFiles\n");
  const PersonSettings person = read_person_settings();
  const std::string policy = policy_file_of("");
  const std::string policy_problem = policy.empty() ? "" : read_policy_file(policy).rules.problem;
  const auto told = [&](const char* what, const std::string& path, const std::string& problem) {
    std::error_code unknown;
    const bool there = std::filesystem::exists(path, unknown);
    print_row(what, path + (!problem.empty() ? " NOT USED" : there ? "" : " (not there)"));
    if (!problem.empty()) advice.push_back(problem + ". Every command needs approval until the file is fixed.");
  };
  told("settings", person.file, person.problem);
  told("policy", policy.empty() ? usual_policy_file() : policy, policy_problem);
}

std::string listed(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ", ") + text;
  return all;
}

void print_sandbox(Advice& advice) {
  fmt::print("\nSandbox\n");
  for (const auto network : {sandbox::Network::None, sandbox::Network::Loopback, sandbox::Network::All}) {
    const sandbox::Enforcement means = io::try_sandbox({sandbox::Level::Workspace, network, {}, {}, {}});
    const std::string missing = means.has_view ? "" : fmt::format("; no namespaces: {}", means.why_no_view);
    print_row(fmt::format("network {}", sandbox::to_string(network)),
              means.problem.empty() ? "enforced by " + listed(means.by) + missing +
                                          (means.gaps.empty() ? "" : "; it does not cover " + listed(means.gaps))
                                    : "NOT HERE: " + means.problem);
    if (network == sandbox::Network::None && !means.problem.empty())
      advice.push_back(fmt::format("No sandbox can be made: {}. `termhost help sandbox` explains what a sandbox needs.",
                                   means.problem));
  }
}

/// The editor that `mcp --attach` would join here.
std::string editor_here() {
  const std::string of_terminal = environment(protocol::socket_variable);
  if (!of_terminal.empty()) return of_terminal;
  std::error_code unknown;
  const auto editor = choose_editor(find_editors(), std::filesystem::current_path(unknown).string());
  return editor ? editor->socket : editor.error();
}

void print_agents() {
  fmt::print("\nAgents\n");
  print_row("MCP", host::spoken_versions());
  print_row("ACP", "version 1; with --v2, the draft of version 2");
  print_row("mcp --attach", editor_here());
}

void print_limits() {
  const host::Settings settings;
  fmt::print("\nLimits\n");
  print_row("message", fmt::format("{} MiB, JSON {} levels deep, header {} KiB", rpc::max_frame_bytes >> 20,
                                   rpc::max_json_depth, rpc::max_header_bytes >> 10));
  print_row("escape sequence", fmt::format("{} KiB", vt::max_string_payload >> 10));
  print_row("open at the same time",
            fmt::format("{} terminals, {} executions, {} unanswered requests each way", host::max_open_terminals,
                        host::max_open_executions, rpc::max_unanswered_requests));
  print_row("queue to a slow reader",
            fmt::format("{} MiB, to an agent {} MiB", io::max_queued_bytes >> 20, io::full_queue_bytes >> 20));
  print_row("one artifact", fmt::format("{} MiB", settings.artifact_max_bytes >> 20));
  print_row("all artifacts", fmt::format("{} MiB, and {} MiB stay free on the disk", settings.storage_max_bytes >> 20,
                                         settings.storage_min_free_bytes >> 20));
}

void print_defaults() {
  fmt::print(
      "\nEnvironment of termhost's own terminals (*: termhost's value applies even if the startup files set "
      "another)\n");
  for (const shell::DefaultVariable& variable : shell::default_variables)
    print_row(variable.name, fmt::format("{}{}", variable.value.empty() ? "(empty)" : variable.value,
                                         variable.strength == shell::DefaultStrength::Kept ? " *" : ""));
  for (const shell::GitSetting& setting : shell::git_settings)
    print_row(fmt::format("git {}", setting.key), setting.value);
  std::string removed;
  for (const std::string_view name : shell::removed_variables)
    removed += (removed.empty() ? "" : " ") + std::string(name);
  print_row("removed", removed);
}

void print_verdict(const Advice& advice) {
  if (advice.empty()) {
    fmt::print("\nAll good.\n");
    return;
  }
  fmt::print("\nTo do\n");
  for (const std::string& sentence : advice) fmt::print("  {}\n", sentence);
}

int run_doctor(bool verbose) {
  Advice advice;
  print_system();
  print_shells(advice);
  print_storage(advice);
  print_files(advice);
  const bool usable = advice.empty();
  print_sandbox(advice);
  print_agents();
  if (verbose) {
    print_limits();
    print_defaults();
  }
  print_verdict(advice);
  return usable ? 0 : 1;
}

}  // namespace

void add_doctor(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand(
      "doctor", "Show the facts that a bug report needs, and test the shell integration in each installed shell");
  auto verbose = std::make_shared<bool>(false);
  command->add_flag("--verbose", *verbose,
                    "Also show the limits of resources, and the environment variables of termhost's own terminals");
  command->callback([verbose, &exit_status] { exit_status = run_doctor(*verbose); });
}

}  // namespace termhost::cli
