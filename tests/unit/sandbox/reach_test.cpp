// What a plan lets a process do with a file, with a view of its own and without.
#include "sandbox/reach.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>

#include "sandbox/gaps.hpp"

using namespace termhost::sandbox;
using Texts = std::vector<std::string>;

namespace {

Plan plan(bool has_view) {
  Plan plan;
  plan.has_view = has_view;
  plan.meeting_folder = "/run/me/termhost";
  plan.private_folder = "/run/me/termhost/AbCdEf";
  plan.places = {{Access::Hidden, "/home/me/.ssh"},
                 {Access::Writable, "/home/me/.ssh/w"},
                 {Access::Writable, "/home/me/p"},
                 {Access::Hidden, "/home/me/p/.env"},
                 {Access::Fixed, "/home/me/p/.git/config"},
                 {Access::Writable, "/tmp"},
                 {Access::Fixed, "/tmp/me"},
                 {Access::Writable, "/tmp/me/p"}};
  return plan;
}

/// Names by folders.
Texts names_in(const std::string& folder) {
  if (folder == "/") return {"bin", "dev", "home", "run", "tmp"};
  if (folder == "/home") return {"me", "you"};
  if (folder == "/home/me") return {".bashrc", ".ssh", "p"};
  if (folder == "/home/me/p") return {".env", "main.c"};
  if (folder == "/run") return {"lock", "me"};
  if (folder == "/run/me") return {"bus", "termhost"};
  return {};
}

}  // namespace

TEST_CASE("the innermost place counts; without a view nothing in what may be written is kept") {
  struct Case {
    const char* path;
    char view, none;
  };
  for (const auto& [path, view, none] : {Case{"/etc/passwd", 'r', 'r'},
                                         {"/home/me", 'r', 'r'},
                                         {"/home/me/p", 'w', 'w'},
                                         {"/home/me/pp", 'r', 'r'},
                                         {"/home/me/p/.env", 'h', 'w'},
                                         {"/home/me/p/.git/config", 'r', 'w'},
                                         {"/home/me/p/.git/configs", 'w', 'w'},
                                         {"/home/me/.ssh/id_rsa", 'h', 'h'},
                                         {"/home/me/.ssh/w/x", 'h', 'w'},
                                         {"/tmp/me/x", 'r', 'w'},
                                         {"/tmp/me/p/x", 'w', 'w'},
                                         {"/dev/shm/x", 'w', 'r'},
                                         {"/tmp/me", 'r', 'w'},
                                         {"/run/me/termhost/other/run", 'h', 'h'},
                                         {"/run/me/termhost/AbCdEf/run", 'r', 'r'}}) {
    CAPTURE(path);
    CHECK(static_cast<char>(access_to(plan(true), path)) == view);
    CHECK(static_cast<char>(access_to(plan(false), path)) == none);
  }
}

TEST_CASE("without a view what is hidden is left out of all that is read") {
  CHECK(readable_trees(plan(true), names_in) == Texts{"/bin", "/home", "/run", "/tmp"});
  Texts trees = readable_trees(plan(false), names_in);
  std::sort(trees.begin(), trees.end());
  CHECK(trees == Texts{"/bin", "/home/me/.bashrc", "/home/me/p/main.c", "/home/you", "/run/lock", "/run/me/bus",
                       "/run/me/termhost/AbCdEf", "/tmp"});
}

TEST_CASE("what nothing holds is said") {
  CHECK(gaps(Level::Workspace, true, 7).empty());
  CHECK(gaps(Level::ReadOnly, true, 4).size() == 1);
  const Texts alone = gaps(Level::Workspace, false, 7);
  CHECK(std::count_if(alone.begin(), alone.end(),
                      [](const std::string& gap) { return gap.find(".git/config") != gap.npos; }) == 1);
  CHECK(gaps(Level::ReadOnly, false, 7) == Texts{"names of hidden files"});  // nothing may be written
  CHECK(gaps(Level::Workspace, true, 0).at(0).find("memory") != std::string::npos);
}

TEST_CASE(
    "a terminal has Unix sockets of its own where nothing that it writes is seen outside, in a network of its own") {
  struct Row {
    bool has_view;
    Network network;
    Access access;
    bool own;
  };
  for (const auto& [has_view, network, access, own] :
       {Row{true, Network::None, Access::Fixed, true}, Row{true, Network::Loopback, Access::Copied, true},
        Row{true, Network::Loopback, Access::Empty, true}, Row{true, Network::All, Access::Copied, false},
        Row{true, Network::None, Access::Writable, false}, Row{false, Network::None, Access::Fixed, false}}) {
    CAPTURE(has_view, network, access);
    Plan one;
    one.has_view = has_view;
    one.network = network;
    one.places = {{Access::Fixed, "/a"}, {access, "/b"}};
    CHECK(has_own_sockets(one) == own);
  }
}
