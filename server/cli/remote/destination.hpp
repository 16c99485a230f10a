// The value of `--on`: another machine, and the command line that reaches it; or this machine.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.hpp"

namespace termhost::cli {

/// The value that names the machine of the user.
inline constexpr std::string_view this_machine = "local";

struct Destination {
  std::string name;                  ///< for results and messages: "ssh:build", "docker"
  std::vector<std::string> carrier;  ///< a program and its arguments, which the command for the other machine follows;
                                     ///< empty: it is this machine, and nothing else is set
  bool ssh = false;                  ///< a shell there reads the command, as one line
  std::string trial;                 ///< a command line by which the user can try the carrier
  std::chrono::seconds login_patience{0};   ///< within which something there must answer
  std::chrono::seconds notice_patience{0};  ///< within which the carrier notices that its connection is dead

  std::vector<std::string> workspace{};  ///< a folder of this machine, in all its spellings, which is also there
  std::string folder{};                  ///< its path there; empty: none is known
  std::string cwd{};                     ///< the folder in it in which a command begins; empty: itself

  [[nodiscard]] bool local() const { return carrier.empty(); }
  /// The carrier with a POSIX sh script for the other machine. The script must not have a `'`.
  [[nodiscard]] std::vector<std::string> running(const std::string& script) const;
};

/// The carrier may ask the user for a password in the terminal, or must not ask.
enum class SshQuestions { Allowed, Forbidden };

/// `ssh:HOST`, `ssh://USER@HOST:PORT`, `cmd:COMMAND ARGUMENT…`, whose words may be quoted as in a shell, or `local`.
/// The error is one sentence.
[[nodiscard]] base::Expected<Destination, std::string> parse_destination(std::string_view on, SshQuestions questions);

}  // namespace termhost::cli
