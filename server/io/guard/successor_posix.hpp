// The door of a terminal that waits for a successor of its termhost: a socket that only processes of the same user
// reach, next to a file with a token that only they read. The guard listens there between two termhosts.
//
// A request is one line: `termhost-kept <versions> <token> <verb>`. The answer is a line, "ok" or a sentence, and what
// the verb promises. One termhost at a time can claim, since the guard answers one after the other.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
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
};

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

/// The guard's side.
class Door {
 public:
  struct Request {
    FileDescriptor peer;
    DoorVerb verb = DoorVerb::Describe;
  };

  /// Named after the keeper. Nothing: nobody could come in.
  [[nodiscard]] static std::optional<Door> open(const std::string& folder, pid_t keeper);
  Door(Door&&) = default;
  Door& operator=(Door&&) = delete;
  ~Door();

  [[nodiscard]] int socket() const { return socket_.get(); }
  /// Somebody is there: what they want, if they may want it and have been told "ok".
  [[nodiscard]] std::optional<Request> accept() const;

 private:
  Door() = default;
  std::string path_, token_;
  FileDescriptor socket_;
};

/// Removes what a killed guard of this keeper has left.
void remove_door(const std::string& folder, pid_t keeper);

/// Asked and granted: what follows is to be read. The error is a sentence.
[[nodiscard]] base::Expected<FileDescriptor, std::string> ask_at_door(const std::string& path, DoorVerb verb);

[[nodiscard]] bool send_facts(int peer, const WaitingFacts& facts);
[[nodiscard]] base::Expected<WaitingFacts, std::string> read_facts(const FileDescriptor& peer);

[[nodiscard]] bool send_terminal(int peer, const ClaimedTerminal& terminal);
[[nodiscard]] base::Expected<ClaimedTerminal, std::string> read_terminal(FileDescriptor peer);

/// The doors of this user's terminals that wait.
[[nodiscard]] std::vector<std::string> doors();
/// The number in a door's name.
[[nodiscard]] pid_t keeper_at(const std::string& door);

}  // namespace termhost::io
