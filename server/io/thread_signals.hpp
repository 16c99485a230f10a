// Signals go to one thread: the one that owns all state.
#pragma once

namespace termhost::io {

/// Keeps all signals, SIGPIPE too, away from the calling thread: the main thread handles them.
void block_signals_in_this_thread();

}  // namespace termhost::io
