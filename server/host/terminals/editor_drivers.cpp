#include "host/terminals/editor_drivers.hpp"

#include <utility>

#include <fmt/format.h>

#include "shell/launch/defaults.hpp"

namespace termhost::host {
namespace {

using shell::Delivery;
using shell::ShellKind;

/// Variables of terminals that an editor creates for us, because programs there must not wait for the user.
std::map<std::string, std::string> mirrored_environment(const Settings& settings) {
  std::map<std::string, std::string> env;
  for (const shell::DefaultVariable& variable : shell::default_variables) {
    if (!variable.of_own_terminals) env.emplace(variable.name, variable.value);
  }
  if (settings.zsh_clear_eol_mark) env["PROMPT_EOL_MARK"] = "";
  if (settings.zsh_oh_my) env["ITERM_SHELL_INTEGRATION_INSTALLED"] = "Yes";
  if (settings.zsh_p10k) env["POWERLEVEL9K_TERM_SHELL_INTEGRATION"] = "true";
  if (settings.command_delay > 0) env["PROMPT_COMMAND"] = fmt::format("sleep {}", settings.command_delay / 1000.0);
  return env;
}

/// The editor's integration types our lines as they are, so its shells are told to keep no history, as far as one can
/// tell them: zsh's file is what the person's startup files say.
std::map<std::string, std::string> without_history(ShellKind shell) {
  if (shell == ShellKind::Bash) return {{"HISTFILE", "/dev/null"}};
  if (shell == ShellKind::Fish) return {{"fish_history", ""}};
  return {};
}

/// For a sandbox's shells, which begin with its state.
EditorShell use_by_agent(const HostContext& context) {
  return {.for_agent = true, .tells_state = context.can_own && context.configuration.sandbox().is_on()};
}

}  // namespace

Delivery delivery_with_integration(const terminal::Terminal& terminal) {
  if (terminal.identity().nonce.empty()) return Delivery::EditorTyped;
  return terminal.line.has_keys() ? Delivery::Loaded : Delivery::Owned;
}

CreateTerminal EventsDriver::request_for(const WantedTerminal& wanted) const {
  CreateTerminal request;
  request.request_id = wanted.name;
  request.cwd = wanted.cwd;
  request.name = "termhost";
  request.env = mirrored_environment(context_.settings());
  const auto& variables = context_.configuration.environment().terminal_variables;
  request.env.insert(variables.begin(), variables.end());
  request.task = wanted.task;
  if (!wanted.shell.empty()) request.shell = wanted.shell;
  return request;
}

void EventsDriver::ask_for(const CreateTerminal& request) const {
  TerminalFacts facts;
  facts.cwd = request.cwd;
  facts.name = request.name;
  facts.request_id = request.request_id;
  context_.shim.create_terminal(request,
                                [&context = context_, facts](base::Expected<base::TerminalId, std::string> done) {
                                  if (done) return context.post(event::TerminalOpened{*done, facts});
                                  context.post(event::CreationFailed{facts.request_id, done.error()});
                                });
}

base::Expected<std::optional<terminal::Terminal>, std::string> EventsDriver::create(const WantedTerminal& wanted) {
  CreateTerminal request = request_for(wanted);
  request.env.merge(without_history(shell::shell_kind_of(wanted.shell_path)));
  if (context_.settings().zdotdir && shell::shell_kind_of(wanted.shell_path) == ShellKind::Zsh) {
    // The editor's own injection does not get through to this zsh: ours goes by ZDOTDIR, and the editor reads its
    // marks.
    if (const auto launch = context_.shell_files.launch_for_editor(wanted.shell_path, use_by_agent(context_)))
      request.env.insert(launch->env.begin(), launch->env.end());
  }
  ask_for(request);
  return std::nullopt;
}

Delivery EventsDriver::delivery(const terminal::Terminal& terminal) const {
  const bool executes =
      terminal.identity().integration != terminal::Integration::None && context_.shim.capabilities().execute;
  return executes ? Delivery::EditorExecute : Delivery::EditorTyped;
}

void EventsDriver::describe(const terminal::Terminal& terminal, terminal::ExecutionOptions& options) const {
  options.strips_eol_mark = terminal.shell() == ShellKind::Zsh;
}

void EventsDriver::submit(const terminal::Terminal& terminal, const shell::SubmissionPlan& plan,
                          Shim::Submitted submitted) const {
  context_.shim.submit(terminal.id(), plan.text, plan.mode, std::move(submitted));
}

void EventsDriver::type(const terminal::Terminal& terminal, std::string_view text) const {
  context_.shim.send_input(terminal.id(), text);
}

void EventsDriver::drop_rest_of_line(const terminal::Terminal& terminal) const {
  if (const auto& pid = terminal.identity().pid) context_.processes.drop_rest_of_line_of(*pid);
}

/// No Ctrl+C beside a signal: it would reach the shell that is just about to say that the command has ended.
void EventsDriver::stop(const terminal::Terminal& terminal, StopStep step) const {
  const bool signals = step != StopStep::Interrupt && terminal.identity().pid;
  if (signals) context_.processes.stop_tree_below(*terminal.identity().pid, step);
  if (step == StopStep::Kill || step == StopStep::EndShell) return context_.shim.dispose(terminal.id());
  if (!signals) context_.shim.interrupt(terminal.id());
}

bool EventsDriver::end(const terminal::Terminal& terminal) const {
  if (!context_.shim.capabilities().dispose) return false;
  context_.shim.dispose(terminal.id());
  return true;
}

base::Expected<std::optional<terminal::Terminal>, std::string> BytesDriver::create(const WantedTerminal& wanted) {
  CreateTerminal request = request_for(wanted);
  if (context_.can_own) {
    auto launch = context_.shell_files.launch_for_editor(wanted.shell_path, use_by_agent(context_));
    if (!launch) return base::unexpected(to_string(launch.error()));
    request.argv = launch->argv;
    request.env.insert(launch->env.begin(), launch->env.end());
    launched_.insert_or_assign(request.request_id, std::move(*launch));
  }
  ask_for(request);
  return std::nullopt;
}

void BytesDriver::opened(terminal::Identity& terminal, const std::string& request) {
  const auto launch = launched_.extract(request);
  if (launch.empty()) return;
  const ShellLaunch& how = launch.mapped();
  terminal.nonce = how.nonce;
  terminal.start_mark = how.start_mark;
  terminal.command_file = how.envelope_path;
  if (terminal.shell == ShellKind::Unknown && !how.argv.empty())
    terminal.shell = shell::shell_kind_of(how.argv.front());
}

Delivery BytesDriver::delivery(const terminal::Terminal& terminal) const { return delivery_with_integration(terminal); }

}  // namespace termhost::host
