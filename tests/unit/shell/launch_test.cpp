// The startup scripts that no shell on this machine may be there to try.
#include "shell/launch/launch.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "shell/quoting/quote.hpp"

using namespace termhost;
using shell::ShellKind;

TEST_CASE("every value in PowerShell's startup script stays inside its quotes") {
  shell::LaunchRequest request;
  request.kind = ShellKind::PowerShell;
  request.folder = "/tmp/f";
  request.wanted = {
      {"PAGER", "\xe2\x80\x99; evil; '"}, {"EDITOR", "evil"}, {"VISUAL", "a\n$(evil)"}, {"GIT_EDITOR", ""}};
  const std::string script = shell::plan_launch(request).files.at(0).content;
  CHECK(script.find("$env:PAGER = '\xe2\x80\x99\xe2\x80\x99; evil; '''\n") != std::string::npos);
  CHECK(script.find("$env:EDITOR = 'evil'\n") != std::string::npos);
  CHECK(script.find("$env:VISUAL = \"a`n`$(evil)\"\n") != std::string::npos);
  CHECK(script.find("$env:GIT_EDITOR = ''\n") != std::string::npos);
}

TEST_CASE("a word for a script is always in quotes") {
  for (const ShellKind kind : {ShellKind::Bash, ShellKind::Dash, ShellKind::Fish, ShellKind::PowerShell})
    CHECK(shell::quote_in_script("word", kind) == "'word'");
  CHECK(shell::quote_in_script("a'b\n", ShellKind::Dash) == "'a'\\''b\n'");
  CHECK(shell::quote_in_script("\n", ShellKind::Fish) == "\\n");
}

TEST_CASE("the scripts take new nonces from the source that the system names") {
  for (const ShellKind kind : {ShellKind::Bash, ShellKind::Zsh, ShellKind::Fish, ShellKind::Dash}) {
    const auto read_from = [kind](std::string source) {
      std::string all;
      const shell::LaunchRequest request{.kind = kind, .path = "/shell", .nonce_source = std::move(source)};
      for (const shell::LaunchFile& file : shell::plan_launch(request).files) all += file.content;
      return all;
    };
    CHECK(read_from("/a b").find("<'/a b'") != std::string::npos);
    CHECK(read_from("").find("<''") != std::string::npos);
    CHECK(read_from("/a b").find("@NONCE") == std::string::npos);
  }
}

TEST_CASE("a shell that is to read no startup files is told so") {
  const auto has = [](ShellKind kind, std::string_view option) {
    const auto argv = shell::plan_launch({.kind = kind, .path = "/shell", .startup_files = false}).argv;
    return std::find(argv.begin(), argv.end(), option) != argv.end();
  };
  CHECK(has(ShellKind::Zsh, "-d"));
  CHECK(has(ShellKind::Fish, "--no-config"));
  CHECK(has(ShellKind::PowerShell, "-NoProfile"));
}

TEST_CASE("settings of git are joined to those that the environment has") {
  const shell::Environment alone = shell::merged_environment({}, {});
  CHECK(alone.at("GIT_CONFIG_COUNT") == "1");
  CHECK(alone.at("GIT_CONFIG_KEY_0") == "safe.bareRepository");
  CHECK(alone.at("GIT_CONFIG_VALUE_0") == "explicit");
  const shell::Environment joined = shell::merged_environment(
      {{"GIT_CONFIG_COUNT", "1"}, {"GIT_CONFIG_KEY_0", "user.name"}, {"GIT_CONFIG_VALUE_0", "me"}}, {});
  CHECK(joined.at("GIT_CONFIG_COUNT") == "2");
  CHECK(joined.at("GIT_CONFIG_KEY_0") == "user.name");
  CHECK(joined.at("GIT_CONFIG_KEY_1") == "safe.bareRepository");
  CHECK(joined.at("GIT_CONFIG_VALUE_1") == "explicit");
  CHECK(shell::merged_environment({{"GIT_CONFIG_COUNT", "many"}}, {}).at("GIT_CONFIG_COUNT") == "many");
}
