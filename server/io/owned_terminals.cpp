#include "io/owned_terminals.hpp"

#include <array>
#include <cstdint>
#include <random>
#include <sys/stat.h>
#include <utility>

#include <fmt/format.h>

#include "io/private_folder_posix.hpp"
#include "shell/launch.hpp"

extern char** environ;

namespace termhost::io {
namespace {

using host::OpenedTerminal;
using host::OpenError;
using host::OpenErrorCode;
using host::OwnedShell;

constexpr std::string_view envelope_name = "run";

shell::Environment own_environment() {
  shell::Environment environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos && equals > 0)
      environment[std::string(text.substr(0, equals))] = text.substr(equals + 1);
  }
  return environment;
}

/// 128 bits nobody can guess.
std::string make_nonce() {
  std::random_device random;
  std::string nonce;
  for (int i = 0; i < 4; ++i) nonce += fmt::format("{:08x}", random());
  return nonce;
}

bool is_directory(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

tl::unexpected<OpenError> error(OpenErrorCode code, std::string what) {
  return base::unexpected(OpenError{code, std::move(what)});
}

/// An interactive shell: its launch, with the files written.
base::Expected<shell::Launch, OpenError> prepare(shell::LaunchRequest request) {
  shell::Launch launch = shell::plan_launch(request);
  for (const shell::LaunchFile& file : launch.files)
    if (auto written = write_private_file(request.folder, file.name, file.content); !written)
      return error(OpenErrorCode::SpawnFailed, written.error());
  return launch;
}

}  // namespace

OwnedTerminals::OwnedTerminals(asio::io_context& context, host::OwnedTerminalEvents& events, std::string guard_program)
    : context_(context), events_(events), guard_program_(std::move(guard_program)) {}

OwnedTerminals::~OwnedTerminals() {
  for (const auto& [id, terminal] : terminals_) terminal->abandon();
  for (const auto& [id, terminal] : terminals_) terminal->wait_for_guard();
}

base::Expected<OpenedTerminal, OpenError> OwnedTerminals::open(const base::TerminalId& id, const OwnedShell& owned) {
  shell::LaunchRequest request;
  request.kind = owned.kind;
  request.inherited = own_environment();
  request.inherited["PWD"] = owned.cwd;
  request.wanted = owned.env;
  request.path = find_program(owned.path, request.inherited["PATH"]);
  if (request.path.empty())
    return error(
        OpenErrorCode::ShellNotFound,
        fmt::format("there is no shell '{}' that can be executed; name another one or install it", owned.path));
  if (!is_directory(owned.cwd))
    return error(OpenErrorCode::DirectoryNotFound,
                 fmt::format("there is no directory '{}' to run in; create it or name another one", owned.cwd));

  OpenedTerminal opened;
  SpawnRequest spawn{guard_program_, !owned.pipes_command, owned.columns, owned.rows, owned.cwd, {}, {}, {}};
  if (owned.pipes_command) {
    spawn.argv = {request.path, "-c", *owned.pipes_command};
    spawn.environment = shell::owned_environment(std::move(request.inherited), owned.env);
  } else {
    auto folder = make_private_folder();
    if (!folder) return error(OpenErrorCode::SpawnFailed, folder.error());
    request.folder = spawn.private_folder = *folder;
    request.nonce = make_nonce();
    auto launch = prepare(request);
    if (!launch) {
      remove_private_folder(*folder);
      return base::unexpected(launch.error());
    }
    spawn.argv = std::move(launch->argv);
    spawn.environment = std::move(launch->environment);
    if (launch->integrated) opened.nonce = request.nonce;
    opened.envelope_path = *folder + "/" + std::string(envelope_name);
    opened.executed_command = std::move(launch->executed_command);
  }
  auto spawned = spawn_guarded(spawn);
  if (!spawned) {
    remove_private_folder(spawn.private_folder);
    return base::unexpected(spawned.error());
  }
  opened.pid = spawned->child;
  auto terminal = std::make_shared<OwnedTerminal>(context_, id, std::move(*spawned), spawn.private_folder, events_,
                                                  [this, id] { terminals_.erase(id); });
  terminals_.insert_or_assign(id, terminal);
  terminal->start();
  return opened;
}

OwnedTerminal* OwnedTerminals::find(const base::TerminalId& terminal) {
  const auto found = terminals_.find(terminal);
  return found == terminals_.end() ? nullptr : found->second.get();
}

void OwnedTerminals::write(const base::TerminalId& terminal, std::string_view bytes) {
  if (OwnedTerminal* found = find(terminal)) found->write(bytes);
}

base::Expected<void, std::string> OwnedTerminals::write_envelope(const base::TerminalId& terminal,
                                                                 std::string_view content) {
  const OwnedTerminal* found = find(terminal);
  if (found == nullptr || found->private_folder().empty())
    return base::unexpected(
        fmt::format("the terminal '{}' has no private folder to write a command to", terminal.str()));
  return write_private_file(found->private_folder(), std::string(envelope_name), content);
}

void OwnedTerminals::resize(const base::TerminalId& terminal, int columns, int rows) {
  if (OwnedTerminal* found = find(terminal)) found->resize(columns, rows);
}

void OwnedTerminals::stop(const base::TerminalId& terminal, host::StopStep step) {
  if (OwnedTerminal* found = find(terminal)) found->stop(step);
}

std::vector<host::Holder> OwnedTerminals::holders(const base::TerminalId& terminal) {
  const OwnedTerminal* found = find(terminal);
  return found == nullptr ? std::vector<host::Holder>() : found->holders();
}

void OwnedTerminals::close(const base::TerminalId& terminal) {
  if (OwnedTerminal* found = find(terminal)) found->close();
}

}  // namespace termhost::io
