// termhost list: the commands that have outlived their termhost and wait for another.
#include <algorithm>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/waiting_terminals.hpp"

namespace termhost::cli {
namespace {

constexpr std::size_t shown_command = 80;

std::string first_line(std::string text) {
  text.resize(std::min(text.find('\n'), text.size()));
  if (text.size() > shown_command) text = text.substr(0, shown_command) + "…";
  return text;
}

std::string time_of(const io::WaitingFacts& facts) {
  const std::string left = facts.seconds_left ? fmt::format("{} s left", *facts.seconds_left) : "no limit";
  return facts.ended ? left + ", ended" : left;
}

int list() {
  for (const WaitingTerminal& terminal : waiting_terminals()) {
    const std::string line =
        !terminal.problem.empty() ? fmt::format("{}\t{}\n", terminal.id, terminal.problem)
        : !terminal.kept
            ? fmt::format("{}\t{}\tkept by another version of termhost\n", terminal.id, time_of(terminal.facts))
            : fmt::format("{}\t{}\t{}\t{}\n", terminal.id, time_of(terminal.facts), terminal.kept->workspace,
                          first_line(terminal.kept->command));
    std::fputs(line.c_str(), stdout);
  }
  return std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace

void add_list(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand(
      "list", "Show kept commands, which go on although their termhost has ended: number, time left, folder, command");
  command->callback([&exit_status] { exit_status = list(); });
}

}  // namespace termhost::cli
