// Entry point: hands the arguments to the command table in cli, unless this process is a terminal's guard.
#include <cstring>
#include <exception>
#include <string_view>
#include <unistd.h>

#include "cli/commands/command_table.hpp"
#include "io/guard/guard_posix.hpp"
#include "io/guard/guard_protocol.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef TERMHOST_WITHOUT_LIBRARIES
#include <nss.h>
#endif

/// The memory of one huge message goes back to the system when the message is answered. Left alone, the C library
/// learns to keep it. The memory that output needs again in a moment stays, queues and all: with less, up to a fifth of
/// the time of a stream goes into getting it back.
static void give_memory_back() {
#ifdef __GLIBC__
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}

/// A program without libraries can't load those of the system's user databases: it knows the users of /etc/passwd.
static void use_plain_user_files() {
#ifdef TERMHOST_WITHOUT_LIBRARIES
  ::__nss_configure_lookup("passwd", "files");
#endif
}

static void say(const char* text) {
  [[maybe_unused]] const auto size = ::write(STDERR_FILENO, text, std::strlen(text));
}

/// No memory before main, or on a thread: there is nothing to go on with, but it is said, and with none it is said too.
[[noreturn]] static void end_with_a_sentence() {
  say("termhost: the system has no resources left, so termhost ends: ");
  try {
    if (const auto error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::exception& error) {
    say(error.what());
  } catch (...) {
  }
  say("; raise the limits of this user or session (ulimit -a shows them)\n");
  ::_exit(125);
}

/// Earlier than whatever else is made before main.
[[gnu::constructor(101)]] static void prepare() { std::set_terminate(end_with_a_sentence); }

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == termhost::io::guard_argument) return termhost::io::run_guard(argv[1]);
  give_memory_back();
  use_plain_user_files();
  return termhost::cli::run(argc, argv);
}
