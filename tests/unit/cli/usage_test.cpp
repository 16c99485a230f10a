// Wrong usage: one sentence on standard error, exit status 2.
#include <array>
#include <cstdio>
#include <string>
#include <sys/wait.h>

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

namespace termhost::cli {
namespace {

struct Ended {
  int status = 0;
  std::string said;  ///< on standard error
};

Ended ended(const std::string& arguments, const char* said = " 2>&1 >/dev/null") {
  FILE* pipe = ::popen((TERMHOST_BINARY " " + arguments + said).c_str(), "r");
  REQUIRE(pipe != nullptr);
  Ended result;
  std::array<char, 4096> part{};
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe)) result.said.append(part.data(), size);
  const int status = ::pclose(pipe);
  result.status = WEXITSTATUS(status);
  return result;
}

/// Its standard output alone.
std::string printed(const std::string& arguments) { return ended(arguments, " 2>/dev/null").said; }

}  // namespace

TEST_CASE("a command that is none is told with the one that may be meant") {
  struct Row {
    const char* word;
    const char* said;
  };
  for (const auto& [word, said] : {Row{"exce", "; did you mean 'exec'?"}, Row{"docter", "; did you mean 'doctor'?"},
                                   Row{"mpc", "; did you mean 'mcp'?"}, Row{"install", ";"}, Row{"ls", ";"}}) {
    const Ended refused = ended(word);
    CHECK(refused.status == 2);
    CHECK(refused.said ==
          fmt::format("termhost: there is no command '{}'{} `termhost --help` lists them\n", word, said));
  }
}

TEST_CASE("an option that is none is told with the one that may be meant, a missing word with an example") {
  struct Row {
    const char* line;
    const char* said;
  };
  for (const auto& [line, said] :
       {Row{"exec --timout 3 -- ls",
            "`termhost exec` has no option '--timout'; did you mean '--timeout'? `termhost exec --help` lists them"},
        Row{"--versio", "`termhost` has no option '--versio'; did you mean '--version'? `termhost --help` lists them"},
        Row{"exec --xyzzy true", "`termhost exec` has no option '--xyzzy'; `termhost exec --help` lists them"},
        Row{"config set a", "`termhost config` takes no 'set'; `termhost config --help` shows its arguments"},
        Row{"exec", "command is required; for example: termhost exec --timeout 60 -- 'npm test'"},
        Row{"exec 'npm test' --timeout 5",
            "'--timeout' comes after the command line; options come before it: termhost exec --timeout … -- 'npm "
            "test'"}}) {
    const Ended refused = ended(line);
    CHECK(refused.status == 2);
    CHECK(refused.said == fmt::format("termhost: {}\n", said));
  }
}

TEST_CASE("exec takes a command line, or a program and its arguments") {
  CHECK(printed("exec --shell bash -- 'echo a  b'").ends_with("\na b\n"));
  CHECK(printed("exec --shell bash echo 'a  b'").ends_with("\na  b\n"));
  CHECK(printed("exec --shell bash printf '%s|' -n '$HOME' 'a;b' ''").ends_with("\n-n|$HOME|a;b||\n"));
  CHECK(printed("exec --shell bash -- echo '--shell'").ends_with("\n--shell\n"));
  CHECK(printed("exec --shell bash echo --timeout 3").ends_with("\n--timeout 3\n"));
}

TEST_CASE("help names a port, not its range") {
  const std::string help = printed("exec --help");
  CHECK(help.find("--until-port PORT ") != std::string::npos);
  CHECK(ended("exec --until-port 65536 true").status == 2);
}

TEST_CASE("doctor ends with its verdict, and keeps its long tables for --verbose") {
  const std::string brief = printed("doctor");
  CHECK((brief.ends_with("\nAll good.\n") || brief.find("\nTo do\n") != std::string::npos));
  CHECK(brief.find("\nLimits\n") == std::string::npos);
  const std::string whole = printed("doctor --verbose");
  CHECK(whole.find("\nLimits\n") != std::string::npos);
  CHECK(whole.find("\nEnvironment of termhost's own terminals") != std::string::npos);
}

TEST_CASE("doctor says what to do") {
  const Ended refused = [] {
    ::setenv("XDG_STATE_HOME", "/dev/null", 1);
    const Ended result = ended("doctor", " 2>/dev/null");
    ::unsetenv("XDG_STATE_HOME");
    return result;
  }();
  CHECK(refused.status == 1);
  CHECK(refused.said.find("\nTo do\n") != std::string::npos);
  CHECK(refused.said.find("Complete outputs can't be kept in /dev/null/termhost: ") != std::string::npos);
}

TEST_CASE("termhost alone is wrong usage, whatever its input is") {
  for (const char* const input : {"< /dev/null", "< /etc/passwd"}) {
    const Ended alone = ended(input);
    CHECK(alone.status == 2);
    CHECK(alone.said ==
          "termhost: a command is missing; `termhost --help` lists them (editors start `termhost serve`)\n");
  }
}

TEST_CASE("a time that is none is told in a sentence") {
  for (const std::string option : {"--timeout", "--until-quiet"}) {
    for (const std::string time : {"0", "-1", "x", "inf", "nan", "1e300"}) {
      INFO(option << ' ' << time);
      const Ended refused = ended("exec " + option + " " + time + " -- true < /dev/null");
      CHECK(refused.status == 2);
      CHECK(refused.said.starts_with(option + ": '" + time +
                                     "' is not a number of seconds above 0 and up to 1000000000\n"));
    }
  }
}

}  // namespace termhost::cli
