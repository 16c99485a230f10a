// What each agent writes to its hook, and the answer that it then reads. The events are as the programs write them,
// less what we do not look at.
#include "cli/agents/agent_hooks.hpp"

#include <string>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "cli/exec_form.hpp"

namespace termhost::cli {
namespace {

using Json = nlohmann::json;
using approval::Verdict;

/// `ls` and `cat` are allowed, `rm` is denied, the rest asks.
approval::Decision judge(std::string_view command, shell::ShellKind shell, const std::string& cwd,
                         const std::vector<std::string>& folders) {
  approval::PolicyRules rules{.allowed = {"ls", "cat", "cd", "echo", "sleep"}, .denied = {"rm"}, .problem = {}};
  rules.detailed.push_back({approval::DetailedRule::List::Allowed, "make", "", "/work"});
  return approval::decide({.command = command, .shell = shell, .cwd = cwd, .workspace = folders}, rules);
}

HookWorld world() {
  return {.judge = judge,
          .locate = [](std::string_view name) { return name == "make" ? "" : "/bin/" + std::string(name); },
          .variable = [](const char*) { return std::string(); },
          .started_in = "/work",
          .persons_shell = "/usr/bin/zsh",
          .program = "termhost",
          .through_exec = true};
}

struct Case {
  const char* agent;
  const char* event;
  Json answer;  ///< null: no output
};

const std::string no_rule = "termhost: `git push`: no rule allows it";
const std::string denied = "termhost: `rm x`: a rule denies it";
const std::string allowed = "termhost: rules allow every part of it";

const Case cases[] = {
    {"claude",
     R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"ls 'a b'","timeout":5}})",
     {{"hookSpecificOutput",
       {{"hookEventName", "PreToolUse"},
        {"permissionDecision", "allow"},
        {"permissionDecisionReason", allowed},
        {"updatedInput", {{"command", R"(termhost exec --pipes --shell zsh -- 'ls '\''a b'\''')"}, {"timeout", 5}}}}}}},
    {"claude",
     R"({"hook_event_name":"PreToolUse","cwd":"/work","tool_name":"Bash","tool_input":{"command":"git push"}})",
     {{"hookSpecificOutput",
       {{"hookEventName", "PreToolUse"}, {"permissionDecision", "ask"}, {"permissionDecisionReason", no_rule}}}}},
    {"claude",
     R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"rm x"}})",
     {{"hookSpecificOutput",
       {{"hookEventName", "PreToolUse"}, {"permissionDecision", "deny"}, {"permissionDecisionReason", denied}}}}},
    {"claude", R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Read","tool_input":{"file_path":"x"}})", {}},
    {"codex", R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"ls"}})", {}},
    {"codex",
     R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"git push"}})",
     {}},
    {"codex",
     R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":"rm x"}})",
     {{"hookSpecificOutput",
       {{"hookEventName", "PreToolUse"}, {"permissionDecision", "deny"}, {"permissionDecisionReason", denied}}}}},
    {"gemini",
     R"({"hook_event_name":"BeforeTool","cwd":"/","tool_name":"run_shell_command","tool_input":{"command":"ls","dir_path":"work"}})",
     {{"decision", "allow"},
      {"reason", allowed},
      {"hookSpecificOutput",
       {{"hookEventName", "BeforeTool"},
        {"tool_input", {{"command", "termhost exec --pipes --shell bash -- ls"}, {"dir_path", "work"}}}}}}},
    {"gemini",
     R"({"hook_event_name":"BeforeTool","cwd":"/","tool_name":"run_shell_command","tool_input":{"command":"make","dir_path":"work"}})",
     {{"decision", "allow"}, {"reason", allowed}}},
    {"gemini",
     R"({"hook_event_name":"BeforeTool","cwd":"/w","tool_name":"run_shell_command","tool_input":{"command":"git push"}})",
     {}},
    {"copilot",
     R"({"cwd":"/w","toolName":"bash","toolArgs":{"command":"ls","mode":"sync"}})",
     {{"permissionDecision", "allow"},
      {"permissionDecisionReason", allowed},
      {"modifiedArgs", {{"command", "termhost exec --pipes --shell bash -- ls"}, {"mode", "sync"}}}}},
    {"copilot",
     R"({"cwd":"/w","toolName":"bash","toolArgs":"{\"command\":\"rm x\"}"})",
     {{"permissionDecision", "deny"}, {"permissionDecisionReason", denied}}},
    {"copilot",
     R"({"cwd":"/w","toolName":"bash","toolArgs":{"command":"echo $x"}})",
     {{"permissionDecision", "allow"}, {"permissionDecisionReason", allowed}}},
    {"copilot",
     R"({"cwd":"/w","toolName":"bash","toolArgs":{"command":"ls","mode":"async"}})",
     {{"permissionDecision", "allow"}, {"permissionDecisionReason", allowed}}},
    {"qwen",
     R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"run_shell_command","tool_input":{"command":"ls","is_background":false}})",
     {{"hookSpecificOutput",
       {{"hookEventName", "PreToolUse"}, {"permissionDecision", "allow"}, {"permissionDecisionReason", allowed}}}}},
    {"qwen",
     R"({"hook_event_name":"PreToolUse","cwd":"/","tool_name":"run_shell_command","tool_input":{"command":"make","directory":"/work"}})",
     {{"hookSpecificOutput",
       {{"hookEventName", "PreToolUse"}, {"permissionDecision", "allow"}, {"permissionDecisionReason", allowed}}}}},
    {"qwen",
     R"({"hook_event_name":"PreToolUse","cwd":"/work","tool_name":"run_shell_command","tool_input":{"command":"git push"}})",
     {{"hookSpecificOutput",
       {{"hookEventName", "PreToolUse"}, {"permissionDecision", "ask"}, {"permissionDecisionReason", no_rule}}}}},
    {"qwen",
     R"({"hook_event_name":"PreToolUse","cwd":"/work","tool_name":"run_shell_command","tool_input":{"command":"make"}})",
     {{"hookSpecificOutput",
       {{"hookEventName", "PreToolUse"}, {"permissionDecision", "allow"}, {"permissionDecisionReason", allowed}}}}},
    {"qwen", R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"edit","tool_input":{"file_path":"x"}})", {}},
    {"cursor", R"({"hook_event_name":"beforeShellExecution","cwd":"/w","command":"ls"})", {{"permission", "allow"}}},
    {"cursor",
     R"({"hook_event_name":"beforeShellExecution","cwd":"","workspace_roots":["/work"],"command":"make; git push"})",
     {{"permission", "ask"}, {"user_message", no_rule}, {"agent_message", no_rule}}},
    {"cursor",
     R"({"hook_event_name":"beforeShellExecution","cwd":"/w","command":"rm x"})",
     {{"permission", "deny"}, {"user_message", denied}, {"agent_message", denied}}},
};

/// What Claude Code's command becomes; the same if it stays.
std::string command_after(const std::string& command, const HookWorld& with = world()) {
  const Json event{
      {"hook_event_name", "PreToolUse"}, {"cwd", "/w"}, {"tool_name", "Bash"}, {"tool_input", {{"command", command}}}};
  const Json output = Json::parse(answer_hook("claude", event.dump(), with).output)["hookSpecificOutput"];
  CHECK(output["permissionDecision"] == "allow");
  return output.value("/updatedInput/command"_json_pointer, command);
}

}  // namespace

TEST_CASE("each agent gets the verdict in its own format") {
  for (const Case& each : cases) {
    INFO(each.agent << ' ' << each.event);
    const HookAnswer answer = answer_hook(each.agent, each.event, world());
    CHECK(answer.problem.empty());
    CHECK(answer.exit_status == 0);
    CHECK((answer.output.empty() ? Json() : Json::parse(answer.output)) == each.answer);
  }
}

/// "allow", "ask" or "deny", wherever the agent looks for it; "" for no opinion.
std::string decision_in(const std::string& output) {
  if (output.empty()) return "";
  const Json answer = Json::parse(output);
  for (const char* const at :
       {"/hookSpecificOutput/permissionDecision", "/permissionDecision", "/permission", "/decision"})
    if (const Json::json_pointer place(at); answer.contains(place)) return answer[place].get<std::string>();
  return "none";
}

std::string unclear_verdict(const std::string& agent) { return agent == "gemini" || agent == "codex" ? "deny" : "ask"; }

/// The event with which the agent announces the command, as JSON that holds `command` as it is.
std::string event_with(const std::string& agent, const std::string& command) {
  if (agent == "cursor") return R"({"hook_event_name":"beforeShellExecution","cwd":"/w","command":")" + command + "\"}";
  if (agent == "copilot") return R"({"cwd":"/w","toolName":"bash","toolArgs":{"command":")" + command + "\"}}";
  if (agent == "gemini")
    return R"({"hook_event_name":"BeforeTool","cwd":"/w","tool_name":"run_shell_command","tool_input":{"command":")" +
           command + "\"}}";
  if (agent == "qwen")
    return R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"run_shell_command","tool_input":{"command":")" +
           command + "\"}}";
  return R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":")" + command +
         "\"}}";
}

/// The event with the agent's own name of its shell.
std::string as_of(const std::string& agent, std::string event) {
  const std::string_view name = "\"Bash\"";
  const std::size_t at = agent == "qwen" ? event.find(name) : std::string::npos;
  return at == std::string::npos ? event : event.replace(at, name.size(), "\"run_shell_command\"");
}

TEST_CASE("an event that is not understood needs approval, and is denied if the agent's hooks can't ask") {
  const std::string deep(100'000, '['), deeper = R"({"cwd":"/w","a":)" + deep + std::string(100'000, ']') + "}";
  for (const std::string& agent : hook_agents())
    for (const std::string& event :
         {std::string(), std::string("ls"), std::string("[]"), std::string("{}"), std::string(R"({"cwd":"/w"})"),
          std::string(R"({"hook_event_name":"PostToolUse","cwd":"/w","tool_name":"Bash"})"),
          std::string(R"({"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}})"),
          std::string(R"({"hook_event_name":"PreToolUse","cwd":"w","tool_name":"Bash","tool_input":{"command":"ls"}})"),
          std::string(
              R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":["ls"]}})"),
          std::string(R"({"hook_event_name":"PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{}})"),
          std::string(R"({"hook_event_name":"BeforeTool","cwd":"/w","tool_name":["run_shell_command"]})"),
          std::string(R"({"cwd":"/w","toolName":"bash","toolArgs":"ls"})"),
          std::string(R"({"cwd":"/w","toolName":"bash","toolArgs":{}})"),
          std::string(R"({"hook_event_name":"beforeShellExecution","cwd":"","command":"ls"})"), deep, deeper,
          event_with(agent, "ls\",\"x\":" + deep), event_with(agent, "ls").substr(0, 40)}) {
      INFO(agent << ' ' << event.substr(0, 100));
      const HookAnswer answer = answer_hook(agent, as_of(agent, event), world());
      CHECK(decision_in(answer.output) == unclear_verdict(agent));
      CHECK(answer.exit_status == 0);
      CHECK(answer.problem.find('\n') == std::string::npos);
      CHECK_FALSE(answer.problem.empty());
    }
}

TEST_CASE("no character hides a command from a deny rule, and invalid text needs approval") {
  for (const std::string& agent : hook_agents())
    for (const std::string bad : {R"(\ud800)", R"(\udc00\ud800)", "\xff", "\xc3", "\xed\xa0\x80"}) {
      INFO(agent << ' ' << bad);
      CHECK(decision_in(answer_hook(agent, event_with(agent, "rm x # " + bad), world()).output) == "deny");
      CHECK(decision_in(answer_hook(agent, event_with(agent, "ls " + bad), world()).output) == unclear_verdict(agent));
    }
  const std::string inner = R"({"cwd":"/w","toolName":"bash","toolArgs":"{\"command\":\"rm x # \\ud800\"}"})";
  CHECK(decision_in(answer_hook("copilot", inner, world()).output) == "deny");
}

TEST_CASE("a reason holds nothing that would act on the screen of an agent") {
  HookWorld with = world();
  with.started_in = "/w";
  const std::string output = answer_hook("cursor", event_with("cursor", R"(git push \u202e\u200b)"), with).output;
  CHECK(Json::parse(output)["user_message"] == "termhost: `git push ⟨U+202E⟩⟨U+200B⟩`: no rule allows it");
}

TEST_CASE("a hook that could not look at its event answers all the same") {
  for (const std::string& agent : hook_agents())
    CHECK(decision_in(answer_unclear_hook(agent, "no memory").output) == unclear_verdict(agent));
  CHECK(answer_hook("nobody", "{}", world()).exit_status == 2);
}

TEST_CASE("a command goes through exec only where it does the same there") {
  for (const char* const same :
       {"ls", "ls | cat", "echo $x; ls", "(ls)", "for f in a b; do cat $f; done", "ls >/dev/null"})
    CHECK(command_after(same) != same);
  const ExecForm form{shell::ShellKind::Bash, "termhost", world().locate};
  for (const char* const stays : {"cd x", "cd x && ls", "ls & echo", "sleep 9 &", "tmux new -d", "/usr/bin/cd",
                                  "x=1; ls", "make", "f() { ls; }", "ls |& coproc cat", "$x", "ls '"}) {
    INFO(stays);
    CHECK_FALSE(same_in_exec(stays, ShellState::Fresh, form));
  }
  CHECK(command_after("cd x && ls") == "cd x && ls");
  HookWorld only_judging = world();
  only_judging.through_exec = false;
  CHECK(command_after("ls", only_judging) == "ls");
}

TEST_CASE("a command that goes through exec already is judged by what it runs, and stays") {
  CHECK(command_after(command_after("ls")) == command_after("ls"));
  const auto verdict = [](const std::string& command) {
    const Json event{{"hook_event_name", "beforeShellExecution"}, {"cwd", "/w"}, {"command", command}};
    return Json::parse(answer_hook("cursor", event.dump(), world()).output)["permission"].get<std::string>();
  };
  CHECK(verdict("termhost exec --pipes --shell zsh -- 'rm x'") == "deny");
  CHECK(verdict("termhost exec --pipes --shell zsh -- 'git push'") == "ask");
  CHECK(verdict("termhost exec --pipes --shell zsh -- ls; git push") == "ask");
  CHECK(verdict("termhost exec --pipes --shell /tmp/zsh -- ls") == "ask");
  CHECK(verdict("./termhost exec --pipes --shell zsh -- ls") == "ask");
}

TEST_CASE("a command that a rule allows in a sandbox needs approval, because the agent's own shell is outside") {
  const auto verdict = [](const std::string& command, std::optional<sandbox::Level> named, sandbox::Level set) {
    HookWorld confined = world();
    confined.sandbox = set;
    confined.judge = [&](std::string_view line, shell::ShellKind shell, const std::string& cwd,
                         const std::vector<std::string>& folders) {
      approval::PolicyRules rules{
          .allowed = {}, .denied = {}, .problem = {}, .builtin = approval::BuiltinRules::ReadOnly};
      rules.detailed.push_back({approval::DetailedRule::List::Allowed, "make", "", "", named});
      return approval::decide({.command = line, .shell = shell, .cwd = cwd, .workspace = folders}, rules);
    };
    const Json event{
        {"hook_event_name", "beforeShellExecution"}, {"cwd", "/w"}, {"workspace_roots", {"/w"}}, {"command", command}};
    return Json::parse(answer_hook("cursor", event.dump(), confined).output)["permission"].get<std::string>();
  };
  using sandbox::Level;
  CHECK(verdict("make", {}, Level::Off) == "allow");
  CHECK(verdict("make", Level::Workspace, Level::Off) == "ask");
  CHECK(verdict("ls && make", Level::ReadOnly, Level::Off) == "ask");
  CHECK(verdict("make", {}, Level::Workspace) == "ask");
  CHECK(verdict("make", Level::Off, Level::Workspace) == "allow");
  CHECK(verdict("ls", {}, Level::Workspace) == "allow");
}

TEST_CASE("the workspace of an event is the agent's project, whatever folder the command runs in") {
  struct Row {
    const char* agent;
    const char* variable;
    Json event;
    std::vector<std::string> folders;
  };
  const Json claude{{"hook_event_name", "PreToolUse"},
                    {"cwd", "/home/me/.config/gh"},
                    {"tool_name", "Bash"},
                    {"tool_input", {{"command", "cat hosts.yml"}}}};
  const Json gemini{{"hook_event_name", "BeforeTool"},
                    {"cwd", "/w"},
                    {"tool_name", "run_shell_command"},
                    {"tool_input", {{"command", "ls"}, {"dir_path", "/home/me/.ssh"}}}};
  Json gemini_as_qwen = gemini;
  gemini_as_qwen["hook_event_name"] = "PreToolUse";
  const Json copilot{{"cwd", "/home/me/.ssh"}, {"toolName", "bash"}, {"toolArgs", {{"command", "ls"}}}};
  Json cursor{{"hook_event_name", "beforeShellExecution"}, {"cwd", "/home/me/.ssh"}, {"command", "ls"}};
  Json cursor_roots = cursor;
  cursor_roots["workspace_roots"] = {"/a", "/b", "c"};
  const Row rows[] = {
      {"claude", "CLAUDE_PROJECT_DIR", claude, {"/home/me/project"}},
      {"claude", "GEMINI_PROJECT_DIR", claude, {"/started"}},
      {"gemini", "GEMINI_PROJECT_DIR", gemini, {"/home/me/project"}},
      {"qwen", "QWEN_PROJECT_DIR", gemini_as_qwen, {"/home/me/project"}},
      {"codex", "", claude, {"/started"}},
      {"copilot", "", copilot, {"/started"}},
      {"cursor", "CURSOR_PROJECT_DIR", cursor, {"/home/me/project"}},
      {"cursor", "CURSOR_PROJECT_DIR", cursor_roots, {"/a", "/b"}},
  };
  for (const Row& row : rows) {
    INFO(row.agent << ' ' << row.event);
    std::vector<std::string> told;
    HookWorld asked = world();
    asked.started_in = "/started";
    asked.variable = [&](const char* name) { return name == std::string(row.variable) ? "/home/me/project" : ""; };
    asked.judge = [&](std::string_view, shell::ShellKind, const std::string&, const std::vector<std::string>& folders) {
      told = folders;
      return approval::Decision{};
    };
    CHECK(answer_hook(row.agent, row.event.dump(), asked).problem.empty());
    CHECK(told == row.folders);
  }
}

TEST_CASE("what goes through exec is the command to the letter, for each shell") {
  const std::string commands[] = {"ls",      "a'b",        "a\nb",  "$(x) `y` $z", "\\", "!!", "\"'\\''",
                                  "ä\t\x01", "--policy x", "-- ls", "a\r\nb",      "'",  "#",  "~ * {a,b}"};
  for (const auto kind : {shell::ShellKind::Bash, shell::ShellKind::Zsh})
    for (const std::string& command : commands) {
      const ExecForm form{kind, "termhost", {}};
      INFO(exec_command(command, form));
      CHECK(command_in_exec(exec_command(command, form), form) == command);
    }
}

}  // namespace termhost::cli
