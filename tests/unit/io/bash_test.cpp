#include <catch2/catch_test_macros.hpp>

#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;
using test::Round;

namespace {

struct Case {
  const char* name;
  std::string typed;
  std::string marks;
  std::string code;
  std::string output;
};

// One shell, one line after the other, as a person or an agent would go on.
const std::vector<Case> rounds{
    {"a command", "echo hi\r", "ECPDAB", "0", "hi\r\n"},
    {"its failure", "false\r", "ECPDAB", "1", ""},
    {"a subshell", "(exit 4)\r", "ECPDAB", "4", ""},
    {"no newline at the end", "printf x\r", "ECPDAB", "0", "x"},
    {"a syntax error", "if then\r", "PDAB", "2", ""},
    {"nothing after it", "\r", "PDAB", "", ""},
    {"a comment", "# nothing\r", "PDAB", "", ""},
    {"status 2", "(exit 2)\r", "ECPDAB", "2", ""},
    {"nothing after status 2", "\r", "PDAB", "", ""},
    {"a syntax error after status 2", "(exit 2)\rif then\r", "ECPDABPDAB", "2", ""},
    {"PIPESTATUS", "false | true | (exit 3)\recho ${PIPESTATUS[*]}\r", "ECPPDABECPDAB", "3", ""},
};

}  // namespace

TEST_CASE("bash reports each line as one execution") {
  OwnedSession session;
  (void)session.open("bash");
  session.until_prompt();
  for (const Case& row : rounds) {
    INFO(row.name);
    session.type(row.typed);
    session.until([&] { return session.round().marks.size() >= row.marks.size(); }, row.marks);
    const Round round = session.round();
    CHECK(round.marks == row.marks);
    CHECK(round.code == row.code);
    CHECK(round.output == row.output);
  }
}

TEST_CASE("the end of the shell is reported with its status") {
  OwnedSession session;
  (void)session.open("bash");
  session.until_prompt();
  SECTION("exit") {
    session.type("exit 9\r");
    CHECK(session.until_exit().status == host::ExitStatus{9, {}});
  }
  SECTION("signal") {
    session.type("kill -9 $$\r");
    CHECK(session.until_exit().status == host::ExitStatus{{}, 9});
  }
  SECTION("close") {
    session.terminals().close(session.id());
    (void)session.until_exit();
  }
  CHECK(session.exits == 1);
}

TEST_CASE("pipes keep stdout and stderr apart") {
  OwnedSession session;
  host::OwnedShell how;
  how.pipes_command = "echo out; echo err >&2; cat; mkfifo f; sh -c 'echo > f; read x < f' & read x < f; exit 5";
  (void)session.open("bash", how);
  const test::Exit exit = session.until_exit();
  CHECK(exit.status == host::ExitStatus{5, {}});
  CHECK(session.stdout_bytes == "out\n");
  CHECK(session.stderr_bytes == "err\n");
  REQUIRE(exit.holders.size() == 1);
  CHECK(exit.holders[0].name == "sh");
}
