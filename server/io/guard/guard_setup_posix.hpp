// The preparations that guards and keepers make for themselves.
#pragma once

namespace termhost::io {

void close_all_from(int first_descriptor);

/// Signals that a terminal or a user sends to the whole group are not meant for its guard.
void ignore_signals();

}  // namespace termhost::io
