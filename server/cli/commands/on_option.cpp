#include "cli/commands/on_option.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace termhost::cli {
namespace {

using Chosen = std::optional<Destination>;

constexpr std::string_view option = "--on: ";  // begins each problem of a destination

[[noreturn]] void refuse(const std::string& sentence) { throw CLI::ValidationError(sentence); }

Chosen unless_local(Destination destination) {
  if (destination.local()) return std::nullopt;
  return destination;
}

Chosen set_for_current_folder(SshQuestions questions, const UserSide& user) {
  const protocol::HandedFile file = user.files_with({}).settings;
  const PersonSettings person = person_settings_in(file);
  if (const std::string problem = machines_problem(person, file); !problem.empty()) refuse(problem);
  std::error_code unknown;
  const std::string folder = std::filesystem::current_path(unknown).string();
  if (unknown && !person.machines.empty())
    refuse(fmt::format("the current folder cannot be read ({}), so its machine in `{}` is not known; name it by --on",
                       unknown.message(), machines_list));
  const auto set = machine_set_for(folder, person.machines);
  if (!set) return std::nullopt;
  auto destination = destination_set_in(person, *set, questions);
  if (!destination) refuse(destination.error());
  if (set->machine.folder) {
    destination->workspace = set->workspace;
    destination->folder = *set->machine.folder;
    destination->cwd = set->rest;
  }
  return unless_local(*std::move(destination));
}

}  // namespace

CLI::Option* add_on_option(CLI::App& command, std::string& on) {
  return command
      .add_option(
          "--on", on,
          "Run on another machine: ssh:HOST, or cmd:COMMAND such as 'cmd:docker exec -i NAME'; paths are paths of the "
          "other machine; rules and settings are those of this machine. local: run on this machine. Default: "
          "the setting machines")
      ->option_text("MACHINE");
}

CLI::Option* add_on_options(CLI::App& command, std::vector<std::string>& on) {
  return command
      .add_option("--on", on,
                  "Run on another machine: ssh:HOST, cmd:COMMAND such as 'cmd:docker exec -i NAME', or local; if --on "
                  "is given more than once, the agent chooses a machine for each command, and the first is the default")
      ->option_text("MACHINE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

base::Expected<Destination, std::string> destination_set_in(const PersonSettings& person, const SetMachine& set,
                                                            SshQuestions questions) {
  auto destination = parse_destination(set.machine.on, questions);
  if (destination) return destination;
  return base::unexpected(
      fmt::format("{}: `{}`: {}", person.file, machines_list, destination.error().substr(option.size())));
}

std::optional<Destination> destination_of(const std::string& on, SshQuestions questions, const UserSide& user) {
  if (user.elsewhere()) return std::nullopt;
  if (on.empty()) return set_for_current_folder(questions, user);
  auto destination = parse_destination(on, questions);
  if (!destination) refuse(destination.error());
  return unless_local(*std::move(destination));
}

}  // namespace termhost::cli
