// `--on`, as every command that can run on another machine takes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/remote/destination.hpp"
#include "cli/settings/settings_files.hpp"
#include "cli/settings/user_side.hpp"

namespace termhost::cli {

/// `on` must live as long as the command.
CLI::Option* add_on_option(CLI::App& command, std::string& on);

/// The same for a command that can have several machines.
CLI::Option* add_on_options(CLI::App& command, std::vector<std::string>& on);

/// The machine of a folder in the user's settings. The error is one sentence.
[[nodiscard]] base::Expected<Destination, std::string> destination_set_in(const PersonSettings& person,
                                                                          const SetMachine& set,
                                                                          SshQuestions questions);

/// That of `--on`, else the one that `machines` in the user's settings names for the current folder. Nothing: this
/// machine. Throws CLI::ValidationError, with a sentence, as CLI11 does for a wrong value.
[[nodiscard]] std::optional<Destination> destination_of(const std::string& on, SshQuestions questions,
                                                        const UserSide& user);

}  // namespace termhost::cli
