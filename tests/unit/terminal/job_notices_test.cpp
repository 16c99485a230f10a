#include "terminal/shells/job_notices.hpp"

#include <catch2/catch_test_macros.hpp>

using termhost::terminal::JobNotices;

namespace {

constexpr std::string_view output =
    "first\r\n[1]+  Done                    make -j\r\n[1]  + killed     make -j\r\n[2]+  Exit 3                  "
    "other\r\n"
    "[1] text\r\n[1]  of 9    make -j\r\n  [1]+  Done   make -j\r\nend [1]+  Done  make -j\r\n[12";
constexpr std::string_view kept =
    "first\r\n[2]+  Exit 3                  other\r\n[1] text\r\n[1]  of 9    make -j\r\n  [1]+  Done   make -j\r\nend "
    "[1]+  Done  make "
    "-j\r\n[12";

}  // namespace

TEST_CASE("what a shell says of the jobs of earlier commands is taken out, wherever it is cut") {
  for (std::size_t cut = 0; cut <= output.size(); ++cut) {
    JobNotices notices;
    notices.command_started("make -j & true");
    notices.command_ended();
    std::string text = notices.without_notices(output.substr(0, cut), "cat");
    text += notices.without_notices(output.substr(cut), "cat");
    CHECK(text + notices.take_held() == kept);
  }
}

TEST_CASE("shells quote anew what they tell") {
  JobNotices notices;
  notices.command_started("sh -c 'kill -9 $$' & true");
  CHECK(notices.without_notices("[1] + Killed                     sh -c \"kill -9 \\$\\$\"\r\n", "cat").empty());
}

TEST_CASE("shells space and punctuate anew what they tell, also before the command that started it has ended") {
  JobNotices notices;
  notices.command_started("(sleep 1;  exit 3) & wait");
  CHECK(notices.without_notices("[1]+  Exit 3                  ( sleep 1; exit 3 )\r\n", "wait").empty());
  CHECK(notices.without_notices("[1]  + exit 3     ( sleep 1; exit 3; )\r\n", "wait").empty());
}

TEST_CASE("a loop is told in lines of its own") {
  constexpr std::string_view told =
      "[1]+  Done                    for i in 1 2; do\r\n    sleep $i;\r\ndone\r\ndone\r\nx\r\n";
  for (std::size_t cut = 0; cut <= told.size(); ++cut) {
    JobNotices notices;
    notices.command_started("for i in 1 2; do sleep $i; done & true");
    notices.command_ended();
    std::string text = notices.without_notices(told.substr(0, cut), "cat");
    text += notices.without_notices(told.substr(cut), "cat");
    CHECK(text + notices.take_held() == "done\r\nx\r\n");
  }
}

TEST_CASE("a shell tells the number of a redirection that nobody wrote") {
  constexpr std::string_view told =
      "[1]+  Exit 3                  ( for i in 1 2 3;\r\ndo\r\n    sleep 1; echo \"step $i failed\" 1>&2;\r\n"
      "    cat 0< a 1> b;\r\ndone; exit 3 )\r\ndone\r\n";
  for (std::size_t cut = 0; cut <= told.size(); ++cut) {
    JobNotices notices;
    notices.command_started(
        "(for i in 1 2 3; do sleep 1; echo \"step $i failed\" >&2; cat < a >b; done; exit 3) & wait $!");
    std::string text = notices.without_notices(told.substr(0, cut), "wait");
    text += notices.without_notices(told.substr(cut), "wait");
    CHECK(text + notices.take_held() == "done\r\n");
  }
}

TEST_CASE("the number that a shell gives a new job is not output of the command that starts it") {
  JobNotices notices;
  notices.command_started("sleep 9 & echo x");
  CHECK(notices.without_notices("[1] 4018\r\nx\r\n[1] 40 18\r\n[2] text\r\n[3]\t4019\r\n[4]5\r\n",
                                "sleep 9 & echo x") == "x\r\n[2] text\r\n[4]5\r\n");
  notices.command_ended();
  notices.command_started("cat");
  CHECK(notices.without_notices("[1] 4018\r\n", "cat") == "[1] 4018\r\n");
}

TEST_CASE("without jobs, or where they are asked for, nothing is taken out") {
  JobNotices notices;
  notices.command_started("make -j && true >&2 2>&1 &> log");
  CHECK(notices.none());
  CHECK(notices.without_notices(output, "cat") == output);
  notices.command_started("make -j & true");
  CHECK(notices.without_notices(output, "jobs -l") == output);
}
