#include "cli/remote/destination.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "shell/analysis/simple_commands.hpp"

namespace termhost::cli {
namespace {

using Parsed = base::Expected<Destination, std::string>;

constexpr std::string_view ssh_prefix = "ssh:", command_prefix = "cmd:";
constexpr std::chrono::seconds alive_interval{5};
constexpr int most_missed = 3;

/// Agents wait 30 s for a server. A user who is asked has the time of an sshd, and a little more.
std::chrono::seconds login_patience(SshQuestions questions) {
  return std::chrono::seconds(questions == SshQuestions::Allowed ? 150 : 25);
}

bool is_plain(char c) { return c > ' ' && c < 0x7F && c != '\'' && c != '"' && c != '\\'; }

Parsed ssh_destination(std::string_view on, SshQuestions questions) {
  const std::string_view rest = on.substr(ssh_prefix.size());
  const std::string host(rest.starts_with("//") ? on : rest);
  if (rest.empty() || host.starts_with('-') || !std::all_of(host.begin(), host.end(), is_plain))
    return base::unexpected(fmt::format("--on: '{}' does not name a host; write ssh:HOST or ssh:USER@HOST", on));
  std::vector<std::string> carrier{"ssh", "-T",
                                   "-o",  fmt::format("ServerAliveInterval={}", alive_interval.count()),
                                   "-o",  fmt::format("ServerAliveCountMax={}", most_missed)};
  if (questions == SshQuestions::Forbidden) carrier.insert(carrier.end(), {"-o", "BatchMode=yes"});
  carrier.insert(carrier.end(), {"--", host});
  return Destination{.name = std::string(on),
                     .carrier = std::move(carrier),
                     .ssh = true,
                     .trial = fmt::format("ssh {} true", host),
                     .login_patience = login_patience(questions),
                     .notice_patience = alive_interval * most_missed};
}

bool is_only_words(const shell::SimpleCommands& line) {
  if (!line.problem.empty() || line.commands.size() != 1) return false;
  const shell::SimpleCommand& command = line.commands.front();
  return !command.words.empty() && command.assignments.empty() && command.redirections.empty() &&
         command.unprovable_code.empty() && !command.input &&
         std::all_of(command.words.begin(), command.words.end(), [](const auto& word) { return word.known(); });
}

Parsed command_destination(std::string_view on, SshQuestions questions) {
  const std::string line(on.substr(command_prefix.size()));
  const shell::SimpleCommands commands = shell::simple_commands(line, shell::ShellKind::Dash);
  if (!is_only_words(commands))
    return base::unexpected(fmt::format(
        "--on: '{}' is not a program with plain arguments; no shell reads this text, so quote special characters",
        line));
  Destination destination{.name = std::string(on),
                          .carrier = {},
                          .ssh = false,
                          .trial = line + " true",
                          .login_patience = login_patience(questions)};
  for (const shell::ShellWord& word : commands.commands.front().words) destination.carrier.push_back(word.text);
  return destination;
}

}  // namespace

std::vector<std::string> Destination::running(const std::string& script) const {
  std::vector<std::string> argv = carrier;
  if (ssh) {
    argv.push_back(fmt::format("exec sh -c '{}'", script));
  } else {
    argv.insert(argv.end(), {"sh", "-c", script});
  }
  return argv;
}

Parsed parse_destination(std::string_view on, SshQuestions questions) {
  if (on == this_machine) return Destination{.name = std::string(on), .carrier = {}, .trial = {}};
  if (on.starts_with(ssh_prefix)) return ssh_destination(on, questions);
  if (on.starts_with(command_prefix)) return command_destination(on, questions);
  return base::unexpected(
      fmt::format("--on: '{}' is not ssh:HOST, cmd:COMMAND (such as 'cmd:docker exec -i NAME') or local", on));
}

}  // namespace termhost::cli
