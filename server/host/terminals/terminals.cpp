#include "host/terminals/terminals.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "shell/syntax/shell_names.hpp"

namespace termhost::host {
namespace {

using shell::ShellKind;
using terminal::Integration;
using terminal::Source;
using terminal::Terminal;

constexpr std::size_t early_bytes = 64 * 1024;

/// Editors tell the name of what runs in a terminal, which need not be its shell: other programs teach nothing, nor
/// does an `sh` where the shell is known, as in `sh -c …`.
void learn_shell(Terminal& t, const std::string& name) {
  if (!shell::is_shell_name(name)) return;
  const ShellKind kind = shell::shell_kind_of(name);
  if (kind == ShellKind::Dash && t.shell != ShellKind::Unknown) return;
  t.shell = kind;
}

}  // namespace

Terminals::Terminals(const HostContext& context)
    : context_(context), registry_(static_cast<std::size_t>(context.settings().max_terminals)) {
  for (const Source source : {Source::Events, Source::Bytes, Source::Owned, Source::Pipes})
    drivers_[static_cast<std::size_t>(source)] = make_driver(source, context_);
}

Effects Terminals::create_mirrored(CallId call, WantedTerminal wanted) {
  wanted.name = fmt::format("request-{}", ++last_request_);
  creating_.insert_or_assign(wanted.name, Creation{call, wanted.shell});
  const auto asked = driver(context_.shim.capabilities().source).create(wanted);
  if (asked) return {};
  (void)take_creation(wanted.name);
  return {effect::CreationRefused{call, asked.error()}};
}

Effects Terminals::create_ours(CallId call, Source source, WantedTerminal wanted) {
  wanted.name = fmt::format("{}-{}", source == Source::Pipes ? "pipes" : "owned", ++last_owned_);
  auto opened = driver(source).create(wanted);
  if (!opened) return {effect::FailCall{call, opened.error()}};
  Terminal& t = registry_.add(std::move(**opened));
  add_stream(t);
  return {effect::TerminalThere{call, t.id}};
}

/// Where its bytes come to us, they are read as the shell's story.
void Terminals::add_stream(Terminal& t) {
  if (!driver(t).tells_bytes() || t.stream) return;
  t.stream.emplace(t.nonce.empty() ? terminal::BoundaryArbiter::bytes() : terminal::BoundaryArbiter::owned(t.nonce));
  screens_.insert_or_assign(t.id, Screen{text::Renderer({.columns = t.columns, .rows = t.rows}), {}});
}

std::optional<Terminals::Creation> Terminals::take_creation(const std::string& request) {
  const auto found = creating_.extract(request);
  if (creating_.empty()) {
    early_bytes_.clear();
    closed_early_.clear();
  }
  return found.empty() ? std::nullopt : std::optional(found.mapped());
}

Effects Terminals::opened(const event::TerminalOpened& event) {
  Terminal* known = find(event.terminal);
  if (known != nullptr && driver(*known).run_by_us()) return {};
  if (known == nullptr && closed_early_.erase(event.terminal) > 0) return never_there(event.facts.request_id);
  if (known == nullptr) {
    if (registry_.all().size() >= max_open_terminals) return {};
    Terminal fresh;
    fresh.id = event.terminal;
    fresh.source = context_.shim.capabilities().source;
    known = &registry_.add(std::move(fresh));
    std::erase(closed_, event.terminal);  // the name is used again
  }
  Terminal& t = *known;
  const int columns = t.columns, rows = t.rows;
  learn(t, event.facts);
  auto early = early_bytes_.extract(t.id);
  const std::optional<Creation> creation = take_creation(event.facts.request_id);
  if (creation) {
    t.ours = true;
    t.asked_shell = creation->shell;
    driver(t).opened(t, event.facts.request_id);
    const bool odd_shell = t.shell == ShellKind::Unknown && shell::is_shell_name(event.facts.shell);
    if (t.shell == ShellKind::Unknown && t.nonce.empty() && !odd_shell)
      t.shell = context_.configuration.default_shell();
  }
  add_stream(t);
  Effects effects;
  if (t.columns != columns || t.rows != rows) effects.push_back(effect::Resized{t.id});
  if (creation) effects.push_back(effect::TerminalThere{creation->call, t.id});
  if (event.facts.integration) append(effects, integration_changed({t.id, *event.facts.integration, {}, {}}));
  if (!early.empty()) {
    effects.push_back(effect::Consume{t.id, Chunk(early.mapped())});
    std::get<effect::Consume>(effects.back()).bytes.keep();
  }
  return effects;
}

Effects Terminals::never_there(const std::string& request) {
  const std::optional<Creation> creation = take_creation(request);
  if (!creation) return {};
  driver(context_.shim.capabilities().source).refused(request);
  return {effect::CreationRefused{creation->call, "its terminal was closed at once"}};
}

void Terminals::learn(Terminal& t, const TerminalFacts& facts) {
  if (!facts.name.empty()) t.name = facts.name;
  if (facts.pid) t.pid = facts.pid;
  told_directory(t, facts.cwd);
  if (facts.source) t.source = *facts.source;
  if (facts.columns && facts.rows) resized(t, *facts.columns, *facts.rows);
  if (!facts.shell_path.empty()) t.shell_path = facts.shell_path;
  learn_shell(t, facts.shell_path);
  learn_shell(t, facts.shell);
}

Effects Terminals::creation_failed(const event::CreationFailed& event) {
  const std::optional<Creation> creation = take_creation(event.request_id);
  if (!creation) return {};
  driver(context_.shim.capabilities().source).refused(event.request_id);
  return {
      effect::CreationRefused{creation->call, fmt::format("the editor could not create a terminal: {}", event.why)}};
}

Effects Terminals::integration_changed(const event::IntegrationChanged& event) {
  Effects effects;
  if (was_closed(event.terminal)) return effects;
  if (find(event.terminal) == nullptr) effects = opened({event.terminal, {}});
  Terminal* t = find(event.terminal);
  if (t == nullptr || driver(*t).run_by_us()) return effects;
  if (event.integration != Integration::None) t->integration = event.integration;
  told_directory(*t, event.cwd);
  learn_shell(*t, event.shell);
  if (!driver(*t).tells_bytes() && event.integration != Integration::None) effects.push_back(effect::ShellReady{t->id});
  return effects;
}

Effects Terminals::printed(const event::TerminalPrinted& event) {
  const Terminal* t = find(event.terminal);
  if (t != nullptr && !driver(*t).run_by_us() && t->stream) return {effect::Consume{t->id, event.chunk}};
  const bool too_many = early_bytes_.size() >= max_open_terminals && !early_bytes_.contains(event.terminal);
  if (t != nullptr || creating_.empty() || too_many) return {};
  std::string& kept = early_bytes_[event.terminal];  // it is printed to before it is told of
  kept.append(event.chunk.bytes().substr(0, early_bytes - kept.size()));
  return {};
}

void Terminals::resized(Terminal& t, int columns, int rows) {
  if (columns < 1 || rows < 1) return;
  t.columns = columns;
  t.rows = rows;
  driver(t).resize(t, columns, rows);
  if (const auto screen = screens_.find(t.id); screen != screens_.end()) screen->second.renderer.resize(columns, rows);
}

/// The person typed.
void Terminals::touched(Terminal& t) {
  t.typed_since_line = true;
  if (t.current.empty()) t.line_of_person = true;
  if (!t.current.empty() && !t.typed_ahead) t.typed_ahead = !awaits_input(t);
}

void Terminals::print_outside_commands(const Terminal& t, std::string_view bytes) {
  Screen& screen = screens_.at(t.id);
  screen.renderer.write(bytes, screen.discarded);
  screen.discarded.clear();
}

std::string Terminals::take_replies(const Terminal& t) { return screens_.at(t.id).renderer.take_replies(); }

bool Terminals::pastes_in_brackets(const Terminal& t) const {
  const auto screen = screens_.find(t.id);
  return screen != screens_.end() && screen->second.renderer.key_modes().bracketed_paste;
}

bool Terminals::mark_idle(Terminal& t) {
  if (t.reports_untrusted && driver(t).run_by_us()) return !driver(t).end(t);
  t.idle_since = context_.now();
  t.pending_input.clear();
  if (std::exchange(t.typed_ahead, false)) t.line_of_person = true;
  return true;
}

bool Terminals::give_up(Terminal& t) {
  if (!driver(t).end(t)) return false;
  t.closed = true;
  return true;
}

void Terminals::remove(const base::TerminalId& id) {
  const Terminal* t = find(id);
  if (t == nullptr) {
    if (!creating_.empty() && closed_early_.size() < max_open_terminals) closed_early_.insert(id);
    return;
  }
  driver(*t).gone(*t);
  context_.configuration.defined_names().forget(id.str());
  screens_.erase(id);
  closed_.push_front(id);
  if (closed_.size() > max_open_terminals) closed_.pop_back();
  registry_.remove(base::TerminalId(id));
}

bool Terminals::was_closed(const base::TerminalId& id) const {
  return std::find(closed_.begin(), closed_.end(), id) != closed_.end();
}

void Terminals::close_ours() {
  for (const auto& [id, t] : registry_.all()) {
    if (driver(t).run_by_us() && !t.closed) (void)driver(t).end(t);
  }
}

/// While the shell has not moved, its directory keeps the name that the editor has for it.
void Terminals::see_directory(Terminal& t, bool after_command) const {
  if (t.source != Source::Events) return;
  const auto view = look(t);
  const std::string before = std::exchange(t.kernel_cwd, view ? view->cwd : "");
  const bool comparable = !before.empty() && !t.kernel_cwd.empty();
  if (comparable && t.kernel_cwd != before) t.cwd = t.kernel_cwd;
  if (after_command) t.cwd_doubtful = !comparable && t.kernel_cwd != t.cwd;
}

void told_directory(Terminal& t, const std::string& cwd) {
  if (cwd.empty()) return;
  t.cwd = cwd;
  t.cwd_doubtful = false;
}

std::optional<ShellView> Terminals::look(const Terminal& t) const {
  return t.pid ? context_.processes.look_at_shell(*t.pid) : std::nullopt;
}

bool stands_in(const Terminal& t, const std::string& directory, Processes& processes) {
  const bool by_name = terminal::same_directory(t.cwd, directory);
  // A sandbox has names of its own, and PowerShell a location that is not its process's.
  if (!t.pid || t.sandbox.is_on() || directory.empty() || t.shell == ShellKind::PowerShell) return by_name;
  return processes.stands_in(*t.pid, directory).value_or(by_name);
}

bool Terminals::awaits_input(const Terminal& t) const {
  const auto view = look(t);
  return view && (view->program_awaits_input || view->shell_awaits_input);
}

terminal::SeenTree Terminals::process_tree(const Terminal& t, bool with_ports) const {
  return t.pid ? context_.processes.process_tree(t.id, *t.pid, with_ports) : terminal::SeenTree();
}

std::optional<terminal::InputReader> Terminals::input_reader(const Terminal& t) const {
  return t.pid ? context_.processes.input_reader(*t.pid) : std::nullopt;
}

}  // namespace termhost::host
