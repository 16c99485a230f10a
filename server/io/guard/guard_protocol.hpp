// The messages between termhost and the guard of one terminal, over their socket.
//
// termhost: one StartOrder, then single GuardCommand bytes. Closing the socket, also by dying, means GuardCommand::End;
// the guard of a terminal with an open command that is kept waits for a successor instead (successor_posix.hpp). Guard:
// GuardReport records.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace termhost::io {

/// The hidden argument that makes the program a guard.
inline constexpr const char* guard_argument = "--guard-of-a-terminal";

/// The guard's descriptors. A PTY: `guard_output_fd` is its slave side. Pipes: stdout and stderr.
inline constexpr int guard_socket_fd = 3;
inline constexpr int guard_output_fd = 4;
inline constexpr int guard_errors_fd = 5;
/// The descriptors of a terminal that is kept: the memory of its KeptStream, and the PTY's master side.
inline constexpr int guard_memory_fd = 6;
inline constexpr int guard_master_fd = 7;

enum class GuardCommand : char {
  Interrupt = 'i',    ///< SIGINT to the child's process group (pipes; a PTY does it by itself)
  DropLine = 'd',     ///< SIGINT to a shell that waits for a program: it does not go on with the rest of its line
  Terminate = 't',    ///< SIGTERM and SIGCONT to the tree but the shell (pipes: to all of it)
  Kill = 'k',         ///< SIGKILL likewise; to the shell too where it goes on by itself
  EndShell = 's',     ///< SIGKILL to the shell and everything it started, none of which runs meanwhile
  End = 'e',          ///< SIGHUP to the tree, SIGKILL after a grace, remove the private folder, go
  HoldWatched = 'w',  ///< comes with a descriptor, for a successor: that of GuardReportKind::Watched
  HoldCopies = 'c',   ///< likewise of GuardReportKind::Copies
};

enum class GuardReportKind : std::int32_t {
  Started,        ///< value: pid of the child
  NotADirectory,  ///< value: errno of chdir
  NotExecutable,  ///< value: errno of exec
  NotStarted,     ///< value: errno of anything else
  Watched,        ///< before Started, with a descriptor: what tells of the confined child's calls
  Copies,         ///< before Started, with a descriptor: the layers of the confined child's view
  NotConfined,    ///< value: the step, times `steps_apart`, and its errno
  Ended,          ///< value: wait status of the child
  Obeyed,         ///< Terminate, Kill or EndShell: whom it meant is told or gone
};

inline constexpr int steps_apart = 4096;

struct GuardReport {
  GuardReportKind kind{};
  std::int32_t value = 0;
  std::int64_t cpu_ms = 0, peak_memory = 0;  ///< Ended: what the child and those that it waited for have used
};

/// The child of a guard.
enum class ChildKind : char {
  Pty = 'p',      ///< a shell on a terminal: stopping what it runs leaves it alone
  Command = 'c',  ///< a command on a terminal of its own
  Pipes = 'i',
  None = 'n',  ///< only the private folder, for a shell that an editor runs
};

/// Sent as a 32-bit size and the fields, each ended by a zero byte.
struct StartOrder {
  ChildKind kind = ChildKind::Pty;
  std::string cwd;
  std::string private_folder;            ///< removed by the guard when it goes; empty: none
  std::string scratch_folder;            ///< likewise, with all that was made in it
  std::string waiting_folder;            ///< where the guard listens for a successor; empty: it waits for none
  std::vector<std::string> confinement;  ///< a sandbox::Plan as texts; empty: none
  std::vector<std::string> argv;
};

/// The number of descriptors that the guard was given beside the socket.
[[nodiscard]] int given_outputs(const StartOrder& order);

/// Texts without a zero byte as one message: its 32-bit size, and each text ended by a zero byte.
[[nodiscard]] std::string packed(const std::vector<std::string>& fields);
/// Reads one such message; false if the other side closed or sent nonsense.
[[nodiscard]] bool read_packed(int socket, std::vector<std::string>& fields);

[[nodiscard]] std::string encode(const StartOrder& order);
/// Reads one order; false if the other side closed or sent nonsense.
[[nodiscard]] bool read_order(int socket, StartOrder& order);

}  // namespace termhost::io
