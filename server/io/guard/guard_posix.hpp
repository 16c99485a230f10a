// The guard of one terminal: a process of its own, between termhost and the shell.
//
// It is the leader of the terminal's session and the parent (and, where the system can, the reaper of all orphans) of
// everything started in it. So it learns how the shell ended, can end a tree whose members ran away by setsid or a
// double fork, and still does when termhost itself was killed. It holds no descriptor of ours but its socket and its
// terminal. Between the two is its keeper: whichever of them is killed, the other one ends the tree.
#pragma once

namespace termhost::io {

/// The whole life of a keeper and its guard; what main() runs for `argument`, which is `guard_argument` and not there
/// afterwards. Returns the exit status of the process.
[[nodiscard]] int run_guard(char* argument);

}  // namespace termhost::io
