// Signals that end a program which only passes on what others do.
#pragma once

#include <functional>

namespace termhost::cli {

/// Blocks SIGINT, SIGTERM and SIGHUP in this thread and those that it starts later. The first of them calls `end` on a
/// thread of its own; the second one ends this process.
void end_with_signal(std::function<void()> end);

}  // namespace termhost::cli
