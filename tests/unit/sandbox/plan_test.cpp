// What may be written, what may not though it lies there, and what is hidden: by a file system that is a table.
#include "sandbox/plan.hpp"

#include <algorithm>

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <fmt/format.h>

#include "machine.hpp"
#include "sandbox/git_index.hpp"
#include "sandbox/known_places.hpp"
#include "sandbox/moved_caches.hpp"
#include "sandbox/plan_texts.hpp"
#include "sandbox/reach.hpp"

using namespace termhost::sandbox;
using namespace termhost::testing;

TEST_CASE("the workspace is written, but for what programs outside would run; secrets are hidden") {
  const Machine machine(usual);
  const auto plan = make_plan(workspace(), around(), machine.files());
  REQUIRE(plan);
  struct Case {
    const char* path;
    char access;
  };
  for (const auto& [path, access] :
       {Case{"/home/me/p", 'w'}, Case{"/tmp", 'w'}, Case{"/home/me/.npm", 'c'}, Case{"/home/me/.cache", 'c'},
        Case{"/home/me/p/.git", 'g'}, Case{"/home/me/p/.git/config", '-'}, Case{"/home/me/p/.env", 'h'},
        Case{"/home/me/.ssh", 'h'}, Case{"/home/me/outputs", 'h'}, Case{"/home/me", '-'},
        Case{"/home/me/p/.vscode", '-'}}) {
    CAPTURE(path);
    CHECK(access_of(*plan, path) == access);
  }
  CHECK(std::is_sorted(plan->places.begin(), plan->places.end(),
                       [](const Place& a, const Place& b) { return a.path < b.path; }));
}

TEST_CASE("a repository that a file `.git` leads to is protected if it is in a writable folder") {
  const std::set<std::string> paths{"/home/me/p/main.c",           "/home/me/p/.bare/config",
                                    "/home/me/p/.bare/hooks/x",    "/home/me/p/.bare/worktrees/w/HEAD",
                                    "/home/me/away/.git/config",   "/tmp/x",
                                    "/run/me/termhost/AbCdEf/run", "/home/me/p/lib/a.c"};
  const Machine own(paths, {}, {{"/home/me/p/.git", "gitdir: /home/me/p/.bare\n"}});
  CHECK(access_of(*make_plan(workspace(), around(), own.files()), "/home/me/p/.bare") == 'g');
  const Machine linked(paths, {},
                       {{"/home/me/p/lib/.git", "gitdir: /home/me/p/.bare/worktrees/w"},
                        {"/home/me/p/.bare/worktrees/w/commondir", "/home/me/p/.bare"}});
  const auto plan = make_plan(workspace(), around(), linked.files());
  CHECK(access_of(*plan, "/home/me/p/.bare") == 'g');
  CHECK(access_of(*plan, "/home/me/p/lib/.git") == 'r');
  const Machine elsewhere(paths, {}, {{"/home/me/p/.git", "gitdir: /home/me/away/.git\n"}});
  CHECK(access_of(*make_plan(workspace(), around(), elsewhere.files()), "/home/me/away/.git") == '-');
}

TEST_CASE("a link that an agent made in the workspace lets nothing be written elsewhere") {
  const Machine machine(
      {"/home/me/p/main.c", "/home/me/p/.vscode", "/home/me/.config/x/y", "/tmp/x", "/run/me/termhost/AbCdEf/run"},
      {{"/home/me/p/.git", "/home/me/.config"}, {"/home/me/p/.vscode", "/home/me/.config/x"}});
  const auto plan = make_plan(workspace(), around(), machine.files());
  REQUIRE(plan);
  CHECK(access_of(*plan, "/home/me/.config") == '-');
  CHECK(access_to(*plan, "/home/me/.config/x") == Access::Fixed);
  CHECK(std::ranges::count(plan->kept, "/home/me/p/.vscode") == 1);
}

TEST_CASE("a file that says where the repository is can't be changed") {
  const Machine machine({"/home/me/p/main.c", "/home/me/p/.git", "/tmp/x", "/run/me/termhost/AbCdEf/run"});
  const auto plan = make_plan(workspace(), around(), machine.files());
  REQUIRE(plan);
  CHECK(access_of(*plan, "/home/me/p/.git") == 'r');
}

TEST_CASE("readOnly writes nothing") {
  const Machine machine(usual);
  Sandbox sandbox = workspace();
  sandbox.level = Level::ReadOnly;
  sandbox.writable = {"/home/me/p"};
  const auto plan = make_plan(sandbox, around(), machine.files());
  REQUIRE(plan);
  CHECK(std::none_of(plan->places.begin(), plan->places.end(),
                     [](const Place& place) { return place.access == Access::Writable; }));
  CHECK(access_of(*plan, "/home/me/.ssh") == 'h');
}

TEST_CASE("a tree that would let everything be written is none") {
  const Machine machine(usual);
  for (const char* folder : {"/", "/home", "/home/me", "/usr", "/etc", "relative"}) {
    CAPTURE(folder);
    CHECK_FALSE(make_plan(workspace({folder}), around(), machine.files()));
    Sandbox sandbox = workspace();
    sandbox.writable = {folder};
    CHECK_FALSE(make_plan(sandbox, around(), machine.files()));
  }
}

TEST_CASE("a home folder in the temporary folder is not written") {
  const Machine machine({"/tmp/me/.bashrc", "/tmp/me/p/main.c", "/run/me/termhost/AbCdEf/run"});
  MachineFacts there = around();
  there.home = "/tmp/me";
  const auto plan = make_plan(workspace({"/tmp/me/p"}), there, machine.files());
  REQUIRE(plan);
  CHECK(access_of(*plan, "/tmp") == 'w');
  CHECK(access_of(*plan, "/tmp/me") == 'r');
  CHECK(access_of(*plan, "/tmp/me/p") == 'w');
}

TEST_CASE("what is stricter wins") {
  const Machine machine(usual);
  Sandbox sandbox = workspace();
  sandbox.writable = {"/home/me/p/.git/hooks", "/home/me/.ssh"};
  sandbox.hidden = {"/home/me/p/main.c"};
  const auto plan = make_plan(sandbox, around(), machine.files());
  REQUIRE(plan);
  CHECK(access_to(*plan, "/home/me/p/.git/hooks/x") == Access::Fixed);
  CHECK(access_of(*plan, "/home/me/.ssh") == 'h');
  CHECK(access_of(*plan, "/home/me/p/main.c") == 'h');
}

TEST_CASE("what the person names as secret is hidden where what is named like one would be") {
  const Machine machine({"/home/me/p/main.c", "/home/me/p/customers.csv", "/home/me/p/src/customers.csv",
                         "/home/me/p/fixtures/keys/one", "/home/me/p/fixtures/x", "/home/me/.config/customers.csv",
                         "/home/me/fixtures/keys", "/srv/list", "/home/me/notes/x", "/home/me/q", "/tmp/x",
                         "/run/me/termhost/AbCdEf/run"});
  Sandbox sandbox = workspace();
  sandbox.secret_files = {"customers.csv", "fixtures/keys", "/srv/list", "~/notes", "p", "q", "missing", "/missing"};
  const auto plan = make_plan(sandbox, around(), machine.files());
  REQUIRE(plan);
  for (const char* hidden : {"/home/me/p/customers.csv", "/home/me/p/fixtures/keys", "/home/me/.config/customers.csv",
                             "/srv/list", "/home/me/notes", "/home/me/q"}) {
    CAPTURE(hidden);
    CHECK(access_of(*plan, hidden) == 'h');
  }
  CHECK(access_of(*plan, "/home/me/p") == 'w');
  CHECK(access_of(*plan, "/home/me/p/src/customers.csv") == '-');
}

namespace {

std::string number(std::size_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

/// An index with these files in it, by paths.
std::string index_of(const std::map<std::string, std::string>& files) {
  std::string all = "DIRC" + number(2, 4) + number(files.size(), 4);
  for (const auto& [path, content] : files) {
    std::string entry = std::string(24, '\0') + number(0100644, 4) + std::string(12, '\0') + git_name_of(content) +
                        number(path.size(), 2);
    entry += path;
    entry.append(8 - entry.size() % 8, '\0');
    all += entry;
  }
  return all + sha1(all);
}

}  // namespace

TEST_CASE("what git keeps is not hidden; what it keeps otherwise is never taken for emptied") {
  const std::string index =
      index_of({{".env", "A=1"}, {".ssh/config", "Host x"}, {".ssh/deep/changed", "before"}, {"sub/.env", "A=2"}});
  std::map<std::string, std::string> contents{
      {"/home/me/p/.env", "A=1"},           {"/home/me/p/sub/.env", "A=2"},
      {"/home/me/p/.ssh/config", "Host x"}, {"/home/me/p/.ssh/deep/changed", "after"},
      {"/home/me/p/.ssh/deep/key", "KEY"},  {"/home/me/p/.ssh/id_rsa", "KEY"}};
  Sandbox sandbox = workspace();
  std::string env = "-", config = "-", changed = "s", key = "h", id = "h";
  SECTION("in the workspace") { contents["/home/me/p/.git/index"] = index; }
  SECTION("in another worktree") {
    contents["/home/me/p/.git"] = "gitdir: /home/me/main/.git/worktrees/p\n";
    contents["/home/me/main/.git/worktrees/p/index"] = index;
  }
  SECTION("in a submodule") {
    contents["/home/me/p/.git"] = "gitdir: inner\n";
    contents["/home/me/p/inner/index"] = index;
  }
  SECTION("above the workspace") {
    sandbox.workspace = {"/home/me/p/sub"};
    contents["/home/me/p/.git/index"] = index;
    env = config = changed = key = id = "-";
  }
  SECTION("with another content: an index is easily written") {
    contents["/home/me/p/.git/index"] = index;
    contents["/home/me/p/.env"] = "A=SECRET";
    env = "s";
  }
  SECTION("not at all") {
    contents["/home/me/p/.git/index"] = index_of({{"main.c", ""}});
    env = "h";
    config = changed = key = id = "-";  // the whole folder is hidden
  }
  SECTION("nobody can tell") {
    contents["/home/me/p/.git/index"] = index.substr(1);
    env = "s";
    config = changed = key = id = "-";
  }
  SECTION("but the person wants it hidden") {
    contents["/home/me/p/.git/index"] = index;
    sandbox.secret_files = {".env"};
    sandbox.hidden = {"/home/me/p/.ssh/config"};
    env = config = "s";
  }
  std::set<std::string> more{"/tmp/x", "/run/me/termhost/AbCdEf/run"};
  const auto plan = make_plan(sandbox, around(), Machine(more, {}, contents).files());
  REQUIRE(plan);
  CHECK(access_of(*plan, "/home/me/p/.env") == env[0]);
  CHECK(access_of(*plan, "/home/me/p/sub/.env") == '-');
  CHECK(access_of(*plan, "/home/me/p/.ssh/config") == config[0]);
  CHECK(access_of(*plan, "/home/me/p/.ssh/deep/changed") == changed[0]);
  CHECK(access_of(*plan, "/home/me/p/.ssh/deep/key") == key[0]);
  CHECK(access_of(*plan, "/home/me/p/.ssh/id_rsa") == id[0]);
  CHECK(from_texts(to_texts(*plan)) == *plan);
}

TEST_CASE("tokens of agents, browsers' folders and logins of a project are hidden") {
  const std::set<std::string> secrets{"/home/me/.config/github-copilot/apps.json",
                                      "/home/me/.local/share/opencode/auth.json",
                                      "/home/me/.config/vivaldi/Default/Cookies",
                                      "/home/me/.local/share/fish/fish_history",
                                      "/home/me/.config/containers/auth.json",
                                      "/home/me/p/.kube/config",
                                      "/home/me/p/.docker/config.json"};
  std::set<std::string> paths = secrets;
  paths.insert({"/tmp/x", "/run/me/termhost/AbCdEf/run", "/home/me/p/.docker/Dockerfile", "/home/me/.config/fish/x"});
  const auto plan = make_plan(workspace(), around(), Machine(paths).files());
  REQUIRE(plan);
  for (const std::string& path : secrets) {
    CAPTURE(path);
    CHECK(access_to(*plan, path) == Access::Hidden);
  }
  CHECK(access_to(*plan, "/home/me/p/.docker/Dockerfile") == Access::Writable);
  CHECK(access_to(*plan, "/home/me/.config/fish/x") == Access::Fixed);
}

TEST_CASE("files that programs outside obey are protected, by their names and by the repository's configuration") {
  std::map<std::string, std::string> contents{{"/home/me/p/.git/config",
                                               "[core]\n\thooksPath = tools/hooks\n\tfsmonitor = \"watch "
                                               "--fast\"\n[include]\n\tpath = /home/me/p/team.gitconfig\n"
                                               "[remote \"origin\"]\n\turl = src\n[alias]\n\tx = !scripts/alias.sh\n"}};
  const Machine machine(
      {"/home/me/p/tools/hooks/pre-commit", "/home/me/p/watch", "/home/me/p/team.gitconfig", "/home/me/p/src/main.c",
       "/home/me/p/scripts/alias.sh", "/home/me/p/.Husky/x", "/home/me/p/a.code-workspace",
       "/home/me/p/.devcontainer/x", "/home/me/p/vendor/lib/.git/config", "/home/me/p/sub/.git",
       "/home/me/p/node_modules/x/.git/config", "/tmp/x", "/run/me/termhost/AbCdEf/run"},
      {}, contents);
  const auto plan = make_plan(workspace(), around(), machine.files());
  REQUIRE(plan);
  for (const char* path :
       {"/home/me/p/tools/hooks", "/home/me/p/watch", "/home/me/p/team.gitconfig", "/home/me/p/scripts/alias.sh",
        "/home/me/p/.Husky", "/home/me/p/a.code-workspace", "/home/me/p/.devcontainer", "/home/me/p/sub/.git"}) {
    CAPTURE(path);
    CHECK(access_of(*plan, path) == 'r');
  }
  CHECK(access_of(*plan, "/home/me/p/vendor/lib/.git") == 'g');
  CHECK(access_of(*plan, "/home/me/p/node_modules/x/.git") == '-');
  CHECK(access_of(*plan, "/home/me/p/src") == '-');
  CHECK(plan->workspace == std::vector<std::string>{"/home/me/p"});
}

TEST_CASE(
    "the user's configuration of git names as well, through links and includes, and so do names that are not there") {
  std::map<std::string, std::string> contents{
      {"/home/me/.gitconfig",
       "[core]\n\thooksPath = hk\n\teditor = code --wait\n[diff \"g\"]\n\ttextconv = t/gtc\n[include]\n\tpath = "
       "more.inc\n[alias]\n\tt = !npm test\n[init]\n\tdefaultBranch = main\n"},
      {"/home/me/more.inc",
       "[diff \"x\"]\n\ttextconv = node ~/p/far/x.js\n[core]\n\tattributesFile = /usr/attributes"}};
  const Machine machine({"/home/me/p/.git/config", "/home/me/p/real/gtc", "/home/me/p/real/more", "/home/me/p/far/x.js",
                         "/home/me/p/test/a", "/home/me/p/main/a", "/home/me/p/t/gtc", "/tmp/x", "/usr/bin/x",
                         "/home/me/.gitconfig", "/run/me/termhost/AbCdEf/run"},
                        {{"/home/me/p/t", "real"}, {"/home/me/p/t/gtc", "/home/me/p/real/gtc"}}, contents);
  MachineFacts there = around();
  there.git_configs = {"/home/me/.gitconfig"};
  const auto plan = make_plan(workspace(), there, machine.files());
  REQUIRE(plan);
  CHECK(access_of(*plan, "/home/me/p/real/gtc") == 'r');
  CHECK(access_of(*plan, "/home/me/p/far/x.js") == 'r');
  for (const char* written : {"/home/me/p/test", "/home/me/p/main", "/home/me/p/real/more"}) {
    CAPTURE(written);
    CHECK(access_to(*plan, written) == Access::Writable);
  }
  for (const char* kept : {"/home/me/p/hk", "/home/me/p/t", "/home/me/p/real/gtc", "/home/me/p/.github/hooks"}) {
    CAPTURE(kept);
    CHECK(std::count(plan->kept.begin(), plan->kept.end(), kept) == 1);
  }
}

TEST_CASE("caches are copies, but those that the user lets be written; what has none is told another place") {
  const Machine machine({"/home/me/p/main.c", "/home/me/.cache/pip/x", "/home/me/.cargo/registry/x", "/home/me/.npm",
                         "/srv/npm/x", "/tmp/x", "/run/me/termhost/AbCdEf/run"});
  Sandbox sandbox = workspace();
  std::map<std::string_view, std::string> named;
  const auto value_of = [&](const Plan& plan, const std::string& name) {
    const auto all = moved_caches(plan, [&](const Cache& cache) {
      return named.contains(cache.variable) ? named.at(cache.variable) : fmt::format("/home/me/{}", cache.path);
    });
    return all.contains(name) ? all.at(name) : "";
  };
  SECTION("at both levels") {
    sandbox.level = GENERATE(Level::Workspace, Level::ReadOnly);
    const auto plan = make_plan(sandbox, around(), machine.files());
    REQUIRE(plan);
    CHECK(access_of(*plan, "/home/me/.cache") == 'c');
    CHECK(access_of(*plan, "/home/me/.cargo/registry") == 'c');
    CHECK(value_of(*plan, "XDG_CACHE_HOME").empty());
    CHECK(value_of(*plan, "npm_config_cache") == "/run/me/termhost/.scratch/npm");
    CHECK(access_to(*plan, "/run/me/termhost/.scratch/npm") == Access::Writable);
  }
  SECTION("where the environment has it") {
    MachineFacts there = around();
    there.caches = {"/srv/npm", "/srv/none"};
    named = {{"npm_config_cache", "/srv/npm"}, {"XDG_CACHE_HOME", "/srv/none"}};
    const auto plan = make_plan(sandbox, there, machine.files());
    REQUIRE(plan);
    CHECK(access_of(*plan, "/srv/npm") == 'c');
    CHECK(value_of(*plan, "npm_config_cache").empty());
    CHECK(value_of(*plan, "XDG_CACHE_HOME") == "/run/me/termhost/.scratch/cache");
  }
  SECTION("the user trusts one") {
    sandbox.writable = {"/home/me/.cargo"};
    const auto plan = make_plan(sandbox, around(), machine.files());
    REQUIRE(plan);
    CHECK(access_of(*plan, "/home/me/.cargo/registry") == '-');
    CHECK(access_of(*plan, "/home/me/.cargo") == 'w');
  }
  SECTION("without a view") {
    MachineFacts there = around();
    there.has_view = false;
    there.scratch = "/tmp/scratch";
    const auto plan = make_plan(sandbox, there, machine.files());
    REQUIRE(plan);
    CHECK(access_of(*plan, "/home/me/.cache") == '-');
    CHECK(access_to(*plan, "/home/me/.cache/pip") == Access::Fixed);
    CHECK(value_of(*plan, "XDG_CACHE_HOME") == "/tmp/scratch/cache");
  }
}

TEST_CASE("homes of other users are hidden; in a home that contains the workspace, its secrets are hidden") {
  const Machine machine({"/home/me/x", "/home/you/notes", "/home/them/.ssh/id_rsa", "/home/them/p/main.c",
                         "/home/them/.config/gh/hosts.yml", "/tmp/x", "/run/me/termhost/AbCdEf/run"});
  MachineFacts there = around();
  there.other_homes = {"/home/you", "/home/them", "/home/nobody", "/", "/bin"};
  const auto plan = make_plan(workspace({"/home/them/p"}), there, machine.files());
  REQUIRE(plan);
  CHECK(access_to(*plan, "/home/you/notes") == Access::Hidden);
  CHECK(access_to(*plan, "/home/them/.ssh/id_rsa") == Access::Hidden);
  CHECK(access_to(*plan, "/home/them/.config/gh/hosts.yml") == Access::Hidden);
  CHECK(access_to(*plan, "/home/them/p/main.c") == Access::Writable);
  CHECK(access_to(*plan, "/home/them") == Access::Fixed);
  CHECK(access_to(*plan, "/etc") == Access::Fixed);
}

TEST_CASE("a private folder that can't be told from others' is refused") {
  const Machine machine({"/tmp/termhost-AbCdEf/run", "/run/me/termhost/x"});
  CHECK_FALSE(make_plan(workspace(), around("/tmp/termhost-AbCdEf"), machine.files()));
}

TEST_CASE("without a view what must hold in any case lies in nothing that may be written") {
  MachineFacts there = around();
  there.has_view = false;
  Sandbox sandbox = workspace();
  const auto fails = [&] { return !make_plan(sandbox, there, Machine(usual).files()); };
  CHECK_FALSE(fails());
  SECTION("a network of its own can't be had") { sandbox.network = Network::Loopback; }
  SECTION("the home folder") { there.home = "/tmp/x"; }
  SECTION("termhost's own folder") {
    there.meeting_folder = "/tmp/x";
    there.private_folder.clear();
  }
  SECTION("outputs of other tasks") { there.outputs = "/home/me/p/main.c"; }
  CHECK(fails());
}

TEST_CASE("a plan goes to the guard and comes back") {
  const Machine machine(usual);
  Sandbox sandbox = workspace();
  sandbox.network = Network::Loopback;
  const auto plan = make_plan(sandbox, around(), machine.files());
  REQUIRE(plan);
  CHECK(from_texts(to_texts(*plan)) == *plan);
  CHECK_FALSE(from_texts({}));
  CHECK_FALSE(from_texts({"7v", "/a", "/b"}));
  CHECK_FALSE(from_texts({"0", "/a", "/b"}));
  CHECK_FALSE(from_texts({"0v--", "/a", "/b"}));
  CHECK(from_texts({"0v--", "/a", "/b", ""}));
  CHECK_FALSE(from_texts({"0v--", "/a", "/b", "", "x/etc"}));
}
