// Wrong usage: one sentence on standard error, exit status 2.
#include <array>
#include <cstdio>
#include <string>
#include <sys/wait.h>

#include <catch2/catch_test_macros.hpp>

namespace termhost::cli {
namespace {

struct Ended {
  int status = 0;
  std::string said;  ///< on standard error
};

Ended ended(const std::string& arguments) {
  FILE* pipe = ::popen((TERMHOST_BINARY " " + arguments + " 2>&1 >/dev/null").c_str(), "r");
  REQUIRE(pipe != nullptr);
  Ended result;
  std::array<char, 4096> part{};
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe)) result.said.append(part.data(), size);
  const int status = ::pclose(pipe);
  result.status = WEXITSTATUS(status);
  return result;
}

}  // namespace

TEST_CASE("termhost alone is wrong usage, whatever its input is") {
  for (const char* const input : {"< /dev/null", "< /etc/passwd"}) {
    const Ended alone = ended(input);
    CHECK(alone.status == 2);
    CHECK(
        alone.said ==
        "termhost: a command is missing: an editor starts `termhost serve`, and `termhost --help` names the others\n");
  }
}

TEST_CASE("a time that is none is told in a sentence") {
  for (const std::string option : {"--timeout", "--until-quiet"}) {
    for (const std::string time : {"0", "-1", "x", "inf", "nan", "1e300"}) {
      INFO(option << ' ' << time);
      const Ended refused = ended("exec " + option + " " + time + " -- true < /dev/null");
      CHECK(refused.status == 2);
      CHECK(
          refused.said.starts_with(option + ": '" + time + "' is no number of seconds above 0 and up to 1000000000\n"));
    }
  }
}

}  // namespace termhost::cli
