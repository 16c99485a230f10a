// Settings for odd shells show in the terminals that are created and in what is typed.
#include <catch2/catch_test_macros.hpp>

#include "host/recording/os_record.hpp"
#include "protocol/codec/decode.hpp"
#include "protocol/codec/encode.hpp"
#include "world.hpp"

using namespace termhost;
using testing::World;

namespace {

std::map<std::string, std::string> environment_with(void (*change)(host::Settings&), const char* shell = "") {
  host::Settings settings = testing::everything_allowed();
  change(settings);
  World w(settings);
  World::Answer answer;
  w.run("true", answer, {.shell = shell});
  return w.shim.creations.at(0).env;
}

}  // namespace

TEST_CASE("terminals of the editor are created so that programs do not wait for a person") {
  const auto env = environment_with([](host::Settings&) {});
  CHECK(env.at("GIT_PAGER") == "cat");
  CHECK(env.at("GIT_TERMINAL_PROMPT") == "0");
  CHECK(env.at("TERMHOST") == "1");
}

TEST_CASE("zsh's workarounds are environment of the new terminal, each by its setting") {
  CHECK(environment_with([](host::Settings& s) { s.zsh_clear_eol_mark = true; }).at("PROMPT_EOL_MARK").empty());
  CHECK_FALSE(environment_with([](host::Settings& s) { s.zsh_clear_eol_mark = false; }).contains("PROMPT_EOL_MARK"));
  CHECK(environment_with([](host::Settings& s) { s.zsh_oh_my = true; }).at("ITERM_SHELL_INTEGRATION_INSTALLED") ==
        "Yes");
  CHECK_FALSE(environment_with([](host::Settings&) {}).contains("ITERM_SHELL_INTEGRATION_INSTALLED"));
  CHECK(environment_with([](host::Settings& s) { s.zsh_p10k = true; }).at("POWERLEVEL9K_TERM_SHELL_INTEGRATION") ==
        "true");
  CHECK_FALSE(environment_with([](host::Settings&) {}).contains("POWERLEVEL9K_TERM_SHELL_INTEGRATION"));
  CHECK(environment_with([](host::Settings& s) { s.zdotdir = true; }, "zsh").at("ZDOTDIR") == "/private/zsh");
  CHECK_FALSE(environment_with([](host::Settings& s) { s.zdotdir = true; }, "bash").contains("ZDOTDIR"));
}

TEST_CASE("commandDelay is a pause of the shell after each command") {
  CHECK(environment_with([](host::Settings& s) { s.command_delay = 50; }).at("PROMPT_COMMAND") == "sleep 0.05");
  CHECK_FALSE(environment_with([](host::Settings&) {}).contains("PROMPT_COMMAND"));
}

TEST_CASE("commandExecutionTimeout stops a command unless its prefix is on the allowlist") {
  host::Settings settings = testing::everything_allowed();
  settings.command_execution_timeout = 5;
  settings.command_timeout_allowlist = {"npm run dev"};
  for (const bool listed : {false, true}) {
    World w(settings, false);
    World::Answer answer;
    w.run(listed ? "npm run dev --port 1" : "npm run developers", answer);
    w.owned_prompt(base::TerminalId("owned-1"));
    w.owned_says(base::TerminalId("owned-1"), World::mark("C"));
    w.clock.advance(std::chrono::seconds(5));
    CHECK(w.owned.stops.empty() == listed);
  }
}

TEST_CASE("a shell that can't tell where a command ends runs it as a plain child") {
  World w(testing::everything_allowed(), false);
  World::Answer answer;
  w.run("ls", answer, {.shell = "/usr/bin/nu"});
  REQUIRE(w.owned.opened.size() == 1);
  CHECK(w.owned.opened[0].second.pipes_command == "ls");
  w.host.owned_wrote(w.owned.opened[0].first, host::Stream::Stdout, "a\nb\n", w.clock.now());
  w.host.owned_exited(w.owned.opened[0].first, {.code = 0, .signal = {}}, {}, w.clock.now());
  REQUIRE(answer.count == 1);
  CHECK(answer.result->output.text == "a\nb");
  CHECK(answer.result->integration == terminal::Integration::Pipes);
}

TEST_CASE("rules of the user's policy file count next to an editor's settings") {
  using approval::Verdict;
  approval::PolicyRules own{
      .allowed = {"make build"}, .denied = {"git push"}, .problem = {}, .asked = {"make build --force"}};
  own.detailed = {{approval::DetailedRule::List::Allowed, "npm test"},
                  {approval::DetailedRule::List::Denied, "terraform", "ask the team"}};
  own.builtin = approval::BuiltinRules::ReadOnly;
  host::Settings settings;
  settings.allowed_commands = {"cargo build", "git push"};
  host::Configuration configuration({.default_shell = "/bin/bash", .cwd = "/project", .own_rules = own}, {}, {},
                                    nullptr, {});
  const auto verdict = [&](std::string_view command) {
    return configuration.check(command, "/project", shell::ShellKind::Bash).verdict;
  };
  configuration.set_settings(settings);
  CHECK(verdict("make build") == Verdict::Allow);
  CHECK(verdict("npm test") == Verdict::Allow);
  CHECK(verdict("cargo build") == Verdict::Allow);
  CHECK(verdict("make build --force") == Verdict::Ask);
  CHECK(verdict("git push origin") == Verdict::Deny);
  CHECK(configuration.check("terraform apply", "/project", shell::ShellKind::Bash).reason.find("ask the team") !=
        std::string::npos);
  SECTION("an editor that allows nothing keeps only the restrictions") {
    settings.allowed_commands.clear();
    configuration.set_settings(settings, {}, true);
    CHECK(verdict("make build") == Verdict::Ask);
    CHECK(verdict("npm test") == Verdict::Ask);
    CHECK(verdict("git push origin") == Verdict::Deny);
  }
  SECTION("a file that cannot be used makes everything ask") {
    own.problem = "policy.json: line 1: a comma is missing";
    host::Configuration broken({.default_shell = "/bin/bash", .cwd = "/project", .own_rules = own}, settings, {},
                               nullptr, {});
    CHECK(broken.check("cargo build", "/project", shell::ShellKind::Bash).verdict == Verdict::Ask);
  }
  SECTION("a recording has them") {
    const auto again = host::record::from_record(
        *protocol::decode<host::record::Rules>(protocol::encode(host::record::to_record(own)), "rules"));
    CHECK(again.allowed == own.allowed);
    CHECK(again.asked == own.asked);
    CHECK(again.builtin == own.builtin);
    REQUIRE(again.detailed.size() == 2);
    CHECK(again.detailed[1].list == approval::DetailedRule::List::Denied);
    CHECK(again.detailed[1].reason == "ask the team");
  }
}
