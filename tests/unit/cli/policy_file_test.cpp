#include "cli/policy_file.hpp"

#include <string>

#include <catch2/catch_test_macros.hpp>

namespace termhost::cli {

TEST_CASE("a policy file holds rules, with or without examples") {
  const approval::PolicyRules rules = parse_policy(R"({
    // comments are allowed
    "allowedCommands": ["git log", {"prefix": "npm run", "match": ["npm run build"], "notMatch": ["npm install"]}],
    "deniedCommands": [{"prefix": "rm", "match": ["sudo rm x"]}]
  })");
  CHECK(rules.problem.empty());
  CHECK(rules.allowed == std::vector<std::string>{"git log", "npm run"});
  CHECK(rules.denied == std::vector<std::string>{"rm"});
  CHECK(parse_policy("{}").problem.empty());
}

TEST_CASE("a policy that cannot be used says why") {
  const auto problem = [](std::string_view json) { return parse_policy(json).problem; };
  CHECK(problem("") == "the policy is no valid JSON");
  CHECK(problem("{") == "the policy is no valid JSON");
  CHECK(problem("[]") == "it is no JSON object");
  CHECK(problem(R"({"deniedCommand": ["rm"]})") ==
        "`deniedCommand` is no field of a policy; there are allowedCommands and deniedCommands");
  CHECK(problem(R"({"allowedCommands": "ls"})") == "`allowedCommands` is no list");
  CHECK(problem(R"({"allowedCommands": [1]})") == "`allowedCommands` holds 1, which is no rule");
  CHECK_FALSE(problem(R"({"allowedCommands": [""]})").empty());
  CHECK_FALSE(problem(R"({"allowedCommands": ["ls 'x"]})").empty());
  CHECK_FALSE(problem(R"({"allowedCommands": [{"match": ["ls"]}]})").empty());
  CHECK_FALSE(problem(R"({"allowedCommands": [{"prefix": "ls", "matches": ["ls"]}]})").empty());
  CHECK(problem(R"({"allowedCommands": [{"prefix": "git log", "match": ["git status"]}]})") ==
        "the rule `git log` does not match its example `git status`");
  CHECK_FALSE(problem(R"({"deniedCommands": [{"prefix": "rm", "notMatch": ["sudo rm x"]}]})").empty());
  CHECK(read_policy_file("/nonexistent/policy.json").problem ==
        "the policy file '/nonexistent/policy.json' cannot be read");
}

}  // namespace termhost::cli
