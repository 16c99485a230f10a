// Entry point: hands the arguments to the command table in cli.
#include "cli/command_table.hpp"

int main(int argc, char** argv) { return termhost::cli::run(argc, argv); }
