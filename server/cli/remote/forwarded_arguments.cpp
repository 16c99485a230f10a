#include "cli/remote/forwarded_arguments.hpp"

namespace termhost::cli {

std::vector<std::string> forwarded_arguments(const CLI::App& command) {
  std::vector<std::string> arguments{command.get_name()}, words{"--"};
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0) continue;
    if (option->get_positional()) {
      words.insert(words.end(), option->results().begin(), option->results().end());
      continue;
    }
    const std::string name = "--" + option->get_lnames().front();
    if (name == "--on" || name == "--policy" || name == "--attach") continue;
    if (option->get_expected_min() == 0) {
      arguments.push_back(name);
      continue;
    }
    for (const std::string& value : option->results()) arguments.push_back(name + "=" + value);
  }
  if (words.size() > 1) arguments.insert(arguments.end(), words.begin(), words.end());
  return arguments;
}

}  // namespace termhost::cli
