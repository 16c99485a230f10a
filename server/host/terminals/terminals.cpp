#include "host/terminals/terminals.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "shell/syntax/shell_names.hpp"
#include "vt/answers.hpp"

namespace termhost::host {
namespace {

using shell::ShellKind;
using terminal::Identity;
using terminal::Integration;
using terminal::Source;
using terminal::Terminal;

constexpr std::size_t early_bytes = 64 * 1024;

/// Editors tell the name of what runs in a terminal, which need not be its shell: other programs teach nothing, nor
/// does an `sh` where the shell is known, as in `sh -c …`.
void learn_shell(Identity& known, const std::string& name) {
  if (!shell::is_shell_name(name)) return;
  const ShellKind kind = shell::shell_kind_of(name);
  if (kind == ShellKind::Dash && known.shell != ShellKind::Unknown) return;
  known.shell = kind;
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
  wanted.name = name_of_ours(source, wanted.sandbox);
  auto opened = driver(source).create(wanted);
  if (!opened) return {effect::FailCall{call, opened.error()}};
  Terminal& t = registry_.add(std::move(**opened));
  add_stream(t);
  return {effect::TerminalThere{call, t.id()}};
}

Terminal& Terminals::take_over(Terminal terminal, terminal::ShellStream stream) {
  Terminal& t = registry_.add(std::move(terminal));
  add_stream(t);
  t.read_bytes(std::optional(std::move(stream)));
  driver(t).show(t);
  return t;
}

/// Trials are numbered apart: a spare shell, which nobody has seen, takes no number of another terminal.
std::string Terminals::name_of_ours(Source source, const sandbox::Sandbox& sandbox) {
  if (source == Source::Pipes) return fmt::format("pipes-{}", ++last_owned_);
  if (sandbox.only_reads) return fmt::format("reading-{}", ++last_reading_);
  if (sandbox.level == sandbox::Level::Trial) return fmt::format("trial-{}", ++last_trial_);
  return fmt::format("owned-{}", ++last_owned_);
}

bool Terminals::create_spare(WantedTerminal wanted) {
  if (registry_.all().size() >= max_open_terminals) return false;
  wanted.name = name_of_ours(Source::Owned, wanted.sandbox);
  auto opened = driver(Source::Owned).create(wanted);
  if (opened) add_stream(registry_.add(std::move(**opened)));
  return opened.has_value();
}

/// The bytes of a terminal are read as its shell's events, if they come to us.
void Terminals::add_stream(Terminal& t) {
  if (!driver(t).tells_bytes() || t.has_stream()) return;
  t.read_bytes();
  screens_.insert_or_assign(t.id(),
                            Screen{text::Renderer({.columns = t.identity().columns, .rows = t.identity().rows}), {}});
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
    known = &registry_.add(Terminal({.id = event.terminal, .source = context_.shim.capabilities().source}));
    std::erase(closed_, event.terminal);  // the name is used again
  }
  Terminal& t = *known;
  const int columns = t.identity().columns, rows = t.identity().rows;
  learn(t, event.facts);
  auto early = early_bytes_.extract(t.id());
  const std::optional<Creation> creation = take_creation(event.facts.request_id);
  if (creation) {
    t.learn([&](Identity& learned) {
      learned.ours = true;
      learned.asked_shell = creation->shell;
      driver(t).opened(learned, event.facts.request_id);
      const bool says_nothing = learned.shell == ShellKind::Unknown && learned.nonce.empty();
      if (says_nothing && !shell::is_shell_name(event.facts.shell))
        learned.shell = context_.configuration.default_shell();
    });
  }
  add_stream(t);
  Effects effects;
  if (t.identity().columns != columns || t.identity().rows != rows) effects.push_back(effect::Resized{t.id()});
  if (creation) effects.push_back(effect::TerminalThere{creation->call, t.id()});
  if (event.facts.integration) append(effects, integration_changed({t.id(), *event.facts.integration, {}, {}}));
  if (!early.empty()) {
    effects.push_back(effect::Consume{t.id(), Chunk(early.mapped())});
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
  t.learn([&](Identity& known) {
    if (!facts.name.empty()) known.name = facts.name;
    if (facts.pid) known.pid = facts.pid;
    if (facts.source) known.source = *facts.source;
    if (!facts.shell_path.empty()) known.shell_path = facts.shell_path;
    learn_shell(known, facts.shell_path);
    learn_shell(known, facts.shell);
  });
  t.directory.told(facts.cwd);
  if (facts.columns && facts.rows) resize(t, *facts.columns, *facts.rows);
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
  t->learn([&](Identity& facts) {
    if (event.integration != Integration::None) facts.integration = event.integration;
    learn_shell(facts, event.shell);
  });
  t->directory.told(event.cwd);
  if (!driver(*t).tells_bytes() && event.integration != Integration::None)
    effects.push_back(effect::ShellReady{t->id()});
  return effects;
}

Effects Terminals::printed(const event::TerminalPrinted& event) {
  const Terminal* t = find(event.terminal);
  if (t != nullptr && !driver(*t).run_by_us() && t->has_stream()) return {effect::Consume{t->id(), event.chunk}};
  const bool too_many = early_bytes_.size() >= max_open_terminals && !early_bytes_.contains(event.terminal);
  if (t != nullptr || creating_.empty() || too_many) return {};
  std::string& kept = early_bytes_[event.terminal];  // it is printed to before it is told of
  kept.append(event.chunk.bytes().substr(0, early_bytes - kept.size()));
  return {};
}

Effects Terminals::resized(const event::TerminalResized& event) {
  Terminal* t = find(event.terminal);
  if (t == nullptr || event.columns < 1 || event.rows < 1) return {};
  resize(*t, event.columns, event.rows);
  return {effect::Resized{t->id()}};
}

void Terminals::resize(Terminal& t, int columns, int rows) {
  if (columns < 1 || rows < 1) return;
  t.learn([&](Identity& known) { known.columns = columns, known.rows = rows; });
  driver(t).resize(t, columns, rows);
  if (const auto screen = screens_.find(t.id()); screen != screens_.end())
    screen->second.renderer.resize(columns, rows);
}

/// An answer to a query may stand in the line too.
void Terminals::typed_by_user(const event::PersonTyped& event) {
  Terminal* t = find(event.terminal);
  if (t == nullptr) return;
  t->line.typed();
  const bool by_user = !vt::are_answers(event.text);
  if (by_user && !t->work.busy()) t->line.typed_by_user();
  if (by_user && t->work.busy() && !t->line.typed_ahead() && !awaits_input(*t)) t->line.user_typed_ahead();
  if (!event.text.empty() && driver(*t).run_by_us()) driver(*t).type(*t, event.text);
}

void Terminals::print_outside_commands(const Terminal& t, std::string_view bytes) {
  Screen& screen = screens_.at(t.id());
  screen.renderer.write(bytes, screen.discarded);
  screen.discarded.clear();
}

std::string Terminals::take_replies(const Terminal& t) { return screens_.at(t.id()).renderer.take_replies(); }

bool Terminals::pastes_in_brackets(const Terminal& t) const {
  const auto screen = screens_.find(t.id());
  return screen != screens_.end() && screen->second.renderer.key_modes().bracketed_paste;
}

/// A process that the terminal's commands left in the background still runs.
bool Terminals::runs_something(const Terminal& terminal) const {
  const auto view = look(terminal);
  return view && view->has_children;
}

bool Terminals::mark_idle(Terminal& t) {
  const bool ends_now = t.reports_untrusted() || (t.used_up() && !runs_something(t));
  if (ends_now && driver(t).run_by_us()) return !driver(t).end(t);
  t.work.idle(context_.now());
  t.line.terminal_idle();
  return true;
}

bool Terminals::give_up(const base::TerminalId& id) {
  Terminal* t = find(id);
  if (t == nullptr || !driver(*t).end(*t)) return false;
  t->close();
  return true;
}

void Terminals::retire(const base::TerminalId& id) {
  Terminal* t = find(id);
  if (t == nullptr) return;
  t->use_up();
  if (!runs_something(*t)) (void)give_up(id);
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
    if (driver(t).run_by_us() && !t.closed()) (void)driver(t).end(t);
  }
}

void Terminals::see_directory(Terminal& t, bool after_command) const {
  if (t.identity().source != Source::Events) return;
  const auto view = look(t);
  t.directory.seen(view ? view->cwd : "", after_command);
}

std::optional<ShellView> Terminals::look(const Terminal& t) const {
  return t.identity().pid ? context_.processes.look_at_shell(*t.identity().pid) : std::nullopt;
}

bool stands_in(const Terminal& t, const std::string& directory, Processes& processes) {
  const bool by_name = terminal::same_directory(t.cwd(), directory);
  // A sandbox has names of its own, and PowerShell a location that is not its process's.
  if (!t.identity().pid || t.identity().sandbox.is_on() || directory.empty() || t.shell() == ShellKind::PowerShell)
    return by_name;
  return processes.stands_in(*t.identity().pid, directory).value_or(by_name);
}

bool Terminals::awaits_input(const Terminal& t) const {
  const auto view = look(t);
  return view && (view->program_awaits_input || view->shell_awaits_input);
}

terminal::SeenTree Terminals::process_tree(const Terminal& t, bool with_ports) const {
  return t.identity().pid ? context_.processes.process_tree(t.id(), *t.identity().pid, with_ports)
                          : terminal::SeenTree();
}

std::optional<terminal::InputReader> Terminals::input_reader(const Terminal& t) const {
  return t.identity().pid ? context_.processes.input_reader(*t.identity().pid) : std::nullopt;
}

}  // namespace termhost::host
