// termhost hook: the verdict of the person's policy in the format of an agent's hook.
#include <exception>
#include <iostream>
#include <memory>
#include <string>

#include "cli/agents/agent_hooks.hpp"
#include "cli/commands/commands.hpp"
#include "cli/environment.hpp"
#include "cli/log.hpp"
#include "cli/serving/runtime.hpp"
#include "cli/settings/policy_file.hpp"
#include "cli/standard_input.hpp"
#include "cli/this_program.hpp"
#include "cli/verdict.hpp"
#include "io/search_path.hpp"

namespace termhost::cli {
namespace {

struct HookOptions {
  std::string agent, policy;
  bool through_exec = false;
};

constexpr std::size_t most_bytes = std::size_t{64} << 20;  // as a frame

HookAnswer answer_to(const HookOptions& options) {
  const PersonSettings person = read_person_settings();
  return answer_hook(
      options.agent, standard_input(most_bytes),
      {.judge =
           [&person, named = options.policy](std::string_view command, shell::ShellKind shell, const std::string& cwd,
                                             const std::vector<std::string>& folders) {
             return verdict_on(command, shell, cwd, folders, policy_in(folders, named, person));
           },
       .locate = [path = environment("PATH")](std::string_view program) { return io::locate_program(program, path); },
       .variable = [](const char* name) { return std::string(environment(name)); },
       .started_in = current_environment().cwd,
       .persons_shell = environment("SHELL"),
       .program = this_program(),
       .through_exec = options.through_exec,
       .sandbox = sandbox::level_of_rules(static_cast<sandbox::Level>(person.settings.sandbox.level))});
}

/// A hook that ends without an answer lets the command run: whatever goes wrong here is an answer.
HookAnswer answer_in_any_case(const HookOptions& options) {
  try {
    return answer_to(options);
  } catch (const std::exception& error) {
    return answer_unclear_hook(options.agent, error.what());
  }
}

int run_hook(const HookOptions& options) {
  const HookAnswer answer = answer_in_any_case(options);
  if (!answer.problem.empty()) log_line(answer.problem);
  if (!answer.output.empty()) std::cout << answer.output << '\n';
  return answer.exit_status;
}

}  // namespace

void add_hook(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<HookOptions>();
  CLI::App* command =
      app.add_subcommand("hook", "Answer an agent's hook event (stdin) with the policy's verdict on its command");
  std::string names;
  for (const std::string& name : hook_agents()) names += (names.empty() ? "" : "|") + name;
  command->add_option("agent", options->agent, "Agent that sends the event")
      ->required()
      ->check(CLI::IsMember(hook_agents()))
      ->option_text(names);
  command->add_option("--policy", options->policy, "Policy file; default: $XDG_CONFIG_HOME/termhost/policy.json");
  command->add_flag("--through-exec", options->through_exec,
                    "Make allowed commands run through termhost exec, if the agent accepts a changed command: claude, "
                    "gemini, copilot. The agent's own rules then see termhost exec, not the command");
  command->callback([options, &exit_status] { exit_status = run_hook(*options); });
}

}  // namespace termhost::cli
