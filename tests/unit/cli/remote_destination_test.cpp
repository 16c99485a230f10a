// The value of --on, and the command line that reaches the other machine.
#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "cli/remote/carrier_problem.hpp"
#include "cli/remote/destination.hpp"

namespace termhost::cli {
namespace {

using Words = std::vector<std::string>;

Words after(const Words& words, const std::string& word) {
  Words rest;
  bool found = false;
  for (const std::string& each : words) {
    if (found) rest.push_back(each);
    found = found || each == word;
  }
  return rest;
}

}  // namespace

TEST_CASE("ssh: names a host, and the user's ssh gets one line for the shell there") {
  for (const std::string host : {"build", "me@build", "10.0.0.7", "me@[::1]"}) {
    const auto there = parse_destination("ssh:" + host, SshQuestions::Forbidden);
    REQUIRE(there);
    CHECK(there->name == "ssh:" + host);
    CHECK(after(there->running("say hello"), "--") == Words{host, "exec sh -c 'say hello'"});
  }
  const auto url = parse_destination("ssh://me@build:2222", SshQuestions::Forbidden);
  REQUIRE(url);
  CHECK(url->carrier.back() == "ssh://me@build:2222");
}

TEST_CASE("ssh asks only where a user can answer") {
  const std::string batch = "BatchMode=yes";
  const auto has = [&batch](SshQuestions questions) {
    const Words words = parse_destination("ssh:build", questions)->carrier;
    return std::find(words.begin(), words.end(), batch) != words.end();
  };
  CHECK(has(SshQuestions::Forbidden));
  CHECK_FALSE(has(SshQuestions::Allowed));
}

TEST_CASE("cmd: is a program and its arguments, and no shell reads them") {
  const auto there = parse_destination("cmd:docker exec -i 'my box' \"a b\" c\\ d", SshQuestions::Forbidden);
  REQUIRE(there);
  CHECK(there->running("x") == Words{"docker", "exec", "-i", "my box", "a b", "c d", "sh", "-c", "x"});
}

TEST_CASE("local is this machine, which no carrier reaches") {
  for (const SshQuestions questions : {SshQuestions::Allowed, SshQuestions::Forbidden}) {
    const auto here = parse_destination("local", questions);
    REQUIRE(here);
    CHECK(here->local());
    CHECK(here->name == "local");
  }
  CHECK_FALSE(parse_destination("ssh:local", SshQuestions::Forbidden)->local());
  CHECK_FALSE(parse_destination("cmd:local", SshQuestions::Forbidden)->local());
}

TEST_CASE("a value of --on that means nothing is refused with a sentence") {
  for (const std::string on :
       {"", "build", "ssh:", "ssh:-oProxyCommand=x", "ssh:a b", "ssh:a'b", "ssh:a\nb", "cmd:", "cmd:docker exec $NAME",
        "cmd:a | b", "cmd:a; b", "cmd:a >b", "cmd:x=1 a", "cmd:$(a)", "cmd:a *", "cmd:'a", "docker:box", "local:"}) {
    INFO(on);
    const auto refused = parse_destination(on, SshQuestions::Forbidden);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().starts_with("--on: "));
  }
}

TEST_CASE("a carrier that ends before termhost began there says why in one sentence") {
  struct Row {
    const char* on;
    int status;
    const char* errors;
    const char* sentence;
  };
  for (const auto& [on, status, errors, sentence] :
       {Row{"ssh:build", 255, "Host key verification failed.\r\n",
            "ssh does not know the key of ssh:build; connect once by `ssh build` and compare the key"},
        Row{"ssh:build", 255, "@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.\n",
            "the key of ssh:build is not the one that ssh knows: it may be another machine; ask who runs it, and "
            "correct ssh's known_hosts"},
        Row{"ssh:build", 255, "me@build: Permission denied (publickey).\n",
            "ssh:build refused the login (me@build: Permission denied (publickey).); make sure that `ssh build true` "
            "works "
            "without a question"},
        Row{"ssh:build", 255, "ssh: connect to host build port 22: Connection refused\n",
            "ssh:build cannot be reached (ssh: connect to host build port 22: Connection refused)"},
        Row{"ssh:build", 127, "bash: line 1: exec: sh: not found\n",
            "ssh:build has no `sh`, which termhost needs there (bash: line 1: exec: sh: not found)"},
        Row{"cmd:docker exec -i box", 1, "Error response from daemon: No such container: box\n",
            "`docker` ended with status 1 before termhost began there: Error response from daemon: No such container: "
            "box"},
        Row{"cmd:false", 1, "", "`false` ended with status 1 before termhost began there"}}) {
    CHECK(carrier_problem(*parse_destination(on, SshQuestions::Forbidden), status, errors) == sentence);
  }
}

}  // namespace termhost::cli
