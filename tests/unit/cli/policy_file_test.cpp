#include "cli/settings/policy_file.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <catch2/catch_test_macros.hpp>

namespace termhost::cli {

TEST_CASE("a policy file holds rules, with or without examples") {
  const approval::PolicyRules rules = parse_policy(R"({
    // comments are allowed
    "allowedCommands": ["git log", {"prefix": "npm run", "match": ["npm run build"], "notMatch": ["npm install"]}],
    "deniedCommands": [{"prefix": "rm", "match": ["sudo rm x"]}]
  })")
                                          .rules;
  CHECK(rules.problem.empty());
  CHECK(rules.allowed == std::vector<std::string>{"git log", "npm run"});
  CHECK(rules.denied == std::vector<std::string>{"rm"});
  CHECK(parse_policy("{}").rules.problem.empty());
}

TEST_CASE("a policy that cannot be used says why") {
  const auto problem = [](std::string_view json) { return parse_policy(json).rules.problem; };
  CHECK(problem("") == "line 1, column 1: this is not valid JSON");
  CHECK(problem("{") == "line 1, column 2: this is not valid JSON");
  CHECK(problem("[]") == "line 1, column 1: it is not a JSON object");
  CHECK(problem(std::string(200'000, '[')) == "line 1, column 129: this is nested deeper than 128");
  CHECK(problem("// \"\n" + std::string(200'000, '[')) == "line 2, column 129: this is nested deeper than 128");
  CHECK(problem(R"({"deniedCommand": ["rm"]})") ==
        "line 1, column 2: the policy has the unknown field `deniedCommand`; did you mean `deniedCommands`?");
  CHECK(problem(R"({"rules": []})") ==
        "line 1, column 2: the policy has the unknown field `rules`; the fields are $schema, description, version, "
        "allowedCommands, deniedCommands, askedCommands, builtinRules, secretFiles, sandbox");
  CHECK(problem(R"({"allowedCommands": "ls"})") ==
        "line 1, column 2: policy.allowedCommands: expected an array, found \"ls\"");
  CHECK(problem(R"({"allowedCommands": [1]})") == "line 1, column 22: `allowedCommands` holds 1, which is not a rule");
  CHECK_FALSE(problem(R"({"allowedCommands": [""]})").empty());
  CHECK_FALSE(problem(R"({"allowedCommands": ["ls 'x"]})").empty());
  CHECK_FALSE(problem(R"({"allowedCommands": [{"match": ["ls"]}]})").empty());
  CHECK_FALSE(problem(R"({"allowedCommands": [{"prefix": "ls", "matches": ["ls"]}]})").empty());
  CHECK(problem(R"({"allowedCommands": [{"prefix": "git log", "match": ["git status"]}]})") ==
        "line 1, column 22: the rule `git log` does not match its example `git status`");
  CHECK(problem("{\n  \"allowedCommands\": [],\n  \"builtinRules\": \"all\"\n}") ==
        "line 3, column 3: policy.builtinRules: expected one of none, readOnly, found \"all\"");
  CHECK(problem("{\n\"allowedCommands\": [\"ls\",,]}").starts_with("line 2, column 26: "));
  CHECK(problem(R"({"deniedCommands": ["rm"], "deniedCommands": []})") == "line 1, column 28: this name is used twice");
  CHECK(problem(R"({"deniedCommands": [{"prefix": "rm", "reason": 1}]})") ==
        "line 1, column 38: policy.deniedCommands[0].reason: expected a string, found 1");
  CHECK(problem("{ /* \"ls\" */ \"allowedCommands\": [\"ls\", [2]],\n// ]\n\"deniedCommands\": [\"rm\", 5]}") ==
        "line 1, column 40: `allowedCommands` holds [2], which is not a rule");
  CHECK(problem("{\"allowedCommands\": [\"ls\"],\n// ]\n\"askedCommands\": [\"a ]\", \"ls 'x\"]}")
            .starts_with("line 3, column 26: "));
  CHECK_FALSE(problem(std::string(100'000, '[') + std::string(100'000, ']')).empty());
  CHECK_FALSE(problem(R"({"deniedCommands": [{"prefix": "rm", "notMatch": ["sudo rm x"]}]})").empty());
  CHECK(read_policy_file("/nonexistent/policy.json").rules.problem ==
        "the policy file '/nonexistent/policy.json' cannot be read");
}

TEST_CASE("a rule may have a reason and a folder") {
  using approval::BuiltinRules;
  const approval::PolicyRules rules = parse_policy(R"({
    "$schema": "https://example.org/policy.schema.json",
    "deniedCommands": [{"prefix": "rm", "reason": "move it to the trash"}],
    "askedCommands": ["git push", {"rule": "make", "folder": "/project/vendor"}],
    "builtinRules": "readOnly",
    "secretFiles": ["notes.txt"]
  })")
                                          .rules;
  CHECK(rules.problem.empty());
  REQUIRE(rules.detailed.size() == 2);
  CHECK(rules.detailed[0].reason == "move it to the trash");
  CHECK(rules.detailed[1].folder == "/project/vendor");
  CHECK(rules.asked == std::vector<std::string>{"git push"});
  CHECK(rules.builtin == BuiltinRules::ReadOnly);
  CHECK(parse_policy(R"({"builtinRules": "none"})").rules.builtin == BuiltinRules::None);
  CHECK(parse_policy("{}").rules.builtin == BuiltinRules::ReadOnly);
  CHECK(rules.secret_files == std::vector<std::string>{"notes.txt"});
}

TEST_CASE("a rule's folder is absolute or in the home, and a last slash means nothing") {
  const auto folder = [](const std::string& written) {
    const auto rules = parse_policy(R"({"allowedCommands": [{"prefix": "make", "folder": ")" + written + "\"}]}").rules;
    return rules.problem.empty() ? rules.detailed.at(0).folder : rules.problem;
  };
  CHECK(folder("/project/safe/") == "/project/safe");
  CHECK(folder("/") == "/");
  CHECK(folder("~/p3") == std::string(std::getenv("HOME")) + "/p3");
  CHECK(folder("rel") ==
        "line 1, column 41: 'rel' is neither an absolute path nor one in the home folder, such as `~/x`");
  CHECK(folder("").find("'' is neither an absolute path") != std::string::npos);
  CHECK(parse_policy(R"({"sandbox": {"writable": ["x"]}})")
            .rules.problem.starts_with("line 1, column 27: 'x' is neither "));
}

TEST_CASE("a policy and its rules may name a sandbox") {
  const PolicyFile policy = parse_policy(R"({
    "allowedCommands": ["git log", {"prefix": "npm test", "sandbox": "workspace"}],
    "sandbox": {"level": "readOnly", "network": "loopback"}
  })");
  CHECK(policy.rules.problem.empty());
  CHECK(policy.rules.allowed == std::vector<std::string>{"git log"});
  REQUIRE(policy.rules.detailed.size() == 1);
  CHECK(policy.rules.detailed[0].sandbox == sandbox::Level::Workspace);
  CHECK(approval::Policy(policy.rules).confines());
  REQUIRE(policy.sandbox);
  CHECK(policy.sandbox->level == protocol::SandboxLevel::ReadOnly);
  CHECK_FALSE(parse_policy("{}").sandbox);
  CHECK_FALSE(approval::Policy(parse_policy("{}").rules).confines());
  CHECK(parse_policy(R"({"sandbox": {"levl": "workspace"}})").rules.problem ==
        "line 1, column 14: `sandbox` has the unknown field `levl`; did you mean `level`?");
  CHECK(parse_policy(R"({"deniedCommands": [{"prefix": "rm", "sandbox": "off"}]})").rules.problem ==
        "line 1, column 38: only a rule in `allowedCommands` may have a `sandbox`");
}

TEST_CASE("the schema in the documentation is the one of the field list; scripts/generate writes it", "[generated]") {
  const std::string path = TERMHOST_SOURCE_DIR "/docs/policy.schema.json";
  if (std::getenv("TERMHOST_UPDATE") != nullptr) std::ofstream(path, std::ios::binary) << policy_schema();
  std::ifstream file(path, std::ios::binary);
  const bool is_current = std::string(std::istreambuf_iterator<char>(file), {}) == policy_schema();
  CHECK(is_current);
}

}  // namespace termhost::cli
