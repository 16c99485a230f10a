#include "cli/engine.hpp"

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace termhost::cli {
namespace {

bool is_executable(const std::string& path) { return access(path.c_str(), X_OK) == 0; }

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

host::HostEnvironment current_environment() {
  std::error_code failed;
  const std::filesystem::path cwd = std::filesystem::current_path(failed);
  return {.default_shell = default_shell(), .cwd = failed ? "/" : cwd.string(), .workspace_folders = {}};
}

void Engine::Relay::owned_wrote(const base::TerminalId& terminal, host::Stream stream, std::string_view bytes,
                                base::Instant now) {
  if (host != nullptr) host->owned_wrote(terminal, stream, bytes, now);
}

void Engine::Relay::owned_exited(const base::TerminalId& terminal, host::ExitStatus status,
                                 std::vector<host::Holder> holders, base::Instant now) {
  if (host != nullptr) host->owned_exited(terminal, status, std::move(holders), now);
}

Engine::Engine(asio::io_context& loop, host::Shim* shim, host::Settings settings)
    : scheduler_(loop), owned_(loop, relay_) {
  const host::HostPorts ports{.owned = &owned_, .scheduler = &scheduler_, .artifacts = nullptr, .shim = shim};
  host_ = std::make_unique<host::Host>(ports, current_environment(), std::move(settings));
  relay_.host = host_.get();
}

Engine::~Engine() { relay_.host = nullptr; }

}  // namespace termhost::cli
