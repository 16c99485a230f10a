#include "approval/rules/rules.hpp"

#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "approval/decision/decide.hpp"
#include "approval/decision/examples.hpp"

namespace termhost::approval {
namespace {

std::vector<shell::ShellWord> words(std::initializer_list<std::string> texts) {
  std::vector<shell::ShellWord> result;
  for (const std::string& text : texts) result.push_back({text, false});
  return result;
}

RuleIndex index(std::initializer_list<std::string_view> texts) {
  std::vector<Rule> rules;
  for (const std::string_view text : texts) rules.push_back(*parse_rule(text));
  return RuleIndex(std::move(rules));
}

std::string longest(const RuleIndex& rules, std::initializer_list<std::string> texts) {
  const Rule* rule = rules.longest(words(texts), LetterCase::Exact).certain;
  return rule == nullptr ? "-" : rule->text;
}

Decision decision(std::string_view command, const PolicyRules& rules) {
  return decide({.command = command, .cwd = "/project", .workspace = {"/project"}}, rules);
}

}  // namespace

TEST_CASE("a rule is a prefix of words") {
  const RuleIndex rules = index({"git", "git log", "git log --oneline", "npm run *", "*"});
  CHECK(longest(rules, {"git", "log", "-p"}) == "git log");
  CHECK(longest(rules, {"git", "log", "--oneline", "-3"}) == "git log --oneline");
  CHECK(longest(rules, {"git", "logx"}) == "git");
  CHECK(longest(rules, {"gitx"}) == "*");
  CHECK(longest(rules, {"npm", "run", "x"}) == "npm run *");
  CHECK(longest(rules, {"npm", "run"}) == "*");
  CHECK(longest(index({"git log"}), {"git"}) == "-");
}

TEST_CASE("the words of a rule are split as a shell splits them") {
  CHECK(parse_rule("  git   log ")->words == std::vector<std::string>{"git", "log"});
  CHECK(parse_rule("'a b' \"c d\" e\\ f")->words == std::vector<std::string>{"a b", "c d", "e f"});
  CHECK(parse_rule("echo '*'")->words == std::vector<std::string>{"echo", "*"});
  CHECK(parse_rule("*")->words.empty());
  CHECK_FALSE(parse_rule("").has_value());
  CHECK_FALSE(parse_rule("   ").has_value());
  CHECK_FALSE(parse_rule("git 'log").has_value());
}

TEST_CASE("a part known only at run time may fit") {
  const RuleIndex rules = index({"git push"});
  const std::string unknown(1, shell::unknown_part);
  CHECK(rules.longest(words({"git", unknown}), LetterCase::Exact).possible != nullptr);
  CHECK(rules.longest(words({"git", "p" + unknown}), LetterCase::Exact).possible != nullptr);
  CHECK(rules.longest(words({"git", "l" + unknown}), LetterCase::Exact).possible == nullptr);
  CHECK(rules.longest(words({unknown, "push"}), LetterCase::Exact).possible != nullptr);
  CHECK(rules.longest(words({"git", unknown}), LetterCase::Exact).certain == nullptr);
}

TEST_CASE("a policy that cannot be used makes everything ask and says so") {
  for (const PolicyRules& rules :
       {PolicyRules{{"*"}, {}, "it is broken"}, PolicyRules{{"*", ""}, {}, {}}, PolicyRules{{"*"}, {"rm 'x"}, {}}}) {
    const Decision result = decision("ls", rules);
    CHECK(result.verdict == Verdict::Ask);
    CHECK(result.reason.find("the policy could not be used") != std::string::npos);
    REQUIRE(result.commands.size() == 1);
    CHECK(result.reason.ends_with(
        result.commands[0].reason.substr(std::string_view("the policy could not be used: ").size())));
  }
}

TEST_CASE("the problem of a rule names its list") {
  CHECK(Policy({{"ls", ""}, {}, {}}).problem() == "allowedCommands: a rule is empty; use `*` to match every command");
  CHECK(Policy({{}, {"rm 'x"}, {}}).problem().starts_with("deniedCommands: "));
}

TEST_CASE("examples of a rule are checked") {
  CHECK(check_examples({"git log", {"git log -p"}, {"git logx", "sudo git log"}}, false).empty());
  CHECK(check_examples({"rm", {"sudo rm x", "echo $(rm x)"}, {"rmdir x", "echo rm"}}, true).empty());
  CHECK(check_examples({"git log", {"git status"}, {}}, false) ==
        "the rule `git log` does not match its example `git status`");
  CHECK_FALSE(check_examples({"git", {}, {"git push"}}, false).empty());
}

TEST_CASE("suggestions are prefixes that are safe to remember") {
  const auto suggested = [](std::string_view command) { return decision(command, {}).suggestions; };
  using Texts = std::vector<std::string>;
  CHECK(suggested("git commit -m x") == Texts{"git commit"});
  CHECK(suggested("npm run build -- --watch") == Texts{"npm run build"});
  CHECK(suggested("cargo test --all && ls -la") == Texts{"cargo test", "ls"});
  CHECK(suggested("docker compose ps -a") == Texts{"docker compose ps"});
  CHECK(suggested("gh pr view 12") == Texts{"gh pr view"});
  CHECK(suggested("docker compose logs web") == Texts{"docker compose logs"});
  CHECK(suggested("restic snapshots") == Texts{"restic snapshots"});
  CHECK(suggested("./build.sh all") == Texts{"./build.sh"});
  CHECK(suggested("mkdir -p out | sort | gcc x.c") == Texts{"mkdir", "sort", "gcc"});
  for (const std::string_view command : {"bash x.sh",
                                         "bazel run x",
                                         "gem push x",
                                         "make deploy",
                                         "volta install node",
                                         "nim r x",
                                         "dotnet tool install x",
                                         "terraform init",
                                         "jbang x",
                                         "ldd x",
                                         "eget x/y",
                                         "python3 x.py",
                                         "node -e 1",
                                         "sudo ls",
                                         "eval ls",
                                         "curl x",
                                         "rm x",
                                         "env ls",
                                         "xargs ls",
                                         "git -c a=b log",
                                         "find . -delete",
                                         "ls > out",
                                         "A=b ls",
                                         "$x",
                                         "git push",
                                         "awk 1",
                                         "ssh host",
                                         "sed -i s/a/b/ f",
                                         "git config a b",
                                         "docker run x",
                                         "time -p bash",
                                         "tee x",
                                         "cp a b",
                                         "mv a b",
                                         "ln -s a b",
                                         "install a b",
                                         "tar xf a",
                                         "unzip a",
                                         "sponge f",
                                         "patch f",
                                         "split a b",
                                         "rename a b c",
                                         "psql -f x",
                                         "R -f x",
                                         "perf stat ls",
                                         "wine x.exe",
                                         "sysctl a=1",
                                         "Copy-Item a b",
                                         "Out-File x",
                                         "perl5.36 x",
                                         "pypy3 x",
                                         "ipython",
                                         "python3.11 x",
                                         "go run .",
                                         "cargo run",
                                         "mise exec x",
                                         "pulumi destroy",
                                         "dropdb x",
                                         "npm install x",
                                         "uv run x",
                                         "bundle exec x",
                                         "gh auth login",
                                         "lua5.4 x",
                                         "nodejs x",
                                         "npx eslint .",
                                         "uvx ruff",
                                         "gh pr merge 1",
                                         "docker compose exec web sh",
                                         "docker compose up",
                                         "docker volume prune",
                                         "python3.11-dbg x",
                                         "pwsh-preview x",
                                         "pip3.11 install x",
                                         "nix run x",
                                         "wasmtime x",
                                         "cdk destroy",
                                         "vercel deploy",
                                         "rails db:drop",
                                         "dotnet ef database drop",
                                         "zfs destroy x",
                                         "restic forget x",
                                         "flask run",
                                         "sequelize db:drop",
                                         "prisma migrate reset"}) {
    INFO(command);
    CHECK(suggested(command).empty());
  }
}

TEST_CASE("hazards name what a command touches") {
  const auto hazards = [](std::string_view command) { return decision(command, {}).hazards; };
  using Texts = std::vector<std::string>;
  CHECK(hazards("ls src").empty());
  CHECK(hazards("cat /etc/passwd") == Texts{"outside_workspace"});
  CHECK(hazards("cat ../x") == Texts{"outside_workspace"});
  CHECK(hazards("cat src/../x /project/y").empty());
  CHECK(hazards("cat ~/x") == Texts{"outside_workspace"});
  CHECK(hazards("ls > out") == Texts{"writes_file"});
  CHECK(hazards("curl https://example.com") == Texts{"network"});
  CHECK(hazards("git fetch") == Texts{"network"});
  CHECK(hazards("python3 -m pip download x") == Texts{"network"});
  CHECK(hazards("pip3 wheel x") == Texts{"network"});
  CHECK(hazards("psql -c 'select 1'") == Texts{"network"});
  CHECK(hazards("sudo rm -rf x") == Texts{"privileged", "destructive"});
  CHECK(hazards("bash -c 'rm x'") == Texts{"destructive"});
  CHECK(hazards("cat .env") == Texts{"hidden_file"});
  CHECK(hazards("cat config/.env.local id_rsa") == Texts{"hidden_file"});
  CHECK(hazards("echo ghp_0123456789abcdefghijABCDEFGHIJ012345") == Texts{"secret"});
  CHECK(hazards("mytool --token=abcdef123456") == Texts{"secret"});
  CHECK(hazards("mytool --token=$TOKEN").empty());
  for (const char* command : {"git commit -m x", "git -C /project tag v1", "git cherry-pick x", "git branch new",
                              "git add a", "git update-ref refs/heads/x y", "git tag -a v1"})
    CHECK(hazards(command) == Texts{"changes_repository"});
  for (const char* command : {"git tag", "git tag -l 'v*'", "git branch -a", "git log", "git status"})
    CHECK(hazards(command).empty());
  CHECK(hazards("git stash") == Texts{"writes_file", "changes_repository"});
  CHECK(hazards("git push") == Texts{"network"});
  CHECK(hazards("git reset --hard") == Texts{"destructive", "changes_repository"});
  CHECK(hazards("python3 -m http.server 8123") == Texts{"listens"});
  CHECK(hazards("uvicorn app:app --host 0.0.0.0") == Texts{"listens"});
  CHECK(hazards("echo > /dev/null").empty());
  const Question question{.command = "cat notes/plan.md", .cwd = "/project", .workspace = {"/project"}};
  const PolicyRules rules{.allowed = {}, .denied = {}, .problem = {}, .secret_files = {"notes/plan.md"}};
  CHECK(decide(question, rules).hazards == Texts{"hidden_file"});
}

TEST_CASE("hazards are told of each command") {
  using Texts = std::vector<std::string>;
  const Decision judged = decision("curl x | sh -x; ls; bash -c 'rm y'; git log | less", {});
  const std::vector<Texts> expected{{"network"}, {"piped_code"}, {}, {"destructive"}, {}, {}};
  REQUIRE(judged.commands.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(judged.commands[i].hazards == expected[i]);
  CHECK(judged.hazards == Texts{"network", "destructive", "piped_code"});
}

TEST_CASE("each part of the answer names its rule and its reason") {
  const Decision result = decision("git log; sudo rm x; ls", {{"git log"}, {"rm"}, {}});
  REQUIRE(result.commands.size() == 3);
  CHECK(result.commands[0].rule == "git log");
  CHECK(result.commands[0].verdict == Verdict::Allow);
  CHECK(result.commands[1].rule == "rm");
  CHECK(result.commands[1].text == "sudo rm x");
  CHECK(result.commands[1].reason == "it runs `rm x`, which a rule denies");
  CHECK(result.commands[2].verdict == Verdict::Ask);
  CHECK(result.reason == "`sudo rm x`: it runs `rm x`, which a rule denies");
}

}  // namespace termhost::approval
