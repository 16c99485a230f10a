// What the kernel tells of processes: the ports they listen on, what they have used.
#include "io/process/seen_tree.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <catch2/catch_test_macros.hpp>

using namespace termhost;

namespace {

constexpr std::size_t some_memory = 64 << 20;

/// Listens on a port that is free, by IPv4 or IPv6, and tells which.
[[noreturn]] void serve(int tell, int family) {
  const int server = ::socket(family, SOCK_STREAM, 0);
  sockaddr_storage address{};
  address.ss_family = static_cast<sa_family_t>(family);
  socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(server, any, size) != 0 || ::listen(server, 1) != 0) ::_exit(1);
  ::getsockname(server, any, &size);
  std::vector<char> memory(some_memory, 'x');
  const int port = ntohs(reinterpret_cast<sockaddr_in*>(any)->sin_port);  // at the same place in both
  [[maybe_unused]] const ssize_t told = ::write(tell, &port, sizeof port);
  for (;;) ::pause();
}

struct Server {
  explicit Server(int family) {
    int told[2];
    REQUIRE(::pipe(told) == 0);
    pid = ::fork();
    if (pid == 0) serve(told[1], family);
    ::close(told[1]);
    works = ::read(told[0], &port, sizeof port) == static_cast<ssize_t>(sizeof port);
    ::close(told[0]);
  }
  ~Server() {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
  }
  pid_t pid = 0;
  int port = 0;
  bool works = false;
};

const terminal::SeenProcess* find(const terminal::SeenTree& tree, pid_t pid) {
  const auto found = std::find_if(tree.begin(), tree.end(), [&](const auto& process) { return process.pid == pid; });
  return found == tree.end() ? nullptr : &*found;
}

}  // namespace

#ifdef __linux__
TEST_CASE("who listens on a port is seen, by IPv4 and by IPv6, and how much memory it had") {
  for (const int family : {AF_INET, AF_INET6}) {
    const Server server(family);
    if (family == AF_INET6 && !server.works) continue;  // a machine without it
    REQUIRE(server.works);
    const terminal::SeenTree tree = io::see_tree(::getpid(), ::getpid(), true);
    REQUIRE(find(tree, ::getpid()) != nullptr);
    CHECK(find(tree, ::getpid())->of_shell);
    REQUIRE(find(tree, server.pid) != nullptr);
    CHECK_FALSE(find(tree, server.pid)->of_shell);
    CHECK(find(tree, server.pid)->listening == std::vector<int>{server.port});
    CHECK(find(tree, server.pid)->peak_memory >= some_memory);
    CHECK(find(io::see_tree(::getpid(), ::getpid(), false), server.pid)->listening.empty());
  }
}

TEST_CASE("what a child has used is its parent's once it was waited for") {
  const auto used = [] { return io::see_tree(::getpid(), ::getpid(), false).at(0).spent; };
  const terminal::Spent before = used();
  const pid_t child = ::fork();
  if (child == 0) {
    volatile unsigned long sum = 0;
    for (unsigned long i = 0; i < 300'000'000UL; ++i) sum = sum + i;
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  CHECK(used().cpu_ms >= before.cpu_ms + 50);
}
#endif

TEST_CASE("where there is no such process nothing is seen") {
  CHECK(io::see_tree(0x7ffffff0, 0x7ffffff0, true).empty());
}
