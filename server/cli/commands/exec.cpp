// termhost exec: one command line in an owned terminal, and its tool result.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/signal_set.hpp>
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/on_option.hpp"
#include "cli/commands/sandbox_options.hpp"
#include "cli/environment.hpp"
#include "cli/log.hpp"
#include "cli/remote/run_there.hpp"
#include "cli/serving/runtime.hpp"
#include "cli/settings/policy_file.hpp"
#include "host/ports/terminal_free_shim.hpp"
#include "host/state/configuration.hpp"
#include "host/wire/wire.hpp"
#include "protocol/codec/encode.hpp"
#include "shell/quoting/quote.hpp"
#include "tool/reading/screen_text.hpp"
#include "tool/results/command_result.hpp"

namespace termhost::cli {
namespace {

/// Nobody can type here. A command that asks for a line goes on without it at times, as `read -t 3` and `timeout 3 cat`
/// do: it has that long. One that asks for a password has no time.
constexpr base::Millis input_patience{5000};

struct ExecOptions {
  std::string on, shell, cwd, preview_size, storage, task, policy;
  double timeout_seconds = 0;
  std::string until_pattern;
  int until_port = 0;
  double until_quiet = 0;
  bool pipes = false, json = false, live = false, screen = false, no_compact = false;
  SandboxOptions sandbox;
  std::vector<std::string> command;
};

/// Somebody who only listens: with --live the raw stream goes to stderr.
class Listener final : public host::TerminalFreeShim {
 public:
  explicit Listener(bool live) : live_(live) {}
  [[nodiscard]] host::LiveWish live_wish(const base::ToolCallId& /*tool_call*/) const override {
    return {.bytes = live_};
  }
  void tool_calling(const host::ToolCalling& event) override {
    if (live_ && event.kind != host::ToolCallingKind::Complete)
      std::fwrite(event.chunk.data(), 1, event.chunk.size(), stderr);
  }

 private:
  bool live_;
};

std::string shown(const tool::CommandResult& result, bool json) {
  std::string text =
      json
          ? protocol::encode(host::to_wire(result)).dump(2, ' ', false, protocol::OrderedJson::error_handler_t::replace)
          : tool::format_text(result);
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

tool::Until until_of(const ExecOptions& options) {
  tool::Until until{.input = true, .input_patience = input_patience};
  if (!options.until_pattern.empty()) until.pattern = std::make_shared<tool::OutputPattern>(options.until_pattern);
  if (options.until_port > 0) until.port = options.until_port;
  if (options.until_quiet > 0) until.quiet = base::Millis(static_cast<std::int64_t>(options.until_quiet * 1000));
  return until;
}

/// The screen of a command that goes on. A command that has ended has none.
std::optional<std::string> screen_of(const host::ExecutionRecord* record) {
  if (record == nullptr || record->execution.ended()) return std::nullopt;
  return tool::format_screen(record->execution.log().view()) + '\n';
}

/// Words after a command line that is one word: they would be words of a program whose name has blanks.
std::string misplaced_option(const std::vector<std::string>& words) {
  const bool line_first = words.front().find(' ') != std::string::npos && words.front().find('/') == std::string::npos;
  if (words.size() < 2 || !line_first || !words[1].starts_with("--")) return {};
  return fmt::format("'{0}' comes after the command line; options come before it: termhost exec {0} … -- '{1}'",
                     words[1], words.front());
}

int run_exec(const ExecOptions& options, const UserSide& user) {
  if (const std::string problem = misplaced_option(options.command); !problem.empty()) {
    log_line(problem);
    return 2;
  }
  asio::io_context loop{1};
  Listener listener(options.live);
  const UserFiles files = user.files_with(options.policy);
  PersonSettings person = person_settings_in(files.settings);
  if (const auto size = protocol::from_wire_name<protocol::PreviewSize>(options.preview_size))
    person.settings.output_preview_size = *size;
  if (options.no_compact) person.settings.compact = false;
  const bool has_policy = files.policy_named;
  const PolicyFile policy = has_policy ? policy_file_in(files.policy) : PolicyFile();
  leave_out_trials(person.settings);
  if (policy.sandbox) person.settings.sandbox = *policy.sandbox;
  options.sandbox.apply(person.settings.sandbox);
  person.settings.keep_terminals = 0;
  person.settings.warm_shells = 0;  // one command comes, and it comes now
  Runtime runtime(loop, &listener, person, {}, user.machine, user.shared);
  if (!options.storage.empty()) runtime.open_storage(options.storage);
  if (has_policy) runtime.host().set_policy(policy.rules);

  host::ExecuteRequest request;
  request.command = shell::command_line_of(
      options.command, shell::shell_kind_of(options.shell.empty() ? environment("SHELL") : options.shell));
  request.cwd = runtime.host().absolute_path(options.cwd);
  request.shell = options.shell;
  if (!options.cwd.empty()) runtime.host().set_workspace_folders({request.cwd});  // whose settings confine it
  if (options.timeout_seconds > 0)
    request.limit = base::Millis(static_cast<std::int64_t>(options.timeout_seconds * 1000));
  request.until = until_of(options);
  request.to_its_end = true;
  request.pipes = options.pipes;
  request.approved = !has_policy;  // the person typed it, but wants it checked where a policy is named
  if (request.approved) request.sandbox = runtime.host().sandbox();
  request.tool_call = base::ToolCallId("exec");
  request.task = base::TaskId(options.task);

  int status = could_not_run;
  const host::CallId call = runtime.host().execute(request, [&](tool::CommandResult result) {
    result.session_ends = true;
    const auto screen = options.screen ? screen_of(runtime.host().execution(result.execution)) : std::nullopt;
    user.print(screen ? *screen : shown(result, options.json));
    const bool met = result.met && !result.met->is_input();
    status = met ? 0 : tool::exit_status(result);
    loop.stop();
  });
  asio::signal_set signals(loop, SIGINT, SIGTERM, SIGHUP);
  signals.async_wait([&](const std::error_code& error, int) {
    if (!error) runtime.host().cancel(call);
  });
  if (status == could_not_run) loop.run();
  return status;
}

/// CLI11's own says its range with 300 digits.
CLI::Validator seconds() {
  static constexpr double most = 1e9;  // 31 years, and in milliseconds far from what an integer can't hold
  const auto problem = [](const std::string& text) -> std::string {
    double value = 0;
    if (CLI::detail::lexical_cast(text, value) && value > 0 && value <= most) return {};
    return fmt::format("'{}' is not a number of seconds above 0 and up to {:.0f}", text, most);
  };
  return {problem, "", "seconds"};
}

}  // namespace

void add_exec(CLI::App& app, int& exit_status) { add_exec_for(app, exit_status, {}); }

void add_exec_for(CLI::App& app, int& exit_status, const UserSide& user) {
  auto options = std::make_shared<ExecOptions>();
  CLI::App* command =
      app.add_subcommand("exec", "Run one command line in a terminal of termhost's own and print the tool result");
  command->add_option("--shell", options->shell, "bash, zsh, fish, dash, … or a path; default: $SHELL");
  command->add_option("--cwd", options->cwd, "Directory to run in; default: the current one");
  command
      ->add_option("--timeout", options->timeout_seconds,
                   "Seconds after which the command is stopped (exit status 124)")
      ->check(seconds());
  command->add_option("--until-pattern", options->until_pattern,
                      "When a line matches this regular expression, print the result and end the command");
  command
      ->add_option("--until-port", options->until_port,
                   "Print the result and end the command when it listens on this TCP port")
      ->check(CLI::Range(1, 65535).description(""));
  command
      ->add_option("--until-quiet", options->until_quiet,
                   "Print the result and end the command when it has printed nothing for this many seconds")
      ->check(seconds());
  command->add_flag("--screen", options->screen,
                    "With --until-…: print the screen of a running command, not its result");
  command->add_flag("--pipes", options->pipes,
                    "Use pipes instead of a terminal; the result has stdout and stderr separately");
  command->add_flag("--json", options->json, "Print the structured form of the result");
  command->add_flag("--live", options->live, "Show the raw output on stderr while the command runs");
  command
      ->add_option(
          "--preview-size", options->preview_size,
          "How much output to show: small (2 KB), medium (4 KB), large (8 KB); default: the setting outputPreviewSize")
      ->check(CLI::IsMember({"small", "medium", "large"}))
      ->option_text("small|medium|large");
  command->add_flag("--no-compact", options->no_compact,
                    "In the preview of a long output, leave out only repeated lines, not passed tests or progress");
  command->add_option("--storage", options->storage, "Folder for complete outputs; default: $XDG_STATE_HOME/termhost");
  command->add_option("--policy", options->policy,
                      "Run the command only if this policy file allows it (exit status 126 if not)");
  add_sandbox_options(*command, options->sandbox);
  add_on_option(*command, options->on);
  command->add_option("--task", options->task, "Task (conversation) that the complete output belongs to");
  command
      ->add_option("command", options->command,
                   "A command line, quoted as one word; or a program and its arguments, passed on unchanged")
      ->required();
  command->positionals_at_end();  // `exec ls -la` needs no --
  command->footer(
      "Exit status: the command's; 128+N after signal N; 0 if a condition --until-… was met first; 124 after "
      "--timeout; 125 if "
      "termhost could not run it, or it waits for input; 126 if the policy denies it.");
  command->callback([command, options, user, &exit_status] {
    const auto there = destination_of(options->on, SshQuestions::Allowed, user);
    exit_status = there ? run_there(*there, *command, user.files_with(options->policy)) : run_exec(*options, user);
  });
}

}  // namespace termhost::cli
