// The answers to requests whose connection to another machine has ended, and the arguments that reach it.
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "cli/remote/forwarded_arguments.hpp"
#include "cli/remote/open_requests.hpp"

namespace termhost::cli {
namespace {

nlohmann::json ended(OpenRequests& requests, const std::string& why = {}) {
  nlohmann::json answers = nlohmann::json::array();
  for (const std::string& answer : requests.end(why)) answers.push_back(nlohmann::json::parse(answer));
  return answers;
}

std::string text_of(const nlohmann::json& answer) { return answer["result"]["content"][0]["text"]; }

}  // namespace

TEST_CASE("a command whose connection has ended gets one answer, which tells the truth") {
  OpenRequests requests(rpc::mcp_dialect, "ssh:build");
  requests.asked(
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"execute_command","arguments":{}}})");
  const auto answers = ended(requests);
  REQUIRE(answers.size() == 1);
  CHECK(answers[0]["id"] == 7);
  CHECK(answers[0]["result"]["isError"] == true);
  CHECK(text_of(answers[0]) ==
        "The connection to ssh:build ended while the command ran; it is not known whether the command has ended. "
        "termhost did not run it again.");
  CHECK(ended(requests).empty());
}

TEST_CASE("other requests get an answer too, and those that are answered or cancelled get none") {
  OpenRequests requests(rpc::mcp_dialect, "ssh:build");
  requests.asked(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  requests.asked(R"({"jsonrpc":"2.0","id":"two","method":"tools/call","params":{"name":"read_command_output"}})");
  requests.asked(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"execute_command"}})");
  requests.asked(R"({"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"execute_command"}})");
  requests.asked(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}})");
  requests.asked("not JSON");
  CHECK(requests.answered(R"({"jsonrpc":"2.0","id":3,"result":{}})") == R"({"jsonrpc":"2.0","id":3,"result":{}})");
  const std::string question = R"({"jsonrpc":"2.0","id":99,"method":"elicitation/create","params":{}})";
  CHECK(requests.answered(question) == question);
  const auto answers = ended(requests);
  REQUIRE(answers.size() == 2);
  CHECK(answers[0]["error"]["message"] ==
        "The connection to ssh:build ended before the answer; it is not known whether the request was carried out.");
  CHECK(text_of(answers[1]) == answers[0]["error"]["message"]);
}

TEST_CASE("the reason why a connection was not repaired follows the truth about the command") {
  OpenRequests requests(rpc::mcp_dialect, "ssh:build");
  requests.asked(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"execute_command"}})");
  CHECK(text_of(ended(requests, "It could not be repaired within 30 s: no route.")[0]) ==
        "The connection to ssh:build ended while the command ran; it is not known whether the command has ended. "
        "termhost did not run it again. It could not be repaired within 30 s: no route.");
}

TEST_CASE("a result whose connection was repaired says so, and only such a one") {
  OpenRequests requests(rpc::mcp_dialect, "ssh:build");
  const auto call = [](int id) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
           R"(,"method":"tools/call","params":{"name":"execute_command"}})";
  };
  const auto answer = [](int id) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
           R"(,"result":{"content":[{"type":"text","text":"Exit code: 0"}],"structuredContent":{"notes":["first"]}}})";
  };
  requests.asked(call(1));
  requests.asked(call(2));
  requests.asked(R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})");
  CHECK(requests.answered(answer(1)) == answer(1));
  requests.repaired();
  requests.asked(call(4));
  const auto noted = nlohmann::json::parse(requests.answered(answer(2)));
  CHECK(noted["id"] == 2);
  CHECK(noted["result"]["content"].size() == 2);
  CHECK(noted["result"]["content"][0]["text"] == "Exit code: 0");
  CHECK(noted["result"]["content"][1]["text"] ==
        "Note: the connection to ssh:build was lost and repaired while this ran.");
  CHECK(noted["result"]["structuredContent"]["notes"] ==
        nlohmann::json({"first", "the connection to ssh:build was lost and repaired while this ran."}));
  const std::string list = R"({"jsonrpc":"2.0","id":3,"result":{"tools":[]}})";
  CHECK(requests.answered(list) == list);
  CHECK(requests.answered(answer(4)) == answer(4));
}

TEST_CASE("the other machine gets the options and words that were given, but not the machine and the policy") {
  CLI::App app;
  CLI::App* command = app.add_subcommand("exec");
  std::string on, policy, cwd;
  double timeout = 0;
  bool json = false, attach = false;
  std::vector<std::string> words;
  command->add_option("--on", on);
  command->add_option("--policy", policy);
  command->add_option("--cwd", cwd);
  command->add_option("--timeout", timeout);
  command->add_flag("--json", json);
  command->add_flag("--attach", attach);
  command->add_option("command", words);
  command->positionals_at_end();
  const auto forwarded = [&](std::vector<std::string> arguments) {
    app.clear();
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    return forwarded_arguments(*command);
  };
  using Words = std::vector<std::string>;
  CHECK(forwarded({"exec", "--on", "ssh:build", "--policy", "p.json", "--json", "--cwd", "/a b", "--timeout", "3", "--",
                   "ls", "--on", "x"}) ==
        Words{"exec", "--cwd=/a b", "--timeout=3", "--json", "--", "ls", "--on", "x"});
  CHECK(forwarded({"exec", "--on=ssh:build"}) == Words{"exec"});
  CHECK(forwarded({"exec", "--attach"}) == Words{"exec"});
  CHECK(forwarded({"exec", "--on=ssh:build", "--", "a b", "", "--", "$x"}) ==
        Words{"exec", "--", "a b", "", "--", "$x"});
}

}  // namespace termhost::cli
