// The user's terminal as a second screen and keyboard of another terminal.
#pragma once

#include "io/file_descriptor.hpp"

namespace termhost::io {

/// Shows what comes from `peer` on stdout, and sends it what is typed on stdin, until `peer` closes, stdin ends or the
/// user types Ctrl+\. Keys are sent as they are typed.
void join_terminal(const FileDescriptor& peer);

}  // namespace termhost::io
