// The door of a terminal that is kept: a socket that only processes of the same user reach, next to a file with a token
// that only they read. It is open as long as the terminal, so that a successor of its termhost finds it at any time.
//
// A request is one line: `termhost-kept <version> <token> <verb>`. The answer is a line, "ok", "owned" or a sentence,
// and what the verb promises. One termhost at a time can claim, since the guard answers one after the other.
#pragma once

#include <optional>
#include <string>
#include <sys/select.h>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "base/expected.hpp"
#include "io/file_descriptor.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

enum class DoorVerb {
  Describe,  ///< then a WaitingFacts; nothing else follows
  Claim,     ///< then the terminal; the connection becomes the guard's socket
  End,       ///< the terminal is ended; the connection closes when nothing of it is left
  Attach,    ///< then its last output and what comes; bytes of the other side are typed
  Await,     ///< "ok" comes when the terminal has no termhost and waits; it closes when the terminal ends instead
};

/// The reason why a request at a door had no success.
struct NotAdmitted {
  enum class Reason {
    Owned,    ///< a running termhost has the terminal
    Silent,   ///< no answer in time: the guard may have no turn on a busy machine
    Gone,     ///< the terminal is
    Refused,  ///< another version, another token
  };
  Reason reason = Reason::Refused;
  std::string sentence;
};

template <class T>
using Admitted = base::Expected<T, NotAdmitted>;

struct WaitingFacts {
  std::string state;                 ///< of its command, as the termhost that ran it wrote it
  std::optional<long> seconds_left;  ///< nothing: it waits until it ends
  bool ended = false;                ///< the shell has
};

/// The terminal as a successor gets it.
struct ClaimedTerminal {
  FileDescriptor control, memory, master;
  FileDescriptor watched, copies;  ///< as in Spawned
  std::optional<sandbox::Plan> plan;
  pid_t child = 0, keeper = 0;
  std::string private_folder, scratch_folder, output_name;
};

/// The guard's side. Nobody who is slow, or who sends nothing, keeps it waiting.
class Door {
 public:
  struct Request {
    FileDescriptor peer;
    DoorVerb verb = DoorVerb::Describe;
  };

  /// Named after the keeper. Nothing: nobody could come in.
  [[nodiscard]] static std::optional<Door> open(const std::string& folder, pid_t keeper);
  Door(Door&& other) noexcept { *this = std::move(other); }
  Door& operator=(Door&& other) noexcept;
  ~Door();

  /// Adds what to wait for; returns the highest descriptor.
  int watch(fd_set& readable) const;
  /// The requests of callers that may make them, to be answered. The other callers were told why not.
  [[nodiscard]] std::vector<Request> requests(const fd_set& readable);
  /// In a child of the guard, which is not to hold it.
  void close_in_child() const;

 private:
  struct Caller {
    FileDescriptor peer;
    std::string line;  // as far as it has come
  };

  Door() = default;
  void accept();
  /// False: it is done with.
  [[nodiscard]] bool hear(Caller& caller, std::vector<Request>& requests) const;

  std::string path_, token_;
  FileDescriptor socket_;
  std::vector<Caller> callers_;
};

/// The guard's first answer to a request.
bool admit(const FileDescriptor& peer);
void turn_away_as_owned(const FileDescriptor& peer);

/// Removes what a killed guard of this keeper has left.
void remove_door(const std::string& folder, pid_t keeper);

/// Asked and granted: what follows is to be read.
[[nodiscard]] Admitted<FileDescriptor> ask_at_door(const std::string& path, DoorVerb verb);
/// Asked, and not waited for an answer: it is "ok" or an end.
[[nodiscard]] Admitted<FileDescriptor> await_at_door(const std::string& path);
/// The answer has come.
[[nodiscard]] bool is_admitted(const FileDescriptor& peer);

[[nodiscard]] bool send_facts(int peer, const WaitingFacts& facts);
[[nodiscard]] Admitted<WaitingFacts> read_facts(const FileDescriptor& peer);

[[nodiscard]] bool send_terminal(int peer, const ClaimedTerminal& terminal);
[[nodiscard]] Admitted<ClaimedTerminal> read_terminal(FileDescriptor peer);

/// The doors of this user's kept terminals.
[[nodiscard]] std::vector<std::string> doors();
/// The number in a door's name.
[[nodiscard]] pid_t keeper_at(const std::string& door);

}  // namespace termhost::io
