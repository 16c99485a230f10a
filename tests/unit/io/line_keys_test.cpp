// The keys of our integration in real shells: whatever was typed or answered into the terminal before, what runs is
// what stands in the file, and what is told is of that.
#include "shell/launch/line_keys.hpp"

#include <random>

#include <catch2/catch_test_macros.hpp>

#include "base/ascii.hpp"
#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;
using test::printed;
using test::Round;

namespace {

/// A session that submits as host/deliveries does.
struct Keyed : OwnedSession {
  explicit Keyed(const std::string& shell, const std::string& startup_file = "", std::string_view startup = "",
                 host::OwnedShell how = {}) {
    home().write(".local/share/fish/generated_completions/.here", "");
    if (!startup_file.empty()) home().write(startup_file, startup);
    facts = open(shell, std::move(how));
    bash = shell == "bash";
    until_prompt();
  }

  /// Called as often as host/deliveries does it; a key that is not read yet is a slow shell's.
  bool answers() {
    const std::size_t from = stdout_bytes.size();
    const auto answered = [&] { return stdout_bytes.find("P;Editor=ready", from) != stdout_bytes.npos; };
    for (const shell::EditorCall& call : shell::editor_calls) {
      type(std::string(call.keys_before) + std::string(shell::ask_key));
      auto since = std::chrono::steady_clock::now();
      until(
          [&] {
            const auto now = std::chrono::steady_clock::now();
            if (processes().input_side(id())->unread > 0) since = now;
            return answered() || now - since > std::chrono::milliseconds(4 * call.patience_ms);
          },
          "an answer of the line editor");
      if (answered()) return true;
    }
    return false;
  }

  Round hand_over(const std::string& command, std::string_view programs = "") {
    const std::string path = facts.envelope_path.substr(0, facts.envelope_path.rfind('/') + 1);
    const std::string content = shell::line_file_content(nonce(), (bash ? " " : "") + command, false, programs);
    REQUIRE(shell_files().write_command_file(path + std::string(shell::line_file), content));
    return submit(shell::take_key);
  }

  host::OpenedTerminal facts;
  bool bash = false;
};

/// Bytes that make a shell run a line, end, stop or start an editor are left out: they are commands of the user.
std::string leftover(std::mt19937& random) {
  constexpr std::string_view pieces[] = {"\x1b[1;1R",
                                         "\x1b]11;rgb:0000/0000/0000\x1b\\",
                                         "\x1bP>|XTerm(380)\x1b\\",
                                         "\x1b[?62;c",
                                         "\x1b[200~",
                                         "\x1b",
                                         "\x1b[",
                                         "\"",
                                         "'",
                                         "$(",
                                         "{ ",
                                         "\x16",
                                         "\x12",
                                         "\t",
                                         "\x1b[24;8",
                                         "echo x | ",
                                         "é",
                                         "\xc3",
                                         "d",
                                         "/",
                                         "!!",
                                         "\x18",
                                         "\x13"};
  std::uniform_int_distribution<int> length(1, 12), kind(0, 3), byte(0x20, 0xff);
  std::uniform_int_distribution<std::size_t> piece(0, std::size(pieces) - 1);
  std::string text;
  for (int left = length(random); left > 0; --left)
    text += kind(random) == 0 ? std::string(1, static_cast<char>(byte(random))) : std::string(pieces[piece(random)]);
  // ^X^E opens an editor, and so does a v of a command mode
  std::erase(text, 'v');
  for (std::size_t at = 0; (at = text.find("\x18\x05", at)) != text.npos;) text.erase(at, 2);
  return text;
}

}  // namespace

TEST_CASE("bytes before a submission change neither the command that runs nor its report") {
  std::mt19937 random(20261125);
  for (const char* shell : {"bash", "zsh", "fish"}) {
    Keyed session(shell);
    for (int i = 0; i < 12; ++i) {
      const std::string before = leftover(random), word = "w" + std::to_string(i);
      CAPTURE(shell, i, before);
      session.type(before);
      REQUIRE(session.answers());
      const std::string command =
          "echo " + word + " \"x (y\" 'é; z'; " + (shell == std::string("fish") ? "false" : "(exit 3)");
      const Round round = session.hand_over(command);
      CHECK(printed(round.output) == word + " x (y é; z\n");
      CHECK(round.code == (shell == std::string("fish") ? "1" : "3"));
    }
  }
}

TEST_CASE("what users bind, abbreviate and replace changes no command that comes by our keys") {
  const std::string dots =
      "dots() { LBUFFER+=/..; }\nzle -N dots\nbindkey . dots\naccept() { BUFFER=reboot; zle .accept-line; }\n"
      "zle -N accept-line accept\nbindkey -v\nKEYTIMEOUT=1\n";
  const std::string macros =
      "bind '\"(\": \"x\"'; bind '\"\\C-m\": \"y\\C-j\"'; bind 'set enable-bracketed-paste off'; set -o vi\n";
  const std::string abbreviations = "abbr --add L --position anywhere 'wc -l'\nfish_vi_key_bindings\n";
  struct Setup {
    std::string shell, file, startup;
  };
  const Setup setups[] = {
      {"zsh", ".zshrc", dots}, {"bash", ".bashrc", macros}, {"fish", ".config/fish/config.fish", abbreviations}};
  for (const auto& [shell, file, startup] : setups) {
    Keyed session(shell, file, startup);
    for (int i = 0; i < 3; ++i) {
      CAPTURE(shell, i);
      REQUIRE(session.answers());
      const Round round = session.hand_over("echo a...b 'm(x' L");
      CHECK(printed(round.output) == "a...b m(x L\n");
    }
  }
}

TEST_CASE("bash tells its state after a command, unless that runs programs alone") {
  struct Row {
    const char* command;
    const char* programs;
    bool told;
  };
  const Row rows[] = {{"export A=1", "", true},     {"true", "true", false}, {"ls . | cat", "ls cat", false},
                      {"switch 3", "switch", true}, {"both", "both", true},  {"true && other", "true other", true},
                      {"env both", "env", true},    {"true", "", true},      {"test -d .", "test", false},
                      {"export A=2", "", true}};
  host::OwnedShell how;
  how.tells_state = true;
  Keyed session(
      "bash", ".bashrc",
      "switch() { export VERSION=$1; }\nalias ls='ls --color=auto' both='export B=1; true' other=export env='env '\n",
      how);
  for (const auto& [command, programs, told] : rows) {
    CAPTURE(command, programs);
    REQUIRE(session.answers());
    const std::size_t from = session.stdout_bytes.size();
    (void)session.hand_over(command, programs);
    CHECK((session.stdout_bytes.find("P;State=", from) != std::string::npos) == told);
  }
}

TEST_CASE("a file of another prompt is not taken") {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    CAPTURE(shell);
    Keyed session(shell);
    REQUIRE(session.answers());
    const std::string nonce = session.nonce();
    const Round first = session.hand_over("echo one");
    CHECK(printed(first.output) == "one\n");
    session.type(shell::take_key);
    session.until_output("P;Editor=refused");
  }
}

TEST_CASE("neither a read of a command nor a line that goes on gets a command") {
  for (const char* shell : {"bash", "zsh"}) {
    CAPTURE(shell);
    Keyed session(shell);
    REQUIRE(session.answers());
    session.type(shell == std::string("bash") ? "read -e line; echo \"[$line]\"\r"
                                              : "vared -c line; echo \"[$line]\"\r");
    session.until_output("633;C;");
    session.type(shell::ask_key);
    session.until_output(shell == std::string("bash") ? "P;Editor=busy" : "P;Editor=vared");
    session.type("x\r");
    session.until_output("[x]");
    session.until_prompt();
    session.type("if true\r");
    session.until_output("633;G;");
    session.type(shell::ask_key);
    session.until_output("P;Editor=more");
  }
}
