#include "cli/commands/on_option.hpp"

namespace termhost::cli {

CLI::Option* add_on_option(CLI::App& command, std::string& on) {
  return command
      .add_option("--on", on,
                  "Run on another machine: ssh:HOST, or cmd:COMMAND such as 'cmd:docker exec -i NAME'; paths are those "
                  "of the other machine, rules and settings those of this one")
      ->option_text("MACHINE");
}

CLI::Option* add_on_options(CLI::App& command, std::vector<std::string>& on) {
  return command
      .add_option(
          "--on", on,
          "Run on another machine: ssh:HOST, cmd:COMMAND such as 'cmd:docker exec -i NAME', or local; given more "
          "than once, the agent chooses one for each command, and the first is the default")
      ->option_text("MACHINE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::optional<Destination> destination_of(const std::string& on, SshQuestions questions) {
  if (on.empty()) return std::nullopt;
  auto destination = parse_destination(on, questions);
  if (!destination) throw CLI::ValidationError(destination.error());
  if (destination->local()) return std::nullopt;
  return *std::move(destination);
}

}  // namespace termhost::cli
