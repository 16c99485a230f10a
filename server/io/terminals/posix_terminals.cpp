#include "io/terminals/posix_terminals.hpp"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

#include <fmt/format.h>

#include "io/guard/orphans_posix.hpp"
#include "io/private_folder_posix.hpp"
#include "io/process/process_image.hpp"
#include "io/process/shell_view_posix.hpp"
#include "io/terminals/confined_start.hpp"

namespace termhost::io {
namespace {

using host::OpenedTerminal;
using host::OpenError;
using host::OpenErrorCode;
using host::OwnedShell;

base::Expected<void, OpenError> check_directory(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return {};
  return base::unexpected(
      OpenError{OpenErrorCode::DirectoryNotFound,
                fmt::format("there is no directory '{}' to run in; create it or name another one", path)});
}

/// The variables that everything in the directory inherits: ours, and the directory by the name it was given.
shell::Environment inherited_environment(const std::string& cwd) {
  shell::Environment environment = own_environment();
  environment["PWD"] = cwd;
  return environment;
}

/// Not where what is confined may write: it could be anybody who waits there.
std::string waiting_folder() {
  const auto folder = runtime_folder();
  const std::vector<std::string> usable = runtime_folders();
  const bool may_be = folder && std::find(usable.begin(), usable.end(), *folder) != usable.end();
  return may_be ? *folder : std::string();
}

OpenError explained(OpenError error) {
  if (error.code == OpenErrorCode::NotConfined)
    error.context = fmt::format("no sandbox, so nothing was started: {}", error.context);
  return error;
}

}  // namespace

PosixTerminals::PosixTerminals(asio::io_context& context, host::OwnedTerminalEvents& events, std::string guard_program)
    : context_(context), events_(events), guard_program_(std::move(guard_program)) {
  become_reaper();
}

PosixTerminals::~PosixTerminals() {
  std::vector<pid_t> gone;
  for (const auto& [id, terminal] : terminals_)
    if (const pid_t guard = terminal->abandon(stays(*terminal)); guard > 0) gone.push_back(guard);
  for (const auto& [id, terminal] : terminals_) terminal->wait_for_guard();
  end_orphans(gone);
}

base::Expected<OpenedTerminal, OpenError> PosixTerminals::open(const base::TerminalId& id, const OwnedShell& owned) {
  auto path = io::find_shell(owned.path);
  if (!path) return base::unexpected(path.error());
  if (auto checked = check_directory(owned.cwd); !checked) return base::unexpected(checked.error());
  SpawnRequest request;
  request.guard_program = guard_program_;
  request.columns = owned.columns;
  request.rows = owned.rows;
  request.cwd = owned.cwd;
  if (owned.pipes_command) {
    request.kind = owned.on_terminal ? ChildKind::Command : ChildKind::Pipes;
    request.argv = {*path, "-c", *owned.pipes_command};
    request.environment =
        shell::merged_environment(inherited_environment(owned.cwd), shell::default_environment(owned.env));
    return start(id, std::move(request), {}, owned.sandbox);
  }
  if (owned.kept) request.waiting_folder = waiting_folder();
  const bool in_trial = owned.sandbox.level == sandbox::Level::Trial;
  auto prepared =
      prepare_shell({.kind = owned.kind, .path = *path, .startup_files = owned.startup_files, .wanted = owned.env},
                    !owned.tells_state ? StatePlace::None
                    : in_trial         ? StatePlace::Scratch
                                       : StatePlace::PrivateFolder);
  if (!prepared) return base::unexpected(prepared.error());
  request.private_folder = prepared->folder.path();
  request.argv = prepared->launch.argv;
  const std::string words = command_line_of(request.argv);
  request.environment = shell::merged_environment(inherited_environment(owned.cwd), prepared->launch.environment);
  OpenedTerminal facts{{}, prepared->nonce, prepared->envelope_path(), prepared->launch.start_mark};
  return start(id, std::move(request),
               {std::move(prepared->folder), std::move(prepared->nonce_pipe), prepared->nonce, *path, words},
               owned.sandbox)
      .map([&](const OpenedTerminal& opened) {
        facts.pid = opened.pid;
        return facts;
      });
}

base::Expected<OpenedTerminal, OpenError> PosixTerminals::start(const base::TerminalId& id, SpawnRequest request,
                                                                StartFiles files, const sandbox::Sandbox& sandbox) {
  const auto means = sandbox.is_on() ? enforcement(sandbox) : sandbox::Enforcement();
  if (sandbox.is_on() && !means.has_view) {
    auto scratch = make_scratch_folder();
    if (!scratch) return base::unexpected(explained({OpenErrorCode::NotConfined, scratch.error()}));
    request.scratch_folder = std::move(*scratch);
  }
  const auto begun = std::chrono::system_clock::now();
  auto spawned = confine(request, sandbox, means).and_then([&] { return spawn_guarded(request); });
  if (!spawned) {
    remove_scratch_folder(request.scratch_folder);
    return base::unexpected(explained(std::move(spawned.error())));
  }
  OpenedTerminal opened;
  opened.pid = spawned->child;
  spawned->begun = begun;
  add(id, std::move(*spawned), std::move(files)).start();
  return opened;
}

PosixTerminal& PosixTerminals::add(const base::TerminalId& id, Spawned spawned, StartFiles files) {
  const TerminalEnd end{.guard_killed = [guard = spawned.guard] { end_orphans({guard}); },
                        .gone = [this, id] { terminals_.erase(id); }};
  auto terminal = std::make_shared<PosixTerminal>(context_, id, std::move(spawned), std::move(files), events_, end);
  return *terminals_.insert_or_assign(id, std::move(terminal)).first->second;
}

bool PosixTerminals::adopt(const base::TerminalId& id, ClaimedTerminal claimed, const std::string& shell) {
  Spawned spawned;
  spawned.stream = KeptStream::open(std::move(claimed.memory));
  if (!spawned.stream) return false;
  spawned.stream->close_descriptor();
  spawned.control = std::move(claimed.control);
  spawned.output = std::move(claimed.master);
  if (claimed.plan) spawned.watched = std::move(claimed.watched);
  if (claimed.plan) spawned.copies = std::move(claimed.copies);
  spawned.plan = std::move(claimed.plan);
  spawned.guard = claimed.keeper;
  spawned.child = claimed.child;
  spawned.output_names.push_back(claimed.output_name);
  StartFiles files{PrivateFolder::taken_over(claimed.private_folder), {}, {}, shell, command_line_of(claimed.child)};
  add(id, std::move(spawned), std::move(files));
  return true;
}

sandbox::Enforcement PosixTerminals::enforcement(const sandbox::Sandbox& sandbox) {
  // A machine may be too busy once
  constexpr std::chrono::seconds believed{10};
  const auto still_holds = [&](const Tried& one) {
    return one.means.problem.empty() || clock_now() - one.at < believed;
  };
  const auto known =
      std::find_if(tried_.begin(), tried_.end(), [&](const Tried& one) { return one.sandbox == sandbox; });
  if (known != tried_.end() && still_holds(*known)) return known->means;
  if (known != tried_.end()) tried_.erase(known);
  return tried_.emplace_back(Tried{sandbox, try_sandbox(sandbox, guard_program_), clock_now()}).means;
}

PosixTerminal* PosixTerminals::find(const base::TerminalId& terminal) const {
  const auto found = terminals_.find(terminal);
  return found == terminals_.end() ? nullptr : found->second.get();
}

const PosixTerminal* PosixTerminals::find_shell_pid(int pid) const {
  const auto found = std::find_if(terminals_.begin(), terminals_.end(),
                                  [pid](const auto& known) { return known.second->shell_pid() == pid; });
  return found == terminals_.end() ? nullptr : found->second.get();
}

const PosixTerminal* PosixTerminals::find_by_folder(const std::string& path) const {
  for (const auto& [id, terminal] : terminals_)
    if (terminal->folder().path() == path) return terminal.get();
  return nullptr;
}

void PosixTerminals::write(const base::TerminalId& terminal, std::string_view bytes) {
  if (PosixTerminal* found = find(terminal)) found->write(bytes);
}

void PosixTerminals::drop_unread_input(const base::TerminalId& terminal) {
  if (PosixTerminal* found = find(terminal)) found->drop_unread_input();
}

void PosixTerminals::resize(const base::TerminalId& terminal, int columns, int rows) {
  if (PosixTerminal* found = find(terminal)) found->resize(columns, rows);
}

void PosixTerminals::drop_rest_of_line(const base::TerminalId& terminal) {
  if (const auto found = find(terminal)) found->drop_rest_of_line();
}

void PosixTerminals::tell_phase(const base::TerminalId& terminal, host::ShellPhase phase) {
  if (PosixTerminal* found = find(terminal)) found->tell_phase(phase);
}

void PosixTerminals::stop(const base::TerminalId& terminal, host::StopStep step) {
  if (PosixTerminal* found = find(terminal)) found->stop(step);
}

std::vector<sandbox::Refusal> PosixTerminals::take_refusals(const base::TerminalId& terminal) {
  PosixTerminal* found = find(terminal);
  return found == nullptr ? std::vector<sandbox::Refusal>() : found->take_refusals();
}

sandbox::Changes PosixTerminals::take_changes(const base::TerminalId& terminal) {
  PosixTerminal* found = find(terminal);
  return found == nullptr ? sandbox::Changes() : found->take_changes();
}

bool PosixTerminals::is_outdated(const base::TerminalId& terminal, const sandbox::Sandbox& sandbox) {
  PosixTerminal* const found = find(terminal);
  return found != nullptr && found->is_outdated(sandbox);
}

bool PosixTerminals::stays(PosixTerminal& terminal) const {
  const KeptStream* const stream = terminal.kept();
  const auto command = departure_ && stream != nullptr ? stream->command() : std::nullopt;
  return command && (command->outlives_its_end || departure_ == Departure::Sudden);
}

KeptStream* PosixTerminals::kept(const base::TerminalId& terminal) const {
  PosixTerminal* found = find(terminal);
  return found == nullptr ? nullptr : found->kept();
}

void PosixTerminals::keep(const base::TerminalId& terminal, const std::string& state, int seconds, bool outlives_us) {
  if (KeptStream* stream = kept(terminal))
    (void)stream->open_command({state, static_cast<std::uint32_t>(seconds), outlives_us});
}

void PosixTerminals::keep_also(const base::TerminalId& terminal, const std::string& state) {
  if (KeptStream* stream = kept(terminal)) stream->change_state(state);
}

void PosixTerminals::keep_no_more(const base::TerminalId& terminal) {
  if (KeptStream* stream = kept(terminal)) stream->close_command();
}

void PosixTerminals::close(const base::TerminalId& terminal) {
  PosixTerminal* found = find(terminal);
  if (found != nullptr && !stays(*found)) found->close();
}

bool PosixTerminals::repair_output_modes(const base::TerminalId& terminal) {
  PosixTerminal* found = find(terminal);
  return found != nullptr && found->repair_output_modes();
}

}  // namespace termhost::io
