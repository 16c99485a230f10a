// Under limits that leave no room termhost ends with one sentence, or works; it never crashes.
#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "unit/io/storage_fixture.hpp"

namespace termhost::cli {
namespace {

struct Ended {
  int status = 0;  ///< as a shell tells it
  std::string said;
};

/// Runs lines of bash in a folder of their own, with the program as "$T" and its stderr on stdout.
Ended run_lines(const std::string& lines) {
  const io::TemporaryFolder folder;
  std::ofstream(folder.path() / "script") << "exec 2>&1 </dev/null\n" << lines << '\n';
  // What looks for leaks needs a thread of its own
  const std::string script = "cd '" + folder.path().string() +
                             "' && export ASAN_OPTIONS=detect_leaks=0 && T='" TERMHOST_BINARY "' bash ./script";
  Ended ended;
  FILE* pipe = ::popen(script.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> block{};
  while (const std::size_t size = std::fread(block.data(), 1, block.size(), pipe))
    ended.said.append(block.data(), size);
  const int status = ::pclose(pipe);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ended;
}

bool is_one_sentence(const std::string& text) {
  return text.starts_with("termhost: ") && text.find('\n') == text.size() - 1;
}

}  // namespace

TEST_CASE("too few descriptors: one sentence, or it works") {
  int refused = 0;
  for (int descriptors = 5; descriptors <= 40; ++descriptors) {
    const Ended ended = run_lines("ulimit -n " + std::to_string(descriptors) + "\nexec \"$T\" serve");
    INFO(descriptors << ": " << ended.status << ' ' << ended.said);
    const bool works = ended.status == 1 && ended.said.empty();
    const bool said = is_one_sentence(ended.said) && ended.said.find("Too many open files") != std::string::npos;
    CHECK((works || (ended.status == 125 && said)));
    if (!works) ++refused;
  }
  CHECK(refused > 3);
  CHECK(refused < 30);
}

TEST_CASE("no thread: one sentence") {
  // root has no such limit
  const Ended ended =
      run_lines(::geteuid() == 0 ? "cp \"$T\" ./termhost; chmod 755 . termhost\n"
                                   "exec setpriv --reuid 65534 --clear-groups prlimit --nproc=1 ./termhost serve"
                                 : "ulimit -u 1\nexec \"$T\" serve");
  INFO(ended.said);
  CHECK(ended.status == 125);
  CHECK(is_one_sentence(ended.said));
}

TEST_CASE("a limit of file size does not end termhost, and its commands get the default signal action") {
  const Ended ended = run_lines(
      "ulimit -f 8\n"
      "exec \"$T\" exec --shell sh --storage . -- 'seq 100000; head -c 100000 /dev/zero > big; echo end'");
  INFO(ended.said);
  CHECK(ended.status == 0);
  CHECK(ended.said.find("File size limit exceeded") != std::string::npos);
  CHECK(ended.said.find("end") != std::string::npos);
}

}  // namespace termhost::cli
