// termhost acp-terminals: the Agent Client Protocol's terminal methods on stdin and stdout.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/serving/runtime.hpp"
#include "cli/serving/stdio_server.hpp"
#include "cli/settings/policy_file.hpp"
#include "host/acp/acp_frontend.hpp"
#include "io/process/own_process.hpp"

namespace termhost::cli {
namespace {

constexpr int acp_terminals = host::max_open_terminals;  // each terminal of an agent is one of these

struct AcpCommandOptions {
  std::string policy, storage;
  bool v2 = false;
};

int run_acp(const AcpCommandOptions& options) {
  StdioServer stdio(rpc::acp_dialect, 0);
  const host::AcpOptions frontend_options{.policy = !options.policy.empty(),
                                          .updates = options.v2,
                                          .task = base::TaskId(fmt::format("acp-{}", io::own_pid()))};
  host::AcpFrontend frontend(stdio.connection(), frontend_options);
  host::Settings settings;
  settings.max_terminals = acp_terminals;
  PersonSettings person = read_person_settings(settings);
  leave_out_trials(person.settings);
  const PolicyFile policy = options.policy.empty() ? PolicyFile() : read_policy_file(options.policy);
  if (policy.sandbox) person.settings.sandbox = *policy.sandbox;
  Runtime runtime(stdio.loop(), &frontend, person);
  if (!options.storage.empty()) runtime.open_storage(options.storage);
  if (!options.policy.empty()) runtime.host().set_policy(policy.rules);
  frontend.attach(runtime.host(), &runtime.artifacts());
  runtime.remove_abandoned_artifacts_daily();
  const int status = stdio.run();
  runtime.host().task_ended(frontend_options.task);
  return status;
}

}  // namespace

void add_acp_terminals(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<AcpCommandOptions>();
  CLI::App* command = app.add_subcommand(
      "acp-terminals",
      "The terminal methods of the Agent Client Protocol on stdin and stdout, for an editor that forwards these calls");
  command->add_option("--policy", options->policy, "Run only commands that this policy file allows");
  command->add_option("--storage", options->storage, "Folder for complete outputs; default: $XDG_STATE_HOME/termhost");
  command->add_flag("--v2", options->v2, "Report terminals by session/update, as in the draft of version 2");
  command->callback([options, &exit_status] { exit_status = run_acp(*options); });
}

}  // namespace termhost::cli
