// The system calls by which a confined process may meet the limits of its sandbox: they are told to who watches it, and
// the kernel decides as ever. But a network socket, where there is no network: it waits to be refused by the watcher;
// and what supervised_calls_linux.hpp does.
#pragma once

#include <cstdint>
#include <vector>

#include "io/file_descriptor.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

enum class WatchedUse : std::uint8_t {
  Content,     ///< of the file at a path is written, or made
  Attributes,  ///< of the file at a path are changed
  Entry,       ///< of a folder is removed or renamed
  New,         ///< an entry is made where there is none
  Address,     ///< is connected with
  Internet,    ///< a socket for it is made
  Lock,        ///< of an open file is taken
};

struct WatchedCall {
  const char* name;
  WatchedUse use;
  int path = 0;         ///< the argument with the path or the address
  int folder = -1;      ///< … with the folder that it is relative to; -1: the current one
  int flags = -1;       ///< … with flags; -1: none that matter
  unsigned new_by = 0;  ///< those by which nothing happens where there is such a file
  int number = 0;       ///< on this machine; negative: there is no such call
};

/// One row for each path: a call may have two.
[[nodiscard]] const std::vector<WatchedCall>& watched_calls();

/// From now on the process that calls, and all that it starts, is watched by who holds what is returned
/// (seccomp_unotify(2)). Without an end, and nothing changed: the kernel can't (before Linux 5.5), or somebody watches
/// us already.
[[nodiscard]] FileDescriptor watch_system_calls(const sandbox::Plan& plan);

}  // namespace termhost::io
