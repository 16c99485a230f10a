// The options and words of a command as another termhost gets them.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace termhost::cli {

/// The name of `command`, and what was given to it, without `--on`, without `--attach`, which is about this machine,
/// and without `--policy`, whose file is handed over.
[[nodiscard]] std::vector<std::string> forwarded_arguments(const CLI::App& command);

}  // namespace termhost::cli
