// The settings of each agent before and after `termhost setup`: tests/fixtures/setup is a home folder, twice.
#include "cli/agents/agent_settings.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include <catch2/catch_test_macros.hpp>

#include "io/storage/replace_file_posix.hpp"
#include "unit/io/storage_fixture.hpp"

namespace termhost::cli {
namespace {

using Texts = std::map<std::string, std::string>;

std::string fixture(const std::string& state, const std::string& file) {
  std::ifstream stream(TERMHOST_FIXTURES "/setup/" + state + file.substr(1), std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

SetupRequest request(const std::string& agent) {
  return {.agent = agent,
          .program = "termhost",
          .hook = "termhost hook " + agent,
          .other_hooks = {"termhost hook " + agent + " --through-exec"}};
}

Texts planned(const SetupRequest& request, const TextOf& text_of) {
  Texts after;
  const auto changes = plan_setup(request, text_of, [](const char*) { return ""; });
  REQUIRE(changes);
  for (const SettingsChange& change : *changes) after[change.file] = change.after;
  return after;
}

TextOf reading(const std::string& state) {
  return [state](const std::string& file) { return fixture(state, file); };
}

}  // namespace

TEST_CASE("setup adds the server and the hook to what is there, once, and takes them away again") {
  const bool update = std::getenv("TERMHOST_UPDATE") != nullptr;
  for (const std::string& agent : setup_agents()) {
    INFO(agent);
    const Texts after = planned(request(agent), reading("before"));
    CHECK(after.size() == (agent == "gemini" || agent == "cline" ? 1 : 2));
    for (const auto& [file, text] : after) {
      if (update) REQUIRE(io::replace_file(TERMHOST_FIXTURES "/setup/after" + file.substr(1), "", text).empty());
      CHECK(text == fixture("after", file));
    }
    CHECK(planned(request(agent), reading("after")).empty());
    SetupRequest removal = request(agent);
    removal.remove = true;
    for (const auto& [file, text] : planned(removal, reading("after")))
      CHECK((text == fixture("before", file) || says_nothing(text)));
  }
}

TEST_CASE("another form of the hook is replaced, and removed") {
  SetupRequest changing = request("cursor");
  std::swap(changing.hook, changing.other_hooks.front());
  const Texts after = planned(changing, reading("after"));
  REQUIRE(after.size() == 1);
  const std::string& text = after.begin()->second;
  CHECK(text.find("hook cursor --through-exec\"") != std::string::npos);
  CHECK(text.find("hook cursor\"") == std::string::npos);
  SetupRequest removal = request("cursor");
  removal.remove = true;
  const Texts without = planned(
      removal, [&](const std::string& file) { return after.contains(file) ? after.at(file) : fixture("after", file); });
  CHECK(without.at("~/.cursor/hooks.json") == fixture("before", "~/.cursor/hooks.json"));
}

TEST_CASE("the server that joins an editor replaces ours that does not, and the other way round") {
  for (const std::string& agent : setup_agents()) {
    INFO(agent);
    SetupRequest attaching = request(agent);
    attaching.attach = true;
    const Texts attached = planned(attaching, reading("after"));
    REQUIRE(attached.size() == 1);
    const TextOf now = [&](const std::string& file) {
      return attached.contains(file) ? attached.at(file) : fixture("after", file);
    };
    CHECK(attached.begin()->second.find("--attach") != std::string::npos);
    CHECK(planned(attaching, now).empty());
    for (const auto& [file, text] : planned(request(agent), now)) CHECK(text.find("--attach") == std::string::npos);
    SetupRequest removal = request(agent);
    removal.remove = true;
    for (const auto& [file, text] : planned(removal, now))
      CHECK((text == fixture("before", file) || says_nothing(text)));
  }
}

TEST_CASE("an entry of ours with another path of the program is replaced, a user's own stays") {
  SetupRequest moved = request("cursor");
  moved.program = "/stable/termhost";
  CHECK_FALSE(planned(moved, reading("after")).contains("~/.cursor/mcp.json"));
  moved.hook = "/stable/termhost hook cursor";
  moved.other_program = "termhost";
  moved.other_hooks.push_back("termhost hook cursor");
  const Texts after = planned(moved, reading("after"));
  CHECK(after.at("~/.cursor/mcp.json").find("/stable/termhost") != std::string::npos);
  CHECK(after.at("~/.cursor/hooks.json").find("\"termhost hook cursor\"") == std::string::npos);
}

TEST_CASE("settings that nothing can be added to are left alone, with a reason") {
  const auto problem = [](const std::string& agent, const std::string& text) -> std::string {
    const auto changes = plan_setup(
        request(agent), [&](const std::string&) { return text; }, [](const char*) { return "/named"; });
    return changes ? "" : changes.error();
  };
  const std::pair<std::string, std::string> cases[] = {
      {problem("claude", "{\"mcpServers\": []}"),
       "/named/.claude.json: line 1, column 16: `mcpServers` is not an object"},
      {problem("gemini", "{,}"), "~/.gemini/settings.json: line 1, column 2: this is not valid JSON"},
      {problem("codex", "mcp_servers = {}\n"),
       "/named/config.toml: `mcp_servers` is written in a form that termhost cannot add to"},
  };
  for (const auto& [said, expected] : cases) CHECK(said == expected);
}

TEST_CASE("a file of the person's is replaced as a whole, with its mode, where the link points to") {
  namespace fs = std::filesystem;
  const io::TemporaryFolder folder;
  const fs::path real = folder.path() / "real", link = folder.path() / "link", fresh = folder.path() / "a/b/new";
  REQUIRE(io::replace_file(real, "", "one").empty());
  fs::permissions(real, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  fs::create_symlink(real, link);
  CHECK(io::replace_file(link, "one", "two").empty());
  CHECK(fs::is_symlink(link));
  CHECK(io::read_small_file(real).value() == std::string("two"));
  CHECK(fs::status(real).permissions() == (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));
  CHECK_FALSE(io::replace_file(real, "one", "three").empty());
  CHECK(io::read_small_file(real).value() == std::string("two"));
  CHECK(io::replace_file(fresh, "", "x").empty());
  CHECK(fs::status(fresh).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 3);
}

}  // namespace termhost::cli
