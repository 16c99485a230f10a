// The script for another machine, its answers, and the marker that they begin with.
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "cli/remote/bootstrap.hpp"

namespace termhost::cli {
namespace {

const std::string marker = "0123456789abcdef";

}  // namespace

TEST_CASE("the script is one line that every login shell passes on in single quotes") {
  const std::string script = bootstrap_script(
      marker, "1.2.3", {{"linux-x64", "/a", 10, "0123456789abcdef01234567"}, {"linux-arm64", "/b", 20, "8"}});
  CHECK(script.find_first_of("'\\!\n") == std::string::npos);
  CHECK(script.find("linux-x64) n=termhost-linux-x64-0123456789abcdef; s=10; c=0123456789abcdef01234567;;") !=
        std::string::npos);
  CHECK(script.find("linux-arm64) n=termhost-linux-arm64-8; s=20; c=8;;") != std::string::npos);
  for (const char* const placeholder : {"{marker}", "{version}", "{programs}"})
    CHECK(script.find(placeholder) == std::string::npos);
}

TEST_CASE("everything before a marker is skipped, wherever the stream is cut") {
  const std::string noise = "Welcome!\nLast login: 0123456789abcde no line end";
  const std::string stream =
      noise + marker + " send linux-x64\nmore noise" + marker + " machine Darwin arm64\n" + marker + " ready\n{\"id\"";
  for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
    AnswerReader reader(marker);
    std::vector<std::string> answers;
    for (const std::string_view part : {std::string_view(stream).substr(0, cut), std::string_view(stream).substr(cut)})
      for (auto answer = reader.feed(part); answer; answer = reader.feed({}))
        answers.push_back(answer->word + "|" + answer->detail);
    CHECK(answers == std::vector<std::string>{"send|linux-x64", "machine|Darwin arm64", "ready|"});
    CHECK(reader.rest() == "{\"id\"");
  }
}

TEST_CASE("noise without an end is not kept") {
  AnswerReader reader(marker);
  for (int i = 0; i < 1000; ++i) CHECK_FALSE(reader.feed(std::string(1000, 'x')));
  CHECK(reader.rest().size() <= marker.size());
}

TEST_CASE("each problem that the script reports is a sentence with what to do") {
  const auto sentence = [](const char* word, const char* detail) {
    return bootstrap_problem({word, detail}, "ssh:build", "1.2.3");
  };
  CHECK(sentence("ready", "").empty());
  CHECK(sentence("send", "linux-x64").empty());
  CHECK(sentence("machine", "Darwin arm64") ==
        "ssh:build is 'Darwin arm64'; termhost runs on Linux with an x86_64 or aarch64 processor");
  CHECK(sentence("missing", "linux-arm64") ==
        "ssh:build has no termhost 1.2.3, and this termhost has no program for linux-arm64 to send; install termhost "
        "1.2.3 there");
  for (const char* const word : {"folder", "space", "damaged", "unfit"}) {
    CHECK(sentence(word, "/home/x").find("ssh:build") != std::string::npos);
    CHECK(sentence(word, "/home/x").find("'/home/x'") != std::string::npos);
  }
  CHECK(sentence("riddle", "") == "ssh:build sent the unexpected answer 'riddle'");
}

}  // namespace termhost::cli
