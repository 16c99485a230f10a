// What a program would need to print a mark that counts, and where it does not find it.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;
using test::Round;

namespace {

constexpr std::array shells{"bash", "zsh", "fish", "dash", "ksh", "mksh"};

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string of_process(int pid, const char* what) { return content_of("/proc/" + std::to_string(pid) + "/" + what); }

}  // namespace

TEST_CASE("the nonce is not in any argument, environment or file, and its pipe is removed") {
  for (const char* shell : shells) {
    OwnedSession session;
    const auto opened = session.open(shell);
    session.until_prompt();
    INFO(shell);
    REQUIRE(opened.nonce.size() == 32);
    const Round round = session.run("env; set -o allexport 2>/dev/null; true");
    (void)session.run("true");
    const std::string exported = session.run("env").output;
    const std::filesystem::path folder = std::filesystem::path(opened.envelope_path).parent_path();
    CHECK_FALSE(std::filesystem::exists(folder / "nonce"));
    for (const std::string& nonce : {opened.nonce, session.nonce()}) {
      CHECK_FALSE(has(of_process(*opened.pid, "cmdline"), nonce));
      CHECK_FALSE(has(of_process(*opened.pid, "environ"), nonce));
      CHECK_FALSE(has(round.output, nonce));
      CHECK_FALSE(has(exported, nonce));
      for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        CHECK_FALSE(has(content_of(entry.path()), nonce));
    }
    CHECK_FALSE(has(exported, "633;"));
  }
}

TEST_CASE("the arguments with which an editor starts a shell do not contain the nonce") {
  for (const char* shell : shells) {
    OwnedSession session;
    const auto launch = session.shell_files().launch_for_editor(shell, {.for_agent = true});
    INFO(shell);
    REQUIRE(launch);
    REQUIRE(launch->nonce.size() == 32);
    for (const std::string& argument : launch->argv) CHECK_FALSE(has(argument, launch->nonce));
    for (const auto& [name, value] : launch->env) CHECK_FALSE(has(value, launch->nonce));
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(launch->envelope_path).parent_path()))
      if (entry.is_regular_file()) CHECK_FALSE(has(content_of(entry.path()), launch->nonce));
  }
}

TEST_CASE("each command has a nonce of its own: one that was seen is worth nothing afterwards") {
  for (const char* shell : shells) {
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    std::string before = session.nonce();
    for (int i = 0; i < 3; ++i) {
      INFO(shell);
      CHECK(test::printed(session.run("echo hi").output) == "hi\n");
      CHECK(session.nonce() != before);
      CHECK(session.nonce().size() == 36);
      before = session.nonce();
    }
  }
}

TEST_CASE("a list of all variables does not show a nonce that is still valid") {
  for (const char* shell : shells) {
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    (void)session.run("true");
    const bool hides = std::string_view(shell) == "zsh" || std::string_view(shell) == "fish";
    const bool fish = std::string_view(shell) == "fish";
    for (const char* command : {"set", fish ? "set --show" : "typeset 2>/dev/null || set",
                                fish ? "set -g" : "typeset -p 2>/dev/null || set"}) {
      const std::string during = session.nonce();
      const std::string shown = session.run(command).output;
      INFO(shell << ": " << command);
      CHECK(shown.size() > 100);
      CHECK_FALSE(has(shown, session.nonce()));
      if (hides) CHECK_FALSE(has(shown, during));
    }
  }
}

TEST_CASE("the kernel says who has the terminal: the program while it runs, and the shell after its end") {
  for (const char* shell : shells) {
    OwnedSession session;
    (void)session.open(shell);
    session.until_prompt();
    INFO(shell);
    CHECK(session.processes().foreground_is_shell(session.id()));
    if (std::string_view(shell) == "dash" || std::string_view(shell).ends_with("ksh")) {
      REQUIRE(session.shell_files().write_command_file(
          std::filesystem::path(session.envelope_path()).string(),
          "{ __termhost_started \"$?\"; } 2>/dev/null\nsh -c 'echo runs; read line; exit 3'\n"));
      session.type(". " + session.envelope_path() + "; { __termhost_ended \"$?\"; } 3>&2 2>/dev/null\r");
    } else {
      session.type("sh -c 'echo runs; read line; exit 3'\r");
    }
    session.until_output("runs\r\n");
    CHECK_FALSE(session.processes().foreground_is_shell(session.id()));
    session.terminals().write(session.id(), "x\r");
    session.until_prompt();
    CHECK(session.round().code == "3");
    CHECK(session.processes().foreground_is_shell(session.id()));
  }
}

TEST_CASE("a second shell that is started by the same files gets no nonce, and does not wait for one") {
  OwnedSession session;
  const auto opened = session.open("zsh");
  session.until_prompt();
  const std::string folder = std::filesystem::path(opened.envelope_path).parent_path();
  CHECK(session.run("ZDOTDIR=" + folder + " zsh -ic 'echo inner' 2>&1 | tail -n 1").output.ends_with("inner\r\n"));
}
