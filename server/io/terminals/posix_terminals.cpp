#include "io/terminals/posix_terminals.hpp"

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "io/guard/orphans_posix.hpp"
#include "io/terminals/sandbox_trial.hpp"
#include "io/process/process_image.hpp"
#include "io/process/seen_tree.hpp"
#include "io/process/shell_view_posix.hpp"
#include "io/process/stop_tree_posix.hpp"

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

/// What everything in the directory inherits: ours, and the directory by the name it was given.
shell::Environment inherited_environment(const std::string& cwd) {
  shell::Environment environment = own_environment();
  environment["PWD"] = cwd;
  return environment;
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
  for (const auto& [id, terminal] : terminals_) terminal->abandon();
  for (const auto& [id, terminal] : terminals_) terminal->wait_for_guard();
  for (EditorFiles& files : editor_files_) wait_for_end(files.guard);
  std::vector<pid_t> gone;
  for (const auto& [id, terminal] : terminals_) gone.push_back(terminal->guard());
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
  auto prepared =
      prepare_shell({.kind = owned.kind, .path = *path, .startup_files = owned.startup_files, .wanted = owned.env});
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
                                                                ShellFiles files, const sandbox::Sandbox& sandbox) {
  const auto means = sandbox.is_on() ? enforcement(sandbox) : sandbox::Enforcement();
  if (sandbox.is_on() && !means.has_view) {
    auto scratch = make_scratch_folder();
    if (!scratch) return base::unexpected(explained({OpenErrorCode::NotConfined, scratch.error()}));
    request.scratch_folder = std::move(*scratch);
  }
  auto spawned = confine(request, sandbox, means).and_then([&] { return spawn_guarded(request); });
  if (!spawned) {
    remove_scratch_folder(request.scratch_folder);
    return base::unexpected(explained(std::move(spawned.error())));
  }
  OpenedTerminal opened;
  opened.pid = spawned->child;
  const TerminalEnd end{.guard_killed = [guard = spawned->guard] { end_orphans({guard}); },
                        .gone = [this, id] { terminals_.erase(id); }};
  auto terminal = std::make_shared<PosixTerminal>(context_, id, std::move(*spawned), std::move(files), events_, end);
  terminals_.insert_or_assign(id, terminal);
  terminal->start();
  return opened;
}

sandbox::Enforcement PosixTerminals::enforcement(const sandbox::Sandbox& sandbox) {
  const auto known = std::find_if(tried_.begin(), tried_.end(), [&](const auto& one) { return one.first == sandbox; });
  if (known != tried_.end()) return known->second;
  return tried_.emplace_back(sandbox, try_sandbox(sandbox, guard_program_)).second;
}

base::Expected<host::ShellLaunch, OpenError> PosixTerminals::launch_for_editor(const std::string& shell_path,
                                                                               bool for_agent) {
  auto path = io::find_shell(shell_path);
  if (!path) return base::unexpected(path.error());
  auto prepared = prepare_shell({.kind = shell::shell_kind_of(*path), .path = *path, .agent = for_agent});
  if (!prepared) return base::unexpected(prepared.error());
  host::ShellLaunch launch{prepared->launch.argv, prepared->launch.environment, prepared->nonce,
                           prepared->launch.start_mark, prepared->envelope_path()};
  return keep_for_editor({std::move(prepared->folder), std::move(prepared->nonce_pipe), prepared->nonce, *path, {}})
      .map([&] { return std::move(launch); });
}

base::Expected<void, OpenError> PosixTerminals::keep_for_editor(ShellFiles files) {
  SpawnRequest request;
  request.guard_program = guard_program_;
  request.kind = ChildKind::None;
  request.private_folder = files.folder.path();
  auto guard = spawn_guarded(request);
  if (!guard) return base::unexpected(guard.error());
  editor_files_.push_back({std::move(files), std::move(*guard)});
  return {};
}

base::Expected<std::string, std::string> PosixTerminals::envelope_for_editor() {
  if (editor_envelopes_.empty()) {
    auto folder = PrivateFolder::make();
    if (!folder) return base::unexpected(folder.error());
    std::string path = folder->path();
    if (const auto kept = keep_for_editor({std::move(*folder), {}, {}, {}, {}}); !kept)
      return base::unexpected(to_string(kept.error()));
    editor_envelopes_ = std::move(path);
  }
  return fmt::format("{}/run-{}", editor_envelopes_, ++last_envelope_);
}

PosixTerminal* PosixTerminals::find(const base::TerminalId& terminal) {
  const auto found = terminals_.find(terminal);
  return found == terminals_.end() ? nullptr : found->second.get();
}

void PosixTerminals::write(const base::TerminalId& terminal, std::string_view bytes) {
  if (PosixTerminal* found = find(terminal)) found->write(bytes);
}

void PosixTerminals::drop_unread_input(const base::TerminalId& terminal) {
  if (PosixTerminal* found = find(terminal)) found->drop_unread_input();
}

const PrivateFolder* PosixTerminals::folder_of_envelope(const std::string& path) const {
  const std::string folder = path.substr(0, path.find_last_of('/'));
  for (const auto& [id, terminal] : terminals_)
    if (terminal->folder().path() == folder) return &terminal->folder();
  for (const EditorFiles& files : editor_files_)
    if (files.shell.folder.path() == folder) return &files.shell.folder;
  return nullptr;
}

base::Expected<void, std::string> PosixTerminals::write_envelope(const std::string& envelope_path,
                                                                 std::string_view content) {
  for (EditorFiles& files : editor_files_) files.shell.nonce_pipe.remove_if_read();
  const PrivateFolder* folder = envelope_path.empty() ? nullptr : folder_of_envelope(envelope_path);
  if (folder == nullptr) return base::unexpected(fmt::format("'{}' is no envelope of an open terminal", envelope_path));
  return folder->write(envelope_path.substr(folder->path().size() + 1), content);
}

void PosixTerminals::remove_envelope(const std::string& envelope_path) {
  if (folder_of_envelope(envelope_path) != nullptr) ::unlink(envelope_path.c_str());
}

void PosixTerminals::resize(const base::TerminalId& terminal, int columns, int rows) {
  if (PosixTerminal* found = find(terminal)) found->resize(columns, rows);
}

void PosixTerminals::drop_rest_of_line(const base::TerminalId& terminal) {
  if (const auto found = find(terminal)) found->drop_rest_of_line();
}

void PosixTerminals::drop_rest_of_line_of(int shell_pid) { io::drop_rest_of_line_of(shell_pid); }

void PosixTerminals::stop(const base::TerminalId& terminal, host::StopStep step) {
  if (PosixTerminal* found = find(terminal)) found->stop(step);
}

void PosixTerminals::stop_tree_below(int shell_pid, host::StopStep step) { signal_tree_below(shell_pid, step); }

bool PosixTerminals::foreground_is_shell(const base::TerminalId& terminal) {
  const PosixTerminal* found = find(terminal);
  return found == nullptr || found->foreground_is_shell();
}

std::vector<host::Holder> PosixTerminals::holders(const base::TerminalId& terminal) {
  const PosixTerminal* found = find(terminal);
  return found == nullptr ? std::vector<host::Holder>() : found->holders();
}

std::vector<sandbox::Refusal> PosixTerminals::take_refusals(const base::TerminalId& terminal) {
  PosixTerminal* found = find(terminal);
  return found == nullptr ? std::vector<sandbox::Refusal>() : found->take_refusals();
}

void PosixTerminals::close(const base::TerminalId& terminal) {
  if (PosixTerminal* found = find(terminal)) found->close();
}

std::optional<host::ShellView> PosixTerminals::look_at_shell(int shell_pid) { return io::look_at_shell(shell_pid); }

std::optional<host::InputSide> PosixTerminals::input_side(const base::TerminalId& terminal) {
  const PosixTerminal* found = find(terminal);
  return found == nullptr ? std::nullopt : found->input_side();
}

bool PosixTerminals::repair_output_modes(const base::TerminalId& terminal) {
  PosixTerminal* found = find(terminal);
  return found != nullptr && found->repair_output_modes();
}

std::optional<bool> PosixTerminals::stands_in(int shell_pid, const std::string& directory) {
  return works_in(shell_pid, directory);
}

terminal::SeenTree PosixTerminals::process_tree(const base::TerminalId& id, int shell_pid, bool with_ports) {
  const PosixTerminal* found = find(id);
  return found == nullptr ? see_tree(shell_pid, shell_pid, with_ports) : found->process_tree(with_ports);
}

/// A shell at its prompt reads too: then the end of its command is there to be read.
std::optional<terminal::InputReader> PosixTerminals::input_reader(int shell_pid) {
  auto reader = find_input_reader(shell_pid);
  const auto is_its = [&](const auto& known) { return known.second->shell_pid() == shell_pid; };
  const auto own = std::find_if(terminals_.begin(), terminals_.end(), is_its);
  if (!reader || !reader->is_shell || own == terminals_.end()) return reader;
  if (own->second->has_unread_output()) return std::nullopt;
  reader->replaced = own->second->shell_was_replaced();
  return reader;
}

base::Expected<std::string, host::OpenError> PosixTerminals::find_shell(const std::string& shell,
                                                                        host::ShellNamedBy by) {
  return by == host::ShellNamedBy::User ? io::find_shell(shell) : find_known_shell(shell);
}

}  // namespace termhost::io
