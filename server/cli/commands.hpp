// Each command adds its options to the application and, when chosen, runs and sets the exit status.
#pragma once

#include <CLI/CLI.hpp>

namespace termhost::cli {}  // namespace termhost::cli
