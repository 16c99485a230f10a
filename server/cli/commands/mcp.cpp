// termhost mcp: the agent's tools as an MCP server on stdin and stdout. Stdout carries messages and nothing else.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/on_option.hpp"
#include "cli/commands/sandbox_options.hpp"
#include "cli/hosts/member.hpp"
#include "cli/hosts/serve_hosts.hpp"
#include "cli/log.hpp"
#include "cli/remote/forwarded_arguments.hpp"
#include "cli/remote/run_there.hpp"
#include "cli/serving/attach.hpp"
#include "cli/serving/late_editor.hpp"
#include "cli/serving/runtime.hpp"
#include "cli/serving/stdio_server.hpp"
#include "cli/settings/policy_file.hpp"
#include "host/mcp/mcp_frontend.hpp"
#include "io/process/own_process.hpp"

namespace termhost::cli {
namespace {

constexpr int agent_terminals = 16;  // nobody has to look at them: more than an editor shows

struct McpCommandOptions {
  std::vector<std::string> on;
  std::string policy, cwd, storage;
  Member member;
  SandboxOptions sandbox;
  host::StructureWish structure = host::StructureWish::Auto;
  std::optional<int> patience;  // seconds
  bool keep = false, attach = false;
};

/// The user's choices: in the settings, in a policy, on the command line. The last sandbox among them counts.
struct Choices {
  PersonSettings person;
  PolicyFile policy;
  std::string policy_path;  ///< empty: there is none
};

Choices choices_of(const McpCommandOptions& options, const UserSide& user) {
  host::Settings defaults;
  defaults.max_terminals = agent_terminals;
  const UserFiles files = user.files_with(options.policy);
  PersonSettings person = person_settings_in(files.settings, defaults);
  PolicyFile policy = persons_policy(files, person);
  if (policy.sandbox) person.settings.sandbox = *policy.sandbox;
  options.sandbox.apply(person.settings.sandbox);
  if (options.patience) person.settings.call_patience = *options.patience;
  return {std::move(person), std::move(policy), policy_path_of(files)};
}

/// The problem that the model is told at the start: else it would look for the reason in each command.
std::string problem_for_model(const Choices& choices) {
  const std::string& of_settings = choices.person.problem;
  const std::string& of_rules = choices.policy.rules.problem;
  if (of_rules.empty()) return {};
  const std::string what = of_settings.empty()
                               ? fmt::format("policy {} could not be used ({})", choices.policy_path, of_rules)
                               : fmt::format("settings could not be used ({})", of_settings);
  log_line("the " + what);
  return fmt::format("The {}, so every command needs the user's approval until it is fixed.", what);
}

/// Likewise: the user may have expected the editor's terminals, and files of the user's machine are not there.
std::string note_for_model(const McpCommandOptions& options, const std::string& instead, const UserSide& user) {
  if (options.member.count > 1) return {};  // the agent has been told of all hosts
  if (user.elsewhere()) return fmt::format("Commands run on {}, and paths are those of that machine.", user.machine);
  if (instead.empty()) return {};
  const std::string note = fmt::format(
      "This server is not attached to an editor ({}): commands run in terminals of its own, under the user's policy. "
      "It "
      "looks for the editor again at each command.",
      instead);
  log_line(note);
  return note;
}

std::string joined_sentences(const std::string& one, const std::string& other) {
  return one + (one.empty() || other.empty() ? "" : " ") + other;
}

class McpServer {
 public:
  /// `instead`: not empty where no editor could be joined, and why.
  explicit McpServer(const McpCommandOptions& options, const UserSide& user, const std::string& instead = {})
      : keep_(options.keep),
        choices_(choices_of(options, user)),
        late_editor_(stdio_.loop(), stdio_.connection(), [this] { lose_editor(); }),
        frontend_(std::make_shared<host::McpFrontend>(
            stdio_.connection(), host::McpOptions{.session = options.member.session(io::own_pid()),
                                                  .follow_roots = options.cwd.empty() && !user.elsewhere(),
                                                  .policy_file = choices_.policy_path,
                                                  .problem = joined_sentences(note_for_model(options, instead, user),
                                                                              problem_for_model(choices_)),
                                                  .misses_editor = !instead.empty(),
                                                  .structure = options.structure,
                                                  .other_tools = instead.empty() ? nullptr : &late_editor_})),
        runtime_(stdio_.loop(), frontend_.get(), choices_.person, {}, user.machine, user.shared) {
    runtime_.open_storage(options.storage, {options.member.index, options.member.count});
    runtime_.host().set_policy(choices_.policy.rules);
    if (!options.cwd.empty()) runtime_.host().set_workspace_folders({runtime_.host().absolute_path(options.cwd)});
    runtime_.tells_through(stdio_.stream());
    frontend_->attach(runtime_.host(), runtime_.scheduler(), &runtime_.artifacts());
    runtime_.remove_abandoned_artifacts_daily();
    runtime_.take_over_terminals_always([this] { return frontend_->task(); });
  }

  int run() {
    const int status = stdio_.run();
    if (!keep_) runtime_.host().task_ended(frontend_->task());
    return status;
  }

 private:
  /// As of an agent that was attached from the start: its terminals and commands are gone.
  void lose_editor() {
    constexpr protocol::NotificationMethod<protocol::OrderedJson> message{"notifications/message",
                                                                          protocol::Direction::ToClient, ""};
    stdio_.connection().notify(message, editor_gone_message());
    log_line(std::string(editor_gone));
    stdio_.stop(1);
  }

  bool keep_;
  Choices choices_;
  StdioServer stdio_{rpc::mcp_dialect, 0};
  LateEditor late_editor_;
  std::shared_ptr<host::McpFrontend> frontend_;
  Runtime runtime_;
};

int run_here(const McpCommandOptions& options, const UserSide& user, const std::string& instead) {
  const std::string cwd = user.shared.path(options.cwd);
  if (const std::string problem = CLI::ExistingDirectory(cwd); !cwd.empty() && !problem.empty())
    throw CLI::ValidationError("--cwd", problem);
  McpServer server(options, user, instead);
  user.accepted();
  return server.run();
}

/// One server for each host. Each is this program with one `--on`.
int serve_on_all(const McpCommandOptions& options, const CLI::App& command, const UserSide& user) {
  for (const char* option : {"--cwd", "--storage"})
    if (command.count(option) > 0)
      throw CLI::ValidationError(
          fmt::format("{}: with several --on, each host has its own folders; remove this option", option));
  std::vector<HostServer> servers;
  for (const std::string& on : options.on) {
    (void)destination_of(on, SshQuestions::Forbidden, user);
    if (std::count(options.on.begin(), options.on.end(), on) > 1)
      throw CLI::ValidationError(fmt::format("--on: {} is named twice", on));
    HostServer server{on, {io::own_program()}};
    for (const std::string& argument : forwarded_arguments(command)) server.argv.push_back(argument);
    if (!options.policy.empty()) server.argv.push_back("--policy=" + options.policy);
    server.argv.push_back("--on=" + on);
    server.argv.push_back("--member=" + Member{servers.size(), options.on.size()}.text());
    servers.push_back(std::move(server));
  }
  return serve_hosts(servers);
}

int run_mcp(const McpCommandOptions& options, const CLI::App& command, const UserSide& user) {
  if (options.on.size() > 1) return serve_on_all(options, command, user);
  base::Expected<int, std::string> attached = base::unexpected(std::string());
  if (options.attach) attached = run_attached();
  if (attached) return *attached;
  const auto there = destination_of(options.on.empty() ? "" : options.on.front(), SshQuestions::Forbidden, user);
  if (there) return serve_there(*there, command, user.files_with(options.policy), rpc::mcp_dialect);
  return run_here(options, user, attached.error());
}

}  // namespace

void add_mcp(CLI::App& app, int& exit_status) { add_mcp_for(app, exit_status, {}); }

void add_mcp_for(CLI::App& app, int& exit_status, const UserSide& user) {
  auto options = std::make_shared<McpCommandOptions>();
  CLI::App* command = app.add_subcommand("mcp", "An MCP server on stdin and stdout, for any agent");
  command->add_option("--policy", options->policy,
                      "Policy file: commands that it allows run without a question, commands that it denies never run; "
                      "default: $XDG_CONFIG_HOME/termhost/policy.json");
  command->add_option(
      "--cwd", options->cwd,
      "Directory to run in; default: the first workspace folder (root) of the client, else the current directory");
  command->add_option("--storage", options->storage, "Folder for complete outputs; default: $XDG_STATE_HOME/termhost");
  command
      ->add_option(
          "--structured", options->structure,
          "Send results as structured content in addition to the text: always, never, or auto (if the client needs it)")
      ->transform(
          CLI::CheckedTransformer(std::map<std::string, host::StructureWish>{{"auto", host::StructureWish::Auto},
                                                                             {"always", host::StructureWish::Always},
                                                                             {"never", host::StructureWish::Never}}))
      ->option_text("auto|always|never");
  command
      ->add_option(
          "--patience", options->patience,
          "Seconds after which a call without a timeout gets an answer while its command goes on; 0: only when the "
          "command has ended; default: the setting callPatience. If this setting is -1: 45, or up to 180 for an agent "
          "that "
          "is known to wait longer")
      ->check(CLI::Range(0, 7 * 24 * 3600))
      ->option_text("SECONDS");
  add_sandbox_options(*command, options->sandbox);
  add_on_options(*command, options->on);
  command
      ->add_option_function<std::string>(
          "--member", [options](const std::string& text) { options->member = Member::parse(text).value_or(Member{}); },
          "")
      ->group("");
  command->add_flag("--keep", options->keep, "Keep complete outputs when the session ends");
  command
      ->add_flag(
          "--attach", options->attach,
          "Run commands in an editor's terminals, and ask the user there: the editor whose terminal this is, or the "
          "editor that has the current folder open. The editor first asks the user whether the agent may do so. If no "
          "such editor is found, commands run in termhost's own terminals; when a command comes, termhost looks for "
          "the "
          "editor again, at most every five seconds")
      ->excludes("--policy", "--cwd", "--storage", "--keep", "--patience", "--sandbox", "--on");
  command->callback([command, options, user, &exit_status] { exit_status = run_mcp(*options, *command, user); });
}

}  // namespace termhost::cli
