// Entry point: hands the arguments to the command table in cli, unless this process is a terminal's guard.
#include <string_view>

#include "cli/command_table.hpp"
#include "io/process/guard_posix.hpp"
#include "io/process/guard_protocol.hpp"

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == termhost::io::guard_argument) return termhost::io::run_guard();
  return termhost::cli::run(argc, argv);
}
