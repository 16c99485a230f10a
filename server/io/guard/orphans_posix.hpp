// Processes that a killed guard leaves behind: this process is the next reaper above it (own_process.hpp), and ends
// them.
#pragma once

#include <sys/types.h>
#include <vector>

namespace termhost::io {

/// A child of ours that is a guard, until it was waited for.
void note_guard(pid_t guard);
/// Blocks until the guard is gone; its wait status.
int wait_for_guard(pid_t guard);

/// Kills and waits for what came to us from guards that are gone, and takes away the control groups of `gone`, who are
/// some of them. Children of ours that are in our own session are never touched.
void end_orphans(const std::vector<pid_t>& gone);

}  // namespace termhost::io
