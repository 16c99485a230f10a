#include "host/terminals/owned_drivers.hpp"

#include <utility>

#include <fmt/format.h>

#include "host/terminals/editor_drivers.hpp"

namespace termhost::host {

using shell::Delivery;
using terminal::Integration;
using terminal::Source;

OwnedShell PipesDriver::shell_for(const WantedTerminal& wanted) const {
  OwnedShell shell;
  shell.path = wanted.shell_path;
  shell.kind = shell::shell_kind_of(shell.path);
  shell.cwd = wanted.cwd;
  shell.env = wanted.env;
  shell.sandbox = wanted.sandbox;
  const auto& variables = context_.configuration.environment().terminal_variables;
  shell.env.insert(variables.begin(), variables.end());
  shell.columns = context_.settings().owned_columns;
  shell.rows = context_.settings().owned_rows;
  shell.startup_files = wanted.startup_problem.empty();
  // Trials end and outside shells do not see them; a shell in another sandbox stays
  const bool in_trial = wanted.sandbox.level == sandbox::Level::Trial;
  shell.tells_state = in_trial || (!wanted.sandbox.is_on() && context_.configuration.sandbox().is_on());
  return shell;
}

terminal::Identity PipesDriver::identity_of(const WantedTerminal& wanted, const OwnedShell& shell) {
  return {.id = base::TerminalId(wanted.name),
          .ours = true,
          .shell = shell.kind,
          .shell_path = shell.path,
          .asked_shell = wanted.shell,
          .env = wanted.env,
          .sandbox = wanted.sandbox,
          .columns = shell.columns,
          .rows = shell.rows};
}

base::Expected<std::optional<terminal::Terminal>, std::string> PipesDriver::create(const WantedTerminal& wanted) {
  OwnedShell shell = shell_for(wanted);
  shell.pipes_command = wanted.command;
  shell.on_terminal = wanted.on_terminal;
  const auto opened = context_.owned.open(base::TerminalId(wanted.name), shell);
  if (!opened) return base::unexpected(to_string(opened.error()));
  terminal::Identity identity = identity_of(wanted, shell);  // without a pid: no shell that could be looked at
  identity.source = Source::Pipes;
  identity.integration = Integration::Pipes;
  return terminal::Terminal(std::move(identity), shell.cwd, wanted.task, wanted.startup_problem);
}

void PipesDriver::describe(const terminal::Terminal&, terminal::ExecutionOptions& options) const {
  options.log.render.newline = text::Newline::Lf;
  options.stderr_id.emplace();  // named when the execution is
}

void PipesDriver::stop(const terminal::Terminal& terminal, StopStep step) const {
  context_.owned.stop(terminal.id(), step);
}

bool PipesDriver::end(const terminal::Terminal& terminal) const {
  context_.owned.close(terminal.id());
  return true;
}

base::Expected<std::optional<terminal::Terminal>, std::string> OwnedDriver::create(const WantedTerminal& wanted) {
  OwnedShell shell = shell_for(wanted);
  shell.kept = context_.settings().keep_terminals > 0;
  const auto opened = context_.owned.open(base::TerminalId(wanted.name), shell);
  if (!opened) return base::unexpected(to_string(opened.error()));
  terminal::Identity identity = identity_of(wanted, shell);
  identity.name = "termhost";
  if (identity.sandbox.is_on()) identity.name += fmt::format(" ({})", to_string(identity.sandbox.level));
  identity.source = Source::Owned;
  identity.pid = opened->pid;
  identity.integration = opened->nonce.empty() ? Integration::None : Integration::Owned;
  identity.nonce = opened->nonce;
  identity.command_file = opened->envelope_path;
  identity.start_mark = opened->start_mark;
  identity.spare = wanted.spare;
  terminal::Terminal terminal(std::move(identity), shell.cwd, wanted.task, wanted.startup_problem);
  if (!wanted.spare) show(terminal);
  return terminal;
}

void OwnedDriver::drop_rest_of_line(const terminal::Terminal& terminal) const {
  context_.owned.drop_rest_of_line(terminal.id());
}

/// Asks the editor for a view of it.
void OwnedDriver::show(const terminal::Terminal& terminal) const {
  if (!context_.shim.capabilities().owned) return;
  CreateTerminal view;
  view.request_id = terminal.id().str();
  view.cwd = terminal.cwd();
  view.name = terminal.identity().name;
  view.task = terminal.work.task();
  view.owned = terminal.id();
  view.nonce = terminal.identity().nonce;
  context_.shim.create_terminal(view, [](const base::Expected<base::TerminalId, std::string>&) {});
}

std::vector<Holder> OwnedDriver::holders(const terminal::Terminal& terminal) const {
  return context_.processes.holders(terminal.id());
}

bool OwnedDriver::shell_in_foreground(const terminal::Terminal& terminal) const {
  return context_.processes.foreground_is_shell(terminal.id());
}

Delivery OwnedDriver::delivery(const terminal::Terminal& terminal) const { return delivery_with_integration(terminal); }

void OwnedDriver::submit(const terminal::Terminal& terminal, const shell::SubmissionPlan& plan,
                         Shim::Submitted /*submitted*/) const {
  context_.owned.write(terminal.id(), plan.text);
}

void OwnedDriver::type(const terminal::Terminal& terminal, std::string_view text) const {
  context_.owned.write(terminal.id(), text);
}

void OwnedDriver::drop_unread_input(const terminal::Terminal& terminal) const {
  context_.owned.drop_unread_input(terminal.id());
}

bool OwnedDriver::repair_output_modes(const terminal::Terminal& terminal) const {
  return context_.owned.repair_output_modes(terminal.id());
}

void OwnedDriver::resize(const terminal::Terminal& terminal, int columns, int rows) const {
  context_.owned.resize(terminal.id(), columns, rows);
}

void OwnedDriver::gone(const terminal::Terminal& terminal) const {
  const bool has_view = context_.shim.capabilities().owned && !terminal.identity().spare;
  if (has_view) context_.shim.dispose(terminal.id());
}

std::unique_ptr<TerminalDriver> make_driver(Source source, const HostContext& context) {
  switch (source) {
    case Source::Events: return std::make_unique<EventsDriver>(context);
    case Source::Bytes: return std::make_unique<BytesDriver>(context);
    case Source::Owned: return std::make_unique<OwnedDriver>(context);
    case Source::Pipes: return std::make_unique<PipesDriver>(context);
  }
  return std::make_unique<EventsDriver>(context);
}

}  // namespace termhost::host
