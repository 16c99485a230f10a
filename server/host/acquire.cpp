// A terminal for a call: an idle one, one after a `cd`, a new one of the editor or our own, or patience.
#include <algorithm>

#include <fmt/format.h>

#include "host/host.hpp"
#include "text/position.hpp"

namespace termhost::host {
namespace {

using terminal::ChoiceKind;
using terminal::Source;
using tool::RunEvent;

constexpr base::Millis look_interval{1000};

/// Environment of terminals that an editor creates for us: programs must not wait for a person (vscode.md 8.3).
std::map<std::string, std::string> mirrored_environment(const Settings& settings) {
  std::map<std::string, std::string> env{
      {"TERMHOST", "1"},
      {"PAGER", "cat"},
      {"GIT_PAGER", "cat"},
      {"GH_PAGER", "cat"},
      {"GIT_EDITOR", ":"},
      {"GIT_TERMINAL_PROMPT", "0"},
      {"DEBIAN_FRONTEND", "noninteractive"},
  };
  if (settings.zsh_clear_eol_mark) env["PROMPT_EOL_MARK"] = "";
  if (settings.zsh_oh_my) env["ITERM_SHELL_INTEGRATION_INSTALLED"] = "Yes";
  if (settings.zsh_p10k) env["POWERLEVEL9K_TERM_SHELL_INTEGRATION"] = "true";
  if (settings.command_delay.count() > 0) {
    env["PROMPT_COMMAND"] = fmt::format("sleep {}", static_cast<double>(settings.command_delay.count()) / 1000.0);
  }
  return env;
}

/// Of a command line, to name it by.
std::string first_words(std::string_view line) {
  constexpr std::size_t most = 60;
  line = line.substr(0, line.find('\n'));
  if (line.size() <= most) return std::string(line);
  return std::string(text::code_point_prefix(line, most)) + "…";
}

}  // namespace

std::string Host::shell_path_for(const ExecuteRequest& request) const {
  return request.shell.empty() ? environment_.default_shell : request.shell;
}

bool Host::wants_mirrored(const ExecuteRequest& request) const {
  if (request.pipes || ports_.shim == nullptr || settings_.terminals == TerminalsPreference::Owned) return false;
  return ports_.shim->capabilities().terminals;
}

terminal::TerminalWish Host::wish_of(const Call& call) const {
  terminal::TerminalWish wish;
  wish.cwd = call.request.cwd;
  wish.task = call.request.task;
  if (const auto place = places_.find(wish.task); place != places_.end()) wish.last = place->second.terminal;
  wish.env = call.request.env;
  wish.shell = call.request.shell;
  wish.required_cwd = call.request.required_cwd;
  if (settings_.terminals == TerminalsPreference::Owned) wish.source = Source::Owned;
  return wish;
}

/// Terminals that were asked for and are not in the registry yet.
std::size_t Host::being_created() const { return creating_.size(); }

void Host::acquire(Call& call) {
  call.acquisition = Acquisition::None;
  if (call.request.pipes || call.request.alone) return open_pipes(call);
  see_untold_terminals();
  const terminal::TerminalWish wish = wish_of(call);
  const terminal::Choice choice = registry_.choose(wish, being_created());
  switch (choice.kind) {
    case ChoiceKind::Reuse: return take(call, *registry_.find(choice.terminal), false);
    case ChoiceKind::ReuseAfterCd: return take(call, *registry_.find(choice.terminal), true);
    case ChoiceKind::Create: return create_terminal(call);
    case ChoiceKind::Wait: break;
  }
  const auto& all = registry_.all();
  if (std::any_of(all.begin(), all.end(), [](const auto& entry) { return entry.second.resting; })) {
    waiting_.push_back(call.id);  // for a moment only: the agent need not hear of it
    return;
  }
  if (const auto idle = registry_.expendable(wish); idle && give_up(*registry_.find(*idle)))
    return create_terminal(call);
  queue(call);
}

/// Makes room for another terminal. False: the editor can't close this one.
bool Host::give_up(terminal::Terminal& old) {
  if (old.source == Source::Owned) {
    old.closed = true;
    ports_.owned->close(old.id);
    return true;
  }
  if (ports_.shim == nullptr || !ports_.shim->capabilities().dispose) return false;
  old.closed = true;
  ports_.shim->dispose(old.id);
  return true;
}

void Host::queue(Call& call) {
  const bool first_time = call.execution.empty();
  if (first_time) call.execution = next_execution_id();
  call.acquisition = Acquisition::Queued;
  waiting_.push_back(call.id);
  look_again_later();
  if (first_time) notify(call.id, RunEvent::Queued);
}

const Call* Host::queued_call(const base::ExecutionId& execution) const {
  for (const auto& [id, call] : calls_) {
    if (call.execution == execution && call.told_waiting) return &call;
  }
  return nullptr;
}

/// What frees a terminal without a word is only found by looking.
void Host::look_again_later() {
  if (look_armed_) return;
  look_armed_ = true;
  ports_.scheduler->after(look_interval, [this] {
    look_armed_ = false;
    see_untold_terminals();
    if (!waiting_.empty()) look_again_later();
  });
}

/// Terminals that can't say when their command ends: the kernel can, where it knows the shell.
void Host::see_untold_terminals() {
  std::vector<base::ExecutionId> ended;
  for (auto& [id, t] : registry_.all()) {
    const ExecutionRecord* record = record_of(t.current);
    const bool untold = t.source == Source::Events && t.integration == terminal::Integration::None && t.ours;
    if (!untold || record == nullptr || record->call || !t.pid || ports_.owned == nullptr) continue;
    const auto view = ports_.owned->look_at_shell(*t.pid);
    if (!view || view->has_children) continue;
    if (!view->cwd.empty()) t.cwd = view->cwd;
    ended.push_back(t.current);
  }
  for (const base::ExecutionId& id : ended) {
    if (ExecutionRecord* record = record_of(id))
      end(*record, terminal::ExecutionEvent::TerminalClosed, {.drained = false});
  }
}

/// What the agent's terminals are busy with, for one who waits; at most three of them by name.
std::string Host::what_holds_terminals(const base::TaskId& task) const {
  constexpr std::size_t named = 3;
  std::string held;
  std::size_t count = 0;
  for (const auto& [id, t] : registry_.all()) {
    if (!t.ours || t.idle() || t.closed) continue;
    const auto record = executions_.find(t.current);
    if (record == executions_.end() || ++count > named) continue;
    const bool persons = record->second.execution.origin() == terminal::Origin::Person;
    const bool others = record->second.task != task;
    held += held.empty() ? "" : ", ";
    held += persons  ? "a command of the person's"
            : others ? "a command of another task"
                     : fmt::format("execution {} ({})", t.current.str(), first_words(record->second.line()));
  }
  if (count > named) held += fmt::format(" and {} more", count - named);
  return held.empty() ? "all terminals are being prepared" : "all terminals are busy: " + held;
}

void Host::wake_waiting() {
  if (closing_ || waiting_.empty()) return;
  std::list<CallId> candidates;
  candidates.swap(waiting_);
  for (const CallId id : candidates) {
    if (Call* call = find_call(id)) acquire(*call);
  }
}

void Host::create_terminal(Call& call) {
  if (registry_.all().size() >= max_open_terminals)
    return fail_to_start(call, fmt::format("{} terminals are open already; close one", max_open_terminals));
  if (wants_mirrored(call.request)) return create_mirrored(call);
  create_owned(call);
}

void Host::create_mirrored(Call& call) {
  const ShimCapabilities capabilities = ports_.shim->capabilities();
  CreateTerminal request;
  request.request_id = fmt::format("request-{}", ++last_request_);
  request.cwd = call.request.cwd;
  request.name = "termhost";
  request.env = mirrored_environment(settings_);
  request.env.insert(environment_.terminal_variables.begin(), environment_.terminal_variables.end());
  request.task = call.request.task;
  if (!call.request.shell.empty()) request.shell = call.request.shell;
  if (capabilities.source == Source::Bytes && ports_.owned != nullptr) {
    auto launch = ports_.owned->launch_for_editor(shell_path_for(call.request));
    if (!launch) return fail_to_start(call, to_string(launch.error()));
    request.argv = launch->argv;
    request.env.insert(launch->env.begin(), launch->env.end());
    launched_[request.request_id] = *launch;
  }
  const bool own_zdotdir =
      settings_.zdotdir && shell::shell_kind_of(shell_path_for(call.request)) == shell::ShellKind::Zsh;
  if (own_zdotdir && capabilities.source == Source::Events && ports_.owned != nullptr) {
    // The editor's own injection does not get through to this zsh: ours goes by ZDOTDIR, and the editor reads its
    // marks.
    if (const auto launch = ports_.owned->launch_for_editor(shell_path_for(call.request)))
      request.env.insert(launch->env.begin(), launch->env.end());
  }
  creating_[request.request_id] = {call.id, call.request.shell};
  call.acquisition = Acquisition::AwaitingShell;
  call.integration_timer =
      ports_.scheduler->after(settings_.shell_integration_timeout, [this, id = call.id] { integration_missing(id); });
  ports_.shim->create_terminal(
      request, [this, id = call.id, request](base::Expected<base::TerminalId, std::string> created) {
        Call* waiting = find_call(id);
        if (!created) {
          creating_.erase(request.request_id);
          if (waiting != nullptr)
            fail_to_start(*waiting, fmt::format("the editor could not create a terminal: {}", created.error()));
          return;
        }
        TerminalFacts facts;
        facts.cwd = request.cwd;
        facts.name = request.name;
        facts.request_id = request.request_id;
        terminal_opened(*created, facts);
      });
}

/// The shell integration of a new terminal did not come in time: another way, or an honest end (setting `fallback`).
void Host::integration_missing(CallId id) {
  Call* call = find_call(id);
  if (call == nullptr) return;
  call->integration_timer.reset();
  if (call->machine.state() != tool::RunState::AwaitingTerminal) return;
  terminal::Terminal* opened = registry_.find(call->terminal);
  if (settings_.fallback == Fallback::Plain || ports_.owned == nullptr) {
    if (opened != nullptr) return take_plain(*call, *opened);
    call->acquisition = Acquisition::AwaitingOpen;
    return;
  }
  if (opened != nullptr && !give_up(*opened)) opened->poisoned = true;
  call->terminal = {};
  create_owned(*call);
}

/// Without integration, as the setting `fallback` wishes.
void Host::take_plain(Call& call, terminal::Terminal& terminal) {
  terminal.ready = true;
  take(call, terminal, false);
}

void Host::create_owned(Call& call) {
  if (ports_.owned == nullptr) return fail_to_start(call, "there is no terminal that could run it");
  const base::TerminalId id(fmt::format("owned-{}", ++last_owned_));
  OwnedShell shell;
  shell.path = shell_path_for(call.request);
  shell.kind = shell::shell_kind_of(shell.path);
  if (shell.kind == shell::ShellKind::Unknown) return open_pipes(call);  // it could not tell where a command ends
  shell.cwd = call.request.cwd;
  shell.env = call.request.env;
  shell.env.insert(environment_.terminal_variables.begin(), environment_.terminal_variables.end());
  shell.columns = settings_.owned_columns;
  shell.rows = settings_.owned_rows;
  const auto opened = ports_.owned->open(id, shell);
  if (!opened) return fail_to_start(call, to_string(opened.error()));
  terminal::Terminal terminal;
  terminal.id = id;
  terminal.name = "termhost";
  terminal.source = Source::Owned;
  terminal.ours = true;
  terminal.shell = shell.kind;
  terminal.shell_path = shell.path;
  terminal.asked_shell = call.request.shell;
  terminal.awaited = true;
  terminal.pid = opened->pid;
  terminal.cwd = shell.cwd;
  terminal.env = call.request.env;
  terminal.integration = opened->nonce.empty() ? terminal::Integration::None : terminal::Integration::Owned;
  terminal.task = call.request.task;
  terminal.columns = shell.columns;
  terminal.rows = shell.rows;
  terminal.nonce = opened->nonce;
  terminal.envelope_path = opened->envelope_path;
  terminal.start_mark = opened->start_mark;
  terminal.stream.emplace(terminal::BoundaryArbiter::owned(opened->nonce));
  registry_.add(std::move(terminal));
  screens_.insert_or_assign(id, TerminalScreen{text::Renderer({.columns = shell.columns, .rows = shell.rows}), {}});
  call.terminal = id;
  call.acquisition = Acquisition::AwaitingShell;
  if (ports_.shim != nullptr && ports_.shim->capabilities().owned) {
    CreateTerminal shown;
    shown.request_id = id.str();
    shown.cwd = shell.cwd;
    shown.name = "termhost";
    shown.task = call.request.task;
    shown.owned = id;
    shown.nonce = opened->nonce;
    ports_.shim->create_terminal(shown, [](const base::Expected<base::TerminalId, std::string>&) {});
  }
}

void Host::open_pipes(Call& call) {
  if (ports_.owned == nullptr) return fail_to_start(call, "there is nothing here that could run it");
  const base::TerminalId id(fmt::format("pipes-{}", ++last_owned_));
  OwnedShell shell;
  shell.path = shell_path_for(call.request);
  shell.kind = shell::shell_kind_of(shell.path);
  shell.cwd = call.request.cwd;
  shell.columns = settings_.owned_columns;
  shell.rows = settings_.owned_rows;
  shell.pipes_command = call.request.command;
  shell.on_terminal = call.request.alone;
  shell.env = call.request.env;
  shell.env.insert(environment_.terminal_variables.begin(), environment_.terminal_variables.end());
  terminal::Terminal terminal;
  terminal.id = id;
  terminal.source = Source::Pipes;
  terminal.ours = true;
  terminal.shell = shell.kind;
  terminal.shell_path = shell.path;
  terminal.cwd = shell.cwd;
  terminal.integration = terminal::Integration::Pipes;
  terminal.task = call.request.task;
  terminal.columns = shell.columns;
  terminal.rows = shell.rows;
  registry_.add(std::move(terminal));
  call.terminal = id;
  const auto opened = ports_.owned->open(id, shell);
  if (!opened) {
    registry_.remove(id);
    return fail_to_start(call, to_string(opened.error()));
  }
  take(call, *registry_.find(id), false);
}

void Host::terminal_ready(terminal::Terminal& terminal) {
  terminal.resting = false;
  if (terminal.ready) return;
  terminal.ready = true;
  for (auto& [id, call] : calls_) {
    if (call.terminal != terminal.id || call.machine.state() != tool::RunState::AwaitingTerminal) continue;
    if (call.integration_timer) ports_.scheduler->cancel(*call.integration_timer);
    call.integration_timer.reset();
    return take(call, terminal, !terminal::same_directory(terminal.cwd, call.request.cwd));
  }
  wake_waiting();
}

void Host::take(Call& call, terminal::Terminal& terminal, bool cd_first) {
  terminal.awaited = false;
  if (const std::string wrong = wrong_shell(call, terminal); !wrong.empty()) {
    terminal.asked_shell.clear();
    return fail_to_start(call, wrong);
  }
  if (terminal.line_of_person) {  // they began to type while it was being prepared: it is theirs now
    call.terminal = {};
    return acquire(call);
  }
  terminal.task = call.request.task;
  call.terminal = terminal.id;
  if (cd_first) {
    call.acquisition = Acquisition::ChangingDirectory;
    return submit_cd(call);
  }
  call.acquisition = Acquisition::None;
  ExecutionRecord& record = announce(terminal, terminal::Origin::Submitted, call.request.command, &call);
  record.usual_shell_runs = usual_shell_runs(call, terminal);
  remember_place(call.request.task, terminal);
  call.execution = record.execution.id();
  notify(call.id, RunEvent::TerminalReady);
}

/// Empty, or that the editor opened another shell than the one that was asked for. `sh` proves nothing: VS Code tells
/// the name of what runs in the terminal at that moment.
std::string Host::wrong_shell(const Call& call, const terminal::Terminal& terminal) const {
  const shell::ShellKind wanted = shell::shell_kind_of(call.request.shell);
  const bool known = wanted != shell::ShellKind::Unknown && terminal.shell != shell::ShellKind::Unknown &&
                     terminal.shell != shell::ShellKind::Dash;
  if (call.request.shell.empty() || !known || wanted == terminal.shell) return {};
  return fmt::format("the editor opened {} where {} was asked for", shell::to_string(terminal.shell),
                     call.request.shell);
}

void Host::fail_to_start(Call& call, std::string reason) {
  call.reason = std::move(reason);
  notify(call.id,
         call.machine.state() == tool::RunState::AwaitingStart ? RunEvent::SubmitFailed : RunEvent::TerminalFailed);
}

}  // namespace termhost::host
