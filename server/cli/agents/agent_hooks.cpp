#include "cli/agents/agent_hooks.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/expected.hpp"
#include "cli/exec_form.hpp"
#include "protocol/codec/fields.hpp"
#include "rpc/json_reader.hpp"
#include "text/visible.hpp"

namespace termhost::cli {
namespace {

using approval::Verdict;
using protocol::OrderedJson;  // agents get their fields back in their order

struct Reply {
  Verdict verdict = Verdict::Ask;
  std::string reason;
  OrderedJson changed_input;  ///< null: the command stays as it is
};

// One function for each shape of an answer; null is no opinion.

OrderedJson pre_tool_use(const Reply& reply) {
  OrderedJson output{{"hookEventName", "PreToolUse"},
                     {"permissionDecision", approval::to_string(reply.verdict)},
                     {"permissionDecisionReason", reply.reason}};
  if (!reply.changed_input.is_null()) output["updatedInput"] = reply.changed_input;
  return {{"hookSpecificOutput", std::move(output)}};
}

/// Codex refuses an answer that asks, or that allows without changing anything.
OrderedJson pre_tool_use_denials(const Reply& reply) {
  return reply.verdict == Verdict::Deny ? pre_tool_use(reply) : OrderedJson();
}

/// Gemini CLI's documents know no asking; its program, told to ask, asks even about what the person denied there.
OrderedJson before_tool(const Reply& reply) {
  if (reply.verdict == Verdict::Ask) return {};
  OrderedJson answer{{"decision", approval::to_string(reply.verdict)}, {"reason", reply.reason}};
  if (!reply.changed_input.is_null())
    answer["hookSpecificOutput"] = {{"hookEventName", "BeforeTool"}, {"tool_input", reply.changed_input}};
  return answer;
}

OrderedJson permission_decision(const Reply& reply) {
  OrderedJson answer{{"permissionDecision", approval::to_string(reply.verdict)},
                     {"permissionDecisionReason", reply.reason}};
  if (!reply.changed_input.is_null()) answer["modifiedArgs"] = reply.changed_input;
  return answer;
}

OrderedJson permission(const Reply& reply) {
  OrderedJson answer{{"permission", approval::to_string(reply.verdict)}};
  if (reply.verdict != Verdict::Allow) answer.update({{"user_message", reply.reason}, {"agent_message", reply.reason}});
  return answer;
}

enum class Shell {
  Bash,
  Persons,  ///< $SHELL if that is bash or zsh, else bash
};

struct Field {
  std::string_view at;  ///< a JSON pointer
  std::string_view value;
};

struct Agent {
  std::string_view name;
  Field event, tool;          ///< what says that this is the event, and that the tool is the shell; unset: nothing does
  std::string_view input_at;  ///< the tool's input, which has a `command`
  std::string_view folder;    ///< the field of the input that names another folder; empty: there is none
  const char* project;        ///< the variable that names the folder of the project; null: there is none
  Field foreground;           ///< the field of the input that says so, and the JSON it then is where it is there at all
  Shell shell;
  ShellState state;   ///< whether commands share a shell
  bool takes_change;  ///< Codex would run it in a sandbox without room for whole outputs; Qwen Code only documents it
  Verdict unclear;    ///< of what is not understood: each agent runs the command where a hook fails or says nothing
  OrderedJson (*answer)(const Reply&);
};

constexpr std::array agents{
    Agent{"claude",
          {"/hook_event_name", "PreToolUse"},
          {"/tool_name", "Bash"},
          "/tool_input",
          "",
          "CLAUDE_PROJECT_DIR",
          {"run_in_background", "false"},
          Shell::Persons,
          ShellState::Fresh,
          true,
          Verdict::Ask,
          pre_tool_use},
    Agent{"gemini",
          {"/hook_event_name", "BeforeTool"},
          {"/tool_name", "run_shell_command"},
          "/tool_input",
          "dir_path",
          "GEMINI_PROJECT_DIR",
          {"is_background", "false"},
          Shell::Bash,
          ShellState::Fresh,
          true,
          Verdict::Deny,
          before_tool},
    Agent{"codex",
          {"/hook_event_name", "PreToolUse"},
          {"/tool_name", "Bash"},
          "/tool_input",
          "",
          nullptr,
          {},
          Shell::Persons,
          ShellState::Fresh,
          false,
          Verdict::Deny,
          pre_tool_use_denials},
    Agent{"copilot",
          {},
          {"/toolName", "bash"},
          "/toolArgs",
          "",
          nullptr,
          {"mode", "\"sync\""},
          Shell::Bash,
          ShellState::Shared,
          true,
          Verdict::Ask,
          permission_decision},
    Agent{"qwen",
          {"/hook_event_name", "PreToolUse"},
          {"/tool_name", "run_shell_command"},
          "/tool_input",
          "directory",
          "QWEN_PROJECT_DIR",
          {"is_background", "false"},
          Shell::Bash,
          ShellState::Fresh,
          false,
          Verdict::Ask,
          pre_tool_use},
    Agent{"cursor",
          {"/hook_event_name", "beforeShellExecution"},
          {},
          "",
          "",
          "CURSOR_PROJECT_DIR",
          {},
          Shell::Persons,
          ShellState::Fresh,
          false,
          Verdict::Ask,
          permission},
};

struct Event {
  std::string command, cwd;
  std::vector<std::string> folders;  ///< the workspace
  shell::ShellKind shell = shell::ShellKind::Bash;
  OrderedJson input;
  bool foreground = true;
  bool repaired = false;  ///< the agent may have meant another text than the one that could be read
  bool for_shell = true;  ///< false: another tool, of which we have no opinion
};
using Understood = base::Expected<Event, std::string>;

/// Null where there is nothing. Some agents hand on the model's JSON as a text.
rpc::ReadJson<OrderedJson> value_at(const OrderedJson& json, std::string_view pointer) {
  const OrderedJson::json_pointer path{std::string(pointer)};
  if (!json.contains(path)) return {};
  const OrderedJson& value = json[path];
  if (!value.is_string()) return {value};
  auto inner = rpc::read_repaired_json<OrderedJson>(value.get_ref<const std::string&>());
  return inner && inner->value.is_object() ? std::move(*inner) : rpc::ReadJson<OrderedJson>{value};
}

std::string text_of(const OrderedJson& value) { return value.is_string() ? value.get<std::string>() : ""; }

std::string text_at(const OrderedJson& json, std::string_view pointer) {
  return text_of(value_at(json, pointer).value);
}

shell::ShellKind shell_of(Shell shell, std::string_view persons_shell) {
  const shell::ShellKind kind = shell::shell_kind_of(persons_shell);
  return shell == Shell::Persons && kind == shell::ShellKind::Zsh ? kind : shell::ShellKind::Bash;
}

/// A command's own folder says nothing: an agent may change it.
std::vector<std::string> workspace_of(const Agent& agent, const OrderedJson& event, const HookWorld& world) {
  std::vector<std::string> folders;
  const OrderedJson roots = value_at(event, "/workspace_roots").value;
  if (roots.is_array())
    for (const OrderedJson& root : roots)
      if (std::string folder = text_of(root); folder.starts_with('/')) folders.push_back(std::move(folder));
  if (!folders.empty()) return folders;
  const std::string project = agent.project == nullptr ? std::string() : world.variable(agent.project);
  return {project.starts_with('/') ? project : world.started_in};
}

Understood understand(const Agent& agent, std::string_view text, const HookWorld& world) {
  const auto read = rpc::read_repaired_json<OrderedJson>(text);
  if (!read) return base::unexpected("it " + read.error().what);
  const OrderedJson& event = read->value;
  if (!event.is_object()) return base::unexpected("it is not a JSON object");
  if (!agent.event.at.empty() && text_at(event, agent.event.at) != agent.event.value)
    return base::unexpected(fmt::format("`{}` is not {}", agent.event.at.substr(1), agent.event.value));
  Event understood{.shell = shell_of(agent.shell, world.persons_shell)};
  if (!agent.tool.at.empty()) {
    const std::string tool = text_at(event, agent.tool.at);
    if (tool.empty()) return base::unexpected(fmt::format("it has no `{}`", agent.tool.at.substr(1)));
    understood.for_shell = tool == agent.tool.value;
    if (!understood.for_shell) return understood;
  }
  auto input = value_at(event, agent.input_at);
  understood.input = std::move(input.value);
  understood.repaired = read->repaired || input.repaired;
  understood.command =
      text_of(understood.input.is_object() ? understood.input.value("command", OrderedJson()) : OrderedJson());
  if (understood.command.empty()) return base::unexpected("it has no command");
  understood.cwd = text_at(event, "/cwd");
  if (understood.cwd.empty()) understood.cwd = text_at(event, "/workspace_roots/0");
  if (!understood.cwd.starts_with('/')) return base::unexpected("the folder in which the command runs is missing");
  const std::string folder =
      agent.folder.empty() ? std::string() : text_of(understood.input.value(agent.folder, OrderedJson()));
  if (!folder.empty()) understood.cwd = (std::filesystem::path(understood.cwd) / folder).lexically_normal().string();
  understood.folders = workspace_of(agent, event, world);
  if (!agent.foreground.at.empty() && understood.input.contains(agent.foreground.at))
    understood.foreground = understood.input[agent.foreground.at].dump() == agent.foreground.value;
  return understood;
}

Reply unclear(const Agent& agent, std::string_view why) {
  return {.verdict = agent.unclear, .reason = fmt::format("termhost: {}", why)};
}

/// A rule with a sandbox, and where one is set each that does not say `off`, means what runs inside of it. The agent's
/// own shell is outside.
bool is_allowed_inside_only(const approval::Decision& decision, sandbox::Level set) {
  return decision.verdict == Verdict::Allow &&
         std::ranges::any_of(decision.commands, [&](const approval::CommandVerdict& part) {
           return !part.rule.starts_with("built-in") && part.place.level(set) != sandbox::Level::Off;
         });
}

Reply reply_to(const Agent& agent, const Event& event, const HookWorld& world) {
  const ExecForm form{event.shell, world.program, world.locate};
  const std::string inner = command_in_exec(event.command, form);
  const approval::Decision decision =
      world.judge(inner.empty() ? event.command : inner, event.shell, event.cwd, event.folders);
  if (event.repaired && decision.verdict != Verdict::Deny)
    return unclear(agent, "the command has characters that are not valid text, so another command may be meant");
  if (is_allowed_inside_only(decision, world.sandbox))
    return {.verdict = Verdict::Ask,
            .reason = "termhost: a rule allows this command only in a sandbox, and this shell has no sandbox"};
  Reply reply{.verdict = decision.verdict,
              .reason = "termhost: " + text::visible_line(decision.reason, text::longest_reason)};
  const bool changes = world.through_exec && agent.takes_change && event.foreground && inner.empty() &&
                       decision.verdict == Verdict::Allow && same_in_exec(event.command, agent.state, form);
  if (!changes) return reply;
  reply.changed_input = event.input;
  reply.changed_input["command"] = exec_command(event.command, form);
  return reply;
}

constexpr int denied_everywhere = 2;  // what each agent takes for a denial

const Agent* agent_called(std::string_view name) {
  const auto* const found = std::find_if(agents.begin(), agents.end(), [&](const Agent& a) { return a.name == name; });
  return found == agents.end() ? nullptr : found;
}

std::string written(const Agent& agent, const Reply& reply) {
  const OrderedJson answer = agent.answer(reply);
  return answer.is_null() ? "" : answer.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace

std::vector<std::string> hook_agents() {
  std::vector<std::string> names;
  for (const Agent& agent : agents) names.emplace_back(agent.name);
  return names;
}

HookAnswer answer_hook(std::string_view name, std::string_view text, const HookWorld& world) {
  const Agent* agent = agent_called(name);
  if (agent == nullptr)
    return {.exit_status = denied_everywhere, .problem = fmt::format("there is no agent '{}'", name)};
  const Understood event = understand(*agent, text, world);
  if (!event) return answer_unclear_hook(name, event.error());
  return event->for_shell ? HookAnswer{.output = written(*agent, reply_to(*agent, *event, world))} : HookAnswer{};
}

HookAnswer answer_unclear_hook(std::string_view name, std::string_view why) {
  const Agent* agent = agent_called(name);
  const std::string problem = fmt::format("this is not a hook event of {}: {}", name, why);
  if (agent == nullptr) return {.exit_status = denied_everywhere, .problem = problem};
  return {.output = written(*agent, unclear(*agent, problem)), .problem = problem};
}

}  // namespace termhost::cli
