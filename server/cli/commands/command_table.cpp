#include "cli/commands/command_table.hpp"

#include <csignal>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/commands/help.hpp"
#include "cli/log.hpp"
#include "cli/nearest.hpp"

namespace termhost::cli {
namespace {

struct Command {
  void (*add)(CLI::App&, int& exit_status);
  Listing listing;
};

constexpr const char* for_people = "Run and look";
constexpr const char* for_agents = "For agents and editors, over stdin and stdout";
constexpr const char* for_rules = "Settings, rules and command lines";
constexpr const char* for_trouble = "When something is wrong";

constexpr Command commands[] = {
    {add_exec, {for_people, "termhost exec --timeout 60 -- 'npm test'"}},
    {add_read, {for_people, "termhost read --search error --context 2 ARTIFACT"}},
    {add_render, {for_people, "termhost render <typescript"}},
    {add_list, {for_people, "termhost list"}},
    {add_attach, {for_people, "termhost attach 4711"}},
    {add_stop, {for_people, "termhost stop 4711"}},
    {add_mcp, {for_agents, "claude mcp add termhost -- termhost mcp"}},
    {add_setup, {for_agents, "termhost setup claude --dry-run"}},
    {add_hook, {for_agents, "termhost hook claude <event.json"}},
    {add_serve, {for_agents, "termhost serve --listen"}},
    {add_remote, {for_agents, "ssh HOST termhost remote"}},
    {add_acp_terminals, {for_agents, "termhost acp-terminals --policy policy.json"}},
    {add_config, {for_rules, "termhost config"}},
    {add_check, {for_rules, "echo 'git push' | termhost check --shell bash --policy policy.json"}},
    {add_flatten, {for_rules, "termhost flatten --shell bash <script.sh"}},
    {add_doctor, {for_trouble, "termhost doctor"}},
    {add_replay, {for_trouble, "termhost replay session.txt"}},
    {add_help, {for_trouble, "termhost help policy"}},
};

/// A file that may not grow is an error of that write, not the end of everything. What we start gets the default again.
void outlive_file_limits() {
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

/// A word that names no command is most often misspelt.
std::string unknown_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  const std::string meant = nearest(word, names);
  return fmt::format("there is no command '{}'{} `termhost --help` lists them", word,
                     meant.empty() ? ";" : fmt::format("; did you mean '{}'?", meant));
}

/// `app`: the program, or one of its commands.
std::string unknown_word(const CLI::App& app, const std::string& called, const std::string& word) {
  if (!word.starts_with('-'))
    return fmt::format("`{}` takes no '{}'; `{} --help` shows its arguments", called, word, called);
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::string meant = nearest(word.substr(0, word.find('=')), names);
  return fmt::format("`{}` has no option '{}'{} `{} --help` lists them", called, word,
                     meant.empty() ? ";" : fmt::format("; did you mean '{}'?", meant), called);
}

std::string unexpected_word(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::vector<std::string> words = command.remaining();
  const std::string word = words.empty() ? "" : words.front();
  if (!chosen.empty()) return unknown_word(command, "termhost " + command.get_name(), word);
  return word.starts_with('-') ? unknown_word(app, "termhost", word) : unknown_command(app, word);
}

/// With the example of the command, which shows its place.
std::string missing_word(const CLI::App& app, const std::string& what) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  for (const Command& command : commands) {
    const std::string_view example = command.listing.example;
    if (!chosen.empty() && example.find(" " + chosen.front()->get_name()) != std::string_view::npos)
      return fmt::format("{}; for example: {}", what, example);
  }
  return what;
}

int run_command(CLI::App& app, int argc, char** argv, const int& exit_status) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    log_line(unexpected_word(app));
    return 2;
  } catch (const CLI::RequiredError& error) {
    log_line(missing_word(app, error.what()));
    return 2;
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (!app.get_subcommands().empty()) return exit_status;
  log_line("a command is missing; `termhost --help` lists them (editors start `termhost serve`)");
  return 2;
}

}  // namespace

int run(int argc, char** argv) {
  outlive_file_limits();
  CLI::App app{"Runs shell commands for AI agents in editors, and returns results that can be trusted.", "termhost"};
  app.set_version_flag("--version", "termhost " TERMHOST_VERSION);
  app.require_subcommand(0, 1);
  int exit_status = 0;
  for (const Command& command : commands) {
    command.add(app, exit_status);
    describe(*app.get_subcommands(nullptr).back(), command.listing);
  }
  describe_program(app);
  try {
    return run_command(app, argc, argv, exit_status);
  } catch (const std::exception& error) {  // no descriptor, no thread, no memory: there is nothing to go on with
    log_line(std::string("the system has no resources left, so termhost ends: ") + error.what() +
             "; raise the limits of this user or session (ulimit -a shows them)");
    return could_not_run;
  }
}

}  // namespace termhost::cli
