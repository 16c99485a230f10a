// Nothing of a terminal is left when its shell has ended, and what can't be opened says why.
#include <array>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <set>
#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "io/process/process_tree_posix.hpp"
#include "unit/io/owned_session.hpp"

using namespace termhost;
using test::OwnedSession;

namespace {

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator entries("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

/// Dead ones that nobody waited for count too.
std::size_t child_processes() {
  const std::vector<io::Process> processes = io::list_processes();
  return static_cast<std::size_t>(std::count_if(
      processes.begin(), processes.end(), [](const io::Process& process) { return process.parent == ::getpid(); }));
}

/// A limit on open files that leaves this many numbers free, whatever was inherited; the old one comes back at the end.
class FewDescriptors {
 public:
  explicit FewDescriptors(std::size_t spare) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit few = before_;
    few.rlim_cur = 0;
    for (std::size_t free = 0;; ++few.rlim_cur) {
      if (::fcntl(static_cast<int>(few.rlim_cur), F_GETFD) < 0 && free++ == spare) break;
    }
    ::setrlimit(RLIMIT_NOFILE, &few);
  }
  ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("300 shells that ended leave no descriptor, no process and no folder") {
  OwnedSession session;
  (void)session.open("dash");  // the loop opens what it needs itself
  session.terminals().close(session.id());
  session.until([&] { return session.terminals().open_count() == 0; }, "the first terminal to go");
  std::set<std::filesystem::path> folders;
  const std::size_t descriptors = open_descriptors(), processes = child_processes();
  constexpr std::array endings{"exit 3\r", "exec true\r", "kill -9 $$\r"};
  for (int i = 0; i < 300; ++i) {
    session.exited.reset();
    const auto opened = session.open("dash");
    folders.insert(std::filesystem::path(opened.envelope_path).parent_path());
    session.type(endings[static_cast<std::size_t>(i) % endings.size()]);
    (void)session.until_exit();
    if (i % 2 == 0) session.terminals().close(session.id());
    session.until([&] { return session.terminals().open_count() == 0; }, "the terminal to go");
  }
  CHECK(session.exits == 301);
  CHECK(folders.size() == 300);
  CHECK(open_descriptors() == descriptors);
  CHECK(child_processes() == processes);
  for (const std::filesystem::path& folder : folders) CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("what an ended shell left in the background lives until its terminal is closed") {
  OwnedSession session;
  (void)session.open("bash");
  session.until_prompt();
  const std::size_t processes = child_processes();
  session.type("setsid sh -c 'echo $$ > left; exec sleep 1000' & until [ -s left ]; do :; done; exit 3\r");
  CHECK(session.until_exit().status == host::ExitStatus{3, {}});
  CHECK(session.terminals().open_count() == 1);
  CHECK(child_processes() == processes);
  session.until([&] { return session.processes().holders(session.id()).size() == 1; }, "setsid's first process to go");
  const auto left = session.processes().holders(session.id()).at(0).pid;
  session.terminals().close(session.id());
  session.until([&] { return session.terminals().open_count() == 0; }, "the terminal to go");
  const auto process = io::find_process(left);
  CHECK((!process || !process->alive()));
}

TEST_CASE("no descriptors left: one sentence says so, whichever call failed") {
  std::set<std::string> sentences;
  bool opens = false;
  for (std::size_t spare = 0; !opens; ++spare) {
    REQUIRE(spare < 40);
    for (const bool pipes : {true, false}) {
      OwnedSession session;
      host::OwnedShell how;
      how.path = "sh";
      how.kind = shell::ShellKind::Dash;
      if (pipes) how.pipes_command = "true";
      const std::size_t before = open_descriptors();
      const auto opened = [&] {
        const FewDescriptors few(spare);
        return session.try_open(how);
      }();
      opens = opened.has_value();
      if (opened) continue;
      sentences.insert(opened.error().context);
      CHECK(opened.error().context.find("Too many open files") != std::string::npos);
      CHECK(open_descriptors() == before);
    }
  }
  CHECK(sentences.size() >= 3);  // the socket, the pipes, the pseudo-terminal
}
