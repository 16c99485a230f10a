// The far end of `--on`: a process that has a command of termhost at its pipes, and a carrier to the user's machine. It
// outlives the carrier. The next carrier introduces itself at a socket that only processes of the same user reach.
//
// A termhost that a carrier has started (the porter) hands its standard input and output over to the session, and ends
// when the session lets go of them.
#pragma once

#include <string>

#include "base/expected.hpp"
#include "io/file_descriptor.hpp"

namespace termhost::io {

enum class FarRole {
  Porter,   ///< hands over its carrier, and ends
  Command,  ///< its standard input and output are the session's
};

struct FarStart {
  FarRole role = FarRole::Porter;
  FileDescriptor session;  ///< of a porter
};

/// Starts a session. Returns in two processes. No other thread may run. The error is a clause.
[[nodiscard]] base::Expected<FarStart, std::string> begin_session();

/// The session of this name; the error is a clause.
[[nodiscard]] base::Expected<FileDescriptor, std::string> find_session(const std::string& name);

/// A porter's work: `request` is the line that has come over the carrier, a protocol::ConnectParams. False: the session
/// did not take the carrier. Else nothing of the carrier is left here.
[[nodiscard]] bool hand_over_carrier(const FileDescriptor& session, const std::string& request);
/// Blocks until the session lets go of the carrier: the porter ends it by its own end.
void wait_for_session(const FileDescriptor& session);

}  // namespace termhost::io
