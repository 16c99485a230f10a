#include "io/terminals/prepared_shell.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/guard/spawn_posix.hpp"
#include "io/process/own_process.hpp"
#include "io/search_path.hpp"
#include "sandbox/plan.hpp"

extern char** environ;

namespace termhost::io {
namespace {

using host::OpenError;
using host::OpenErrorCode;

/// Short, because the user sees it typed.
constexpr std::string_view envelope_name = "run";

/// 128 bits nobody can guess.
std::string make_nonce() {
  std::random_device random;
  std::string nonce;
  for (int i = 0; i < 4; ++i) nonce += fmt::format("{:08x}", random());
  return nonce;
}

/// Absolute paths; `name` is the last part of one.
std::vector<std::string> known_shells(const std::string& name) {
  std::vector<std::string> shells;
  if (auto in_path = find_shell(name)) shells.push_back(std::move(*in_path));
  if (const char* users = std::getenv("SHELL"); users != nullptr && *users == '/') shells.emplace_back(users);
  std::ifstream machines("/etc/shells");
  for (std::string line; std::getline(machines, line);)
    if (line.starts_with('/')) shells.push_back(std::move(line));
  return shells;
}

}  // namespace

std::string PreparedShell::envelope_path() const { return folder.path_of(envelope_name); }

shell::Environment own_environment() {
  shell::Environment environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    environment[std::string(text.substr(0, equals))] = text.substr(equals + 1);
  }
  return environment;
}

namespace {

std::string state_folder(StatePlace place, const std::string& private_folder) {
  if (place == StatePlace::None) return {};
  if (place == StatePlace::PrivateFolder) return private_folder;
  return fmt::format("{}/{}", private_folder.substr(0, private_folder.rfind('/')), sandbox::view_scratch);
}

}  // namespace

std::string default_shell() {
  const char* const wanted = std::getenv("SHELL");
  if (wanted != nullptr && shell::shell_kind_of(wanted) != shell::ShellKind::Unknown && is_executable(wanted))
    return wanted;
  for (const char* const path : {"/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"}) {
    if (is_executable(path)) return path;
  }
  return "/bin/sh";
}

base::Expected<std::string, OpenError> find_shell(const std::string& name) {
  const char* search_path = std::getenv("PATH");
  std::string path = find_program(name, search_path != nullptr ? search_path : "/usr/local/bin:/usr/bin:/bin");
  if (!path.empty()) return path;
  return base::unexpected(
      OpenError{OpenErrorCode::ShellNotFound,
                fmt::format("there is no shell '{}' that can be executed; name another one or install it", name)});
}

base::Expected<std::string, OpenError> find_known_shell(const std::string& name) {
  auto path = find_shell(name);
  if (!path || name.find('/') == std::string::npos) return path;
  for (const std::string& known : known_shells(name.substr(name.rfind('/') + 1)))
    if (std::error_code gone; std::filesystem::equivalent(known, *path, gone) && !gone) return known;
  return base::unexpected(
      OpenError{OpenErrorCode::ShellNotFound,
                fmt::format("'{}' is not a known shell; name one that is in PATH or in /etc/shells", name)});
}

base::Expected<PreparedShell, OpenError> prepare_shell(shell::LaunchRequest request, StatePlace state) {
  const auto failed = [](std::string why) {
    return base::unexpected(OpenError{OpenErrorCode::SpawnFailed, std::move(why)});
  };
  auto folder = PrivateFolder::make();
  if (!folder) return failed(folder.error());
  request.folder = folder->path();
  request.state_folder = state_folder(state, request.folder);
  request.inherited = own_environment();
  request.nonce_source = nonce_source();
  shell::Launch launch = shell::plan_launch(request);
  for (const shell::LaunchFile& file : launch.files)
    if (auto written = folder->write(file.name, file.content); !written) return failed(written.error());
  if (!launch.integrated) return PreparedShell{std::move(launch), std::move(*folder), {}, {}};
  std::string nonce = make_nonce();
  auto pipe = SecretPipe::make(folder->path_of(shell::nonce_pipe), nonce);
  if (!pipe) return failed(pipe.error());
  return PreparedShell{std::move(launch), std::move(*folder), std::move(nonce), std::move(*pipe)};
}

}  // namespace termhost::io
