// Entry point: hands the arguments to the command table in cli, unless this process is a terminal's guard.
#include <string_view>

#include "cli/command_table.hpp"
#include "io/process/guard_posix.hpp"
#include "io/process/guard_protocol.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// What one huge message took goes back to the system when it is answered; left alone, the C library learns to keep it.
static void give_memory_back() {
#ifdef __GLIBC__
  constexpr int kept_bytes = 256 << 10;
  ::mallopt(M_MMAP_THRESHOLD, 4 * kept_bytes);
  ::mallopt(M_TRIM_THRESHOLD, kept_bytes);
#endif
}

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == termhost::io::guard_argument) return termhost::io::run_guard();
  give_memory_back();
  return termhost::cli::run(argc, argv);
}
