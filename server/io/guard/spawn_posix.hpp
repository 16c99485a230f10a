// Starts a guard with its shell, and hands over the ends that termhost keeps.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/expected.hpp"
#include "host/ports/open_error.hpp"
#include "host/ports/ports.hpp"
#include "io/file_descriptor.hpp"
#include "io/guard/guard_protocol.hpp"
#include "io/guard/kept_stream_posix.hpp"
#include "sandbox/plan.hpp"
#include "shell/launch/launch.hpp"

namespace termhost::io {

struct SpawnRequest {
  std::string guard_program;
  ChildKind kind = ChildKind::Pty;
  int columns = 160, rows = 48;
  std::string cwd;
  std::string private_folder;
  std::string scratch_folder;         ///< empty: none
  std::string waiting_folder;         ///< not empty: the terminal is kept, and its guard waits there for a successor
  std::optional<sandbox::Plan> plan;  ///< of its sandbox
  std::vector<std::string> argv;      ///< argv[0] is the path
  shell::Environment environment;
};

struct Spawned {
  FileDescriptor control;            ///< the guard's socket
  FileDescriptor output;             ///< PTY master, or the reading end of stdout
  FileDescriptor errors;             ///< pipes only
  FileDescriptor watched;            ///< what a RefusalObserver reads; confined only, as is
  FileDescriptor copies;             ///< the layers of its view, in which read_changes() reads
  std::optional<KeptStream> stream;  ///< of a terminal that is kept
  std::optional<sandbox::Plan> plan;
  /// A time before the plan was made; that of the epoch for a terminal that was taken over.
  std::chrono::system_clock::time_point begun{};
  pid_t guard = 0;  ///< its keeper, which ends after it and as it did
  pid_t child = 0;
  std::vector<std::string> output_names;  ///< of what the child prints to, as other processes' tables show it
};

[[nodiscard]] base::Expected<Spawned, host::OpenError> spawn_guarded(const SpawnRequest& request);

/// Tells the guard by closing our end, and waits until everything it looks after is gone.
void wait_for_end(Spawned& spawned);

/// The absolute path of an executable given by path or by name; empty if there is none. `search_path` is a PATH.
[[nodiscard]] std::string find_program(const std::string& name, const std::string& search_path);

void set_window_size(int pty, int columns, int rows);
/// SIGINT to the foreground group of the PTY, whatever mode the terminal is in.
void interrupt_foreground(int pty);

}  // namespace termhost::io
