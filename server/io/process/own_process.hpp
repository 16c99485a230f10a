// Requests of a process to the kernel about itself, and about the system that it runs on.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <sys/types.h>

namespace termhost::io {

/// From now on orphans of the processes below us become our children, where the system can do that.
void become_reaper();
/// become_reaper() has an effect. Elsewhere the session and the parents are all there is to go by.
[[nodiscard]] bool can_reap_orphans();

/// As `ps` shows it; nothing where only the program can be shown.
void set_process_name(const char* name);
/// SIGCHLD comes when the parent is killed, where the system tells.
void wake_with_parent();
/// SIGKILL comes when `parent` is killed, at once if it was; where the system does not tell, nothing.
void die_with_parent(pid_t parent);

[[nodiscard]] int own_pid();
/// Every variable of the environment.
[[nodiscard]] std::map<std::string, std::string> whole_environment();
/// "Linux 6.1.0 x86_64"
[[nodiscard]] std::string system_name();
/// Bytes that a terminal takes as one line, while it hands over lines.
[[nodiscard]] std::size_t longest_typed_line();
/// True if no process has this number any more.
[[nodiscard]] bool has_ended(int pid);

/// A file with another line, which nobody guesses, at each reading; empty: the system has none.
[[nodiscard]] std::string nonce_source();

/// The size of a unit of rusage::ru_maxrss.
[[nodiscard]] std::int64_t bytes_of_maxrss();

/// Closes all descriptors from this one on, as far as the system has a call for that; false: it has none.
[[nodiscard]] bool close_range_from(int first);

/// MSG_DONTWAIT holds for a socket that is written to. It holds everywhere for one that is read from.
[[nodiscard]] bool can_send_without_waiting();

/// A name by which an open file of ours can be opened anew; empty: the system has none.
[[nodiscard]] std::string own_file_name(int descriptor);

/// The path by which this very program can be started again.
[[nodiscard]] std::string own_program();

}  // namespace termhost::io
