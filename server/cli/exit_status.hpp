// Exit statuses of the program that several commands have.
#pragma once

namespace termhost::cli {

/// The exit status that says that termhost itself failed, as `timeout` and `env` have it.
inline constexpr int could_not_run = 125;

}  // namespace termhost::cli
