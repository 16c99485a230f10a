#include "io/terminals/posix_shell_files.hpp"

#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "secrets/variables.hpp"

namespace termhost::io {

using host::OpenError;

namespace {

/// A few shells, of which each tells the same for most of its commands.
constexpr std::size_t most_read_states = 16;

}  // namespace

PosixShellFiles::~PosixShellFiles() {
  for (EditorFiles& files : editor_files_) wait_for_end(files.guard);
}

base::Expected<std::string, OpenError> PosixShellFiles::find_shell(const std::string& shell, host::ShellNamedBy by) {
  return by == host::ShellNamedBy::User ? io::find_shell(shell) : find_known_shell(shell);
}

base::Expected<host::ShellLaunch, OpenError> PosixShellFiles::launch_for_editor(const std::string& shell_path,
                                                                                host::EditorShell use) {
  auto path = io::find_shell(shell_path);
  if (!path) return base::unexpected(path.error());
  auto prepared = prepare_shell({.kind = shell::shell_kind_of(*path), .path = *path, .agent = use.for_agent},
                                use.tells_state ? StatePlace::PrivateFolder : StatePlace::None);
  if (!prepared) return base::unexpected(prepared.error());
  host::ShellLaunch launch{prepared->launch.argv, prepared->launch.environment, prepared->nonce,
                           prepared->launch.start_mark, prepared->envelope_path()};
  return keep_for_editor({std::move(prepared->folder), std::move(prepared->nonce_pipe), prepared->nonce, *path, {}})
      .map([&] { return std::move(launch); });
}

base::Expected<void, OpenError> PosixShellFiles::keep_for_editor(StartFiles files) {
  SpawnRequest request;
  request.guard_program = guard_program_;
  request.kind = ChildKind::None;
  request.private_folder = files.folder.path();
  auto guard = spawn_guarded(request);
  if (!guard) return base::unexpected(guard.error());
  editor_files_.push_back({std::move(files), std::move(*guard)});
  return {};
}

base::Expected<std::string, std::string> PosixShellFiles::command_file_for_editor() {
  if (editor_folder_.empty()) {
    auto folder = PrivateFolder::make();
    if (!folder) return base::unexpected(folder.error());
    std::string path = folder->path();
    if (const auto kept = keep_for_editor({std::move(*folder), {}, {}, {}, {}}); !kept)
      return base::unexpected(to_string(kept.error()));
    editor_folder_ = std::move(path);
  }
  return fmt::format("{}/run-{}", editor_folder_, ++last_command_file_);
}

const PrivateFolder* PosixShellFiles::folder_of(const std::string& path) const {
  const std::string folder = path.substr(0, path.find_last_of('/'));
  if (const PosixTerminal* own = terminals_.find_by_folder(folder)) return &own->folder();
  for (const EditorFiles& files : editor_files_)
    if (files.shell.folder.path() == folder) return &files.shell.folder;
  return nullptr;
}

const FileDescriptor* PosixShellFiles::layers_of(const PrivateFolder& folder) const {
  const PosixTerminal* const own = terminals_.find_by_folder(folder.path());
  return own == nullptr ? nullptr : own->layers();
}

base::Expected<void, std::string> PosixShellFiles::write_command_file(const std::string& path,
                                                                      std::string_view content) {
  for (EditorFiles& files : editor_files_) files.shell.nonce_pipe.remove_if_read();
  const PrivateFolder* folder = path.empty() ? nullptr : folder_of(path);
  if (folder == nullptr) return base::unexpected(fmt::format("'{}' is not a command file of an open terminal", path));
  return folder->write(path.substr(folder->path().size() + 1), content);
}

std::optional<shell::ShellState> PosixShellFiles::read_shell_state(const std::string& path) {
  const PrivateFolder* const folder = folder_of(path);
  if (folder == nullptr) return std::nullopt;
  const std::string name = path.substr(folder->path().size() + 1);
  const FileDescriptor* const layers = layers_of(*folder);
  const auto text = layers != nullptr ? read_scratch_file(*layers, name) : folder->read(name);
  if (!text) return std::nullopt;
  if (const auto known = read_states_.find(*text); known != read_states_.end()) return known->second;
  auto state = shell::read_shell_state(*text);
  if (!state) return std::nullopt;
  std::erase_if(state->variables, [](const auto& variable) { return secrets::says_secret(variable.first); });
  if (read_states_.size() >= most_read_states) read_states_.clear();
  return read_states_.emplace(*text, *std::move(state)).first->second;
}

void PosixShellFiles::remove_private_file(const std::string& path) {
  const PrivateFolder* const folder = folder_of(path);
  if (folder == nullptr) return;
  ::unlink(path.c_str());
  if (const FileDescriptor* const layers = layers_of(*folder))
    remove_scratch_file(*layers, path.substr(folder->path().size() + 1));
}

}  // namespace termhost::io
