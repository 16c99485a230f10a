// The plan of a trial: copies, folders of its own, and machines without them.
#include <catch2/catch_test_macros.hpp>

#include "machine.hpp"
#include "sandbox/plan_texts.hpp"
#include "sandbox/reach.hpp"

using namespace termhost::sandbox;
using namespace termhost::testing;

TEST_CASE("a trial writes copies of the workspace and of a part of the home, and has temporary folders of its own") {
  std::set<std::string> paths = usual;
  paths.insert({"/data/big/file", "/data/big/disk/file", "/var/tmp/x"});
  const Machine machine(paths);
  Sandbox trial = workspace({"/home/me/p", "/data/big"});
  trial.level = Level::Trial;
  trial.network = Network::Loopback;
  MachineFacts there = around();
  there.mounts = {"/", "/data", "/data/big/disk", "/proc"};
  there.is_root = true;
  const auto plan = make_plan(trial, there, machine.files());
  REQUIRE(plan);
  CHECK(plan->is_trial);
  struct Case {
    const char* path;
    char access;
  };
  for (const auto& [path, access] :
       {Case{"/home/me", 'p'}, Case{"/home/me/p", 'c'}, Case{"/data/big", 'c'}, Case{"/data/big/disk", 'c'},
        Case{"/tmp", 'e'}, Case{"/var/tmp", 'e'}, Case{"/home/me/p/.git", '-'}, Case{"/home/me/.npm", 'i'},
        Case{"/home/me/.bashrc", 'i'}, Case{"/home/me/p/.env", 'h'}, Case{"/home/me/.ssh", 'h'}, Case{"/data", '-'}}) {
    CAPTURE(path);
    CHECK(access_of(*plan, path) == access);
  }
  CHECK(missing_trees(*plan, machine.files().names) ==
        std::vector<std::string>{"/home/me/.cache", "/home/me/.ssh", "/home/me/outputs"});
  CHECK(from_texts(to_texts(*plan)) == *plan);
  const auto writable = std::count_if(plan->places.begin(), plan->places.end(),
                                      [](const Place& place) { return place.access == Access::Writable; });
  CHECK(writable == 0);
}

TEST_CASE(
    "a user has no trial of a workspace with a mount in it, and is told so; a mount that is the workspace does not "
    "matter") {
  std::set<std::string> paths = usual;
  paths.insert("/home/me/p/disk/file");
  const Machine machine(paths);
  Sandbox trial = workspace({"/home/me/p"});
  trial.level = Level::Trial;
  MachineFacts there = around();
  there.mounts = {"/", "/home/me/p"};
  CHECK(make_plan(trial, there, machine.files()));
  there.mounts.emplace_back("/home/me/p/disk");
  const auto plan = make_plan(trial, there, machine.files());
  REQUIRE_FALSE(plan);
  CHECK(plan.error() ==
        "'/home/me/p/disk' is a mount in the workspace, and only root can copy a folder with a mount in it");
}

TEST_CASE("a trial of the home folder itself works; of the system, or without namespaces, it does not") {
  const Machine machine(usual);
  Sandbox trial = workspace({"/home/me"});
  trial.level = Level::Trial;
  CHECK(make_plan(trial, around(), machine.files()));
  trial.workspace = {"/"};
  const auto system = make_plan(trial, around(), machine.files());
  REQUIRE_FALSE(system);
  CHECK(system.error() == "'/' can't be the workspace: the system lies in it");
  trial.workspace = {"/home/me/p"};
  MachineFacts container = around();
  container.has_view = false;
  container.scratch = "/tmp/x";
  const auto alone = make_plan(trial, container, machine.files());
  REQUIRE_FALSE(alone);
  CHECK(alone.error() == "copies of folders need them");
}
