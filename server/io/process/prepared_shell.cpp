#include "io/process/prepared_shell.hpp"

#include <random>
#include <utility>

#include <fmt/format.h>

#include "io/process/spawn_posix.hpp"

extern char** environ;

namespace termhost::io {
namespace {

using host::OpenError;
using host::OpenErrorCode;

/// Short, because a person sees it typed.
constexpr std::string_view envelope_name = "run";

/// 128 bits nobody can guess.
std::string make_nonce() {
  std::random_device random;
  std::string nonce;
  for (int i = 0; i < 4; ++i) nonce += fmt::format("{:08x}", random());
  return nonce;
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

base::Expected<std::string, OpenError> find_shell(const std::string& name) {
  const char* search_path = std::getenv("PATH");
  std::string path = find_program(name, search_path != nullptr ? search_path : "/usr/local/bin:/usr/bin:/bin");
  if (!path.empty()) return path;
  return base::unexpected(
      OpenError{OpenErrorCode::ShellNotFound,
                fmt::format("there is no shell '{}' that can be executed; name another one or install it", name)});
}

base::Expected<PreparedShell, OpenError> prepare_shell(shell::LaunchRequest request) {
  const auto failed = [](std::string why) {
    return base::unexpected(OpenError{OpenErrorCode::SpawnFailed, std::move(why)});
  };
  auto folder = PrivateFolder::make();
  if (!folder) return failed(folder.error());
  request.folder = folder->path();
  request.inherited = own_environment();
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
