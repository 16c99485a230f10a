// The answers to requests whose connection to another machine has ended, and the arguments that reach it.
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "cli/remote/forwarded_arguments.hpp"
#include "cli/remote/open_requests.hpp"

namespace termhost::cli {
namespace {

nlohmann::json ended(OpenRequests& requests) {
  nlohmann::json answers = nlohmann::json::array();
  for (const std::string& answer : requests.end()) answers.push_back(nlohmann::json::parse(answer));
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
  requests.answered(R"({"jsonrpc":"2.0","id":3,"result":{}})");
  requests.answered(R"({"jsonrpc":"2.0","id":99,"method":"elicitation/create","params":{}})");
  const auto answers = ended(requests);
  REQUIRE(answers.size() == 2);
  CHECK(answers[0]["error"]["message"] ==
        "The connection to ssh:build ended before the answer; it is not known whether the request was carried out.");
  CHECK(text_of(answers[1]) == answers[0]["error"]["message"]);
}

TEST_CASE("the other machine gets the options and words that were given, but not the machine and the policy") {
  CLI::App app;
  CLI::App* command = app.add_subcommand("exec");
  std::string on, policy, cwd;
  double timeout = 0;
  bool json = false;
  std::vector<std::string> words;
  command->add_option("--on", on);
  command->add_option("--policy", policy);
  command->add_option("--cwd", cwd);
  command->add_option("--timeout", timeout);
  command->add_flag("--json", json);
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
  CHECK(forwarded({"exec", "--on=ssh:build", "--", "a b", "", "--", "$x"}) ==
        Words{"exec", "--", "a b", "", "--", "$x"});
}

}  // namespace termhost::cli
