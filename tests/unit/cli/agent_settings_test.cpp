// The settings of each agent before and after `termhost setup`: tests/fixtures/setup is a home folder, twice.
#include "cli/agents/agent_settings.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include <catch2/catch_test_macros.hpp>

#include "cli/agents/setup_memory.hpp"
#include "io/storage/replace_file_posix.hpp"
#include "unit/io/storage_fixture.hpp"

namespace termhost::cli {
namespace {

using Texts = std::map<std::string, std::string>;

std::string fixture(const std::string& state, const std::string& file) {
  std::ifstream stream(TERMHOST_FIXTURES "/setup/" + state + file.substr(1), std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

SetupRequest request(const std::string& agent) { return {.agent = agent, .program = "termhost"}; }

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
    const std::set<std::string> with_one_file{"gemini", "cline", "qwen", "opencode", "kilo", "roo"};
    CHECK(after.size() == (with_one_file.contains(agent) ? 1 : 2));
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
  changing.through_exec = true;
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

TEST_CASE("an entry of ours with another path of the program is replaced and removed, wherever the program was") {
  for (const std::string& agent : setup_agents())
    for (const std::string old : {"/old/termhost-0.1.0-linux-x64/bin/termhost", "/it's here/a \"b\"/termhost"}) {
      INFO(agent << ' ' << old);
      SetupRequest before = request(agent);
      before.program = old;
      before.attach = true;
      const Texts written = planned(before, reading("before"));
      const TextOf now = [&](const std::string& file) {
        return written.contains(file) ? written.at(file) : fixture("before", file);
      };
      const SetupState state = setup_state(agent, now, [](const char*) { return ""; });
      CHECK((state.complete && state.attach));
      CHECK(std::set<std::string>(state.programs.begin(), state.programs.end()) == std::set{old});
      for (const auto& [file, text] : planned(request(agent), now)) CHECK(text == fixture("after", file));
      SetupRequest removal = request(agent);
      removal.remove = true;
      for (const auto& [file, text] : planned(removal, now))
        CHECK((text == fixture("before", file) || says_nothing(text)));
    }
}

TEST_CASE("of several entries of ours one is left, and none after --remove; the order of members does not count") {
  const std::string hooks = R"({"hooks": {"PreToolUse": [
    {"hooks": [{"command": "/1/termhost hook claude", "type": "command"}], "matcher": "Bash"},
    {"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]},
    {"matcher": "Bash", "hooks": [{"type": "command", "command": "/2/termhost hook claude --through-exec"}]}]}})";
  const std::string server =
      R"({"mcpServers": {"termhost": {"args": ["mcp"], "command": "/1/termhost", "type": "stdio"}}})";
  const TextOf now = [&](const std::string& file) { return file.ends_with("settings.json") ? hooks : server; };
  const auto count = [](const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  const Texts one = planned(request("claude"), now);
  CHECK(count(one.at("~/.claude/settings.json"), "\"termhost hook claude\"") == 1);
  CHECK(count(one.at("~/.claude/settings.json"), "/termhost") == 0);
  CHECK(one.at("~/.claude.json").find("\"command\":\"termhost\"") != std::string::npos);
  SetupRequest removal = request("claude");
  removal.remove = true;
  const Texts none = planned(removal, now);
  CHECK(count(none.at("~/.claude/settings.json"), "termhost") == 0);
  CHECK(count(none.at("~/.claude/settings.json"), "mine") == 1);
  CHECK(says_nothing(none.at("~/.claude.json")));
}

TEST_CASE("an entry of the user's own stays: another program, other arguments, or another member") {
  for (const std::string own :
       {R"({"command": "/opt/wrapper", "args": ["mcp"]})", R"({"command": "termhost", "args": ["mcp", "--log"]})",
        R"({"command": "termhost", "args": ["mcp"], "env": {}})"}) {
    INFO(own);
    const std::string text = R"({"mcpServers": {"termhost": )" + own + "}}";
    const TextOf now = [&](const std::string&) { return text; };
    CHECK(planned(request("cline"), now).empty());
    SetupRequest removal = request("cline");
    removal.remove = true;
    CHECK(planned(removal, now).empty());
    CHECK_FALSE(setup_state("cline", now, [](const char*) { return ""; }).complete);
  }
}

TEST_CASE("what replaces an entry of ours stands in its place, and nothing else is touched") {
  struct Row {
    std::string agent, before, after;
  };
  const Row rows[] = {
      {"cursor", R"({"mcpServers": {"termhost": {"command": "termhost", "args": ["mcp"]}, "other": {}}, "last": 1})",
       R"({"mcpServers": {"termhost": {"command":"termhost","args":["mcp","--attach"]}, "other": {}}, "last": 1})"},
      {"opencode", R"json({
  // mine
  "mcp": {
    "termhost": { "type": "local", "command": ["termhost", "mcp"] }, // ours
    "other": {}
  },
  "theme": "x"
})json",
       R"json({
  // mine
  "mcp": {
    "termhost": {
      "type": "local",
      "command": [
        "termhost",
        "mcp",
        "--attach"
      ]
    }, // ours
    "other": {}
  },
  "theme": "x"
})json"},
      {"codex",
       "a = 1\n\n[mcp_servers.termhost]\ncommand = \"termhost\"\nargs = [\"mcp\", \"--patience\", \"180\"]\n"
       "tool_timeout_sec = 240\n\n[tui]\nb = 2\n",
       "a = 1\n\n[mcp_servers.termhost]\ncommand = \"termhost\"\nargs = [\"mcp\", \"--attach\"]\n"
       "tool_timeout_sec = 240\n\n[tui]\nb = 2\n"},
  };
  for (const Row& row : rows) {
    INFO(row.agent);
    SetupRequest attaching = request(row.agent);
    attaching.attach = true;
    const auto is_server = [](const std::string& file) { return file.find("hooks.json") == std::string::npos; };
    const Texts after =
        planned(attaching, [&](const std::string& file) { return is_server(file) ? row.before : std::string(); });
    for (const auto& [file, text] : after)
      if (is_server(file)) CHECK(text == row.after);
  }
}

TEST_CASE("two forms of the hook become one") {
  const std::string both = R"({"version": 1, "hooks": {"beforeShellExecution": [{"command": "termhost hook cursor"},
    {"command": "termhost hook cursor --through-exec"}]}})";
  const Texts after = planned(request("cursor"), [&](const std::string& file) {
    return file.ends_with("hooks.json") ? both : fixture("after", file);
  });
  CHECK(after.at("~/.cursor/hooks.json") ==
        R"({"version": 1, "hooks": {"beforeShellExecution": [{"command": "termhost hook cursor"}]}})");
}

TEST_CASE("a file without a newline at its end, or with tables of Codex behind ours, is as it was after --remove") {
  const std::string behind = "\n[tui]\nseen = true\n";
  for (const std::string before : {"a = 1", "a = 1\n", "[b]\nc = 2\n\n"})
    for (const std::string& added : {std::string(), behind}) {
      INFO(before << added);
      const auto is_server = [](const std::string& file) { return file.ends_with(".toml"); };
      const std::string after = planned(request("codex"), [&](const std::string& file) {
                                  return is_server(file) ? before : std::string();
                                }).at("~/.codex/config.toml");
      SetupRequest removal = request("codex");
      removal.remove = true;
      const Texts without =
          planned(removal, [&](const std::string& file) { return is_server(file) ? after + added : std::string(); });
      CHECK(without.at("~/.codex/config.toml") == before + added);
    }
}

TEST_CASE("an agent's folder is where its variable says") {
  const auto named = [](const char* variable) { return std::string(variable) == "XDG_CONFIG_HOME" ? "/config" : ""; };
  CHECK(settings_folder("opencode", named) == "/config/opencode");
  CHECK(settings_folder("opencode", [](const char*) { return ""; }) == "~/.config/opencode");
  CHECK(settings_folder("qwen", [](const char*) { return "/qwen"; }) == "/qwen");
  CHECK(settings_folder("kilo", named) == "/config/kilo");
  const auto in_editor = [](const char* variable) {
    return std::string(variable) == "TERMHOST_EDITOR_STORAGE" ? "/server/globalStorage" : "";
  };
  CHECK(settings_folder("roo", in_editor) == "/server/globalStorage/rooveterinaryinc.roo-cline");
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
       "/named/config.toml: `mcp_servers` has a form that termhost cannot change"},
  };
  for (const auto& [said, expected] : cases) CHECK(said == expected);
}

TEST_CASE("the beginning of a file that said nothing is kept for a later run, once") {
  const io::TemporaryFolder folder;
  const SetupMemory memory(folder.path() / "state/setup.json");
  CHECK_FALSE(memory.take("/home/settings.json"));
  CHECK(memory.keep("/home/settings.json", std::nullopt).empty());
  CHECK(memory.keep("/home/other.json", "{ }\n").empty());
  const SetupMemory later(folder.path() / "state/setup.json");
  CHECK(later.take("/home/settings.json") == std::optional<Beginning>(std::in_place, std::nullopt));
  CHECK(later.take("/home/other.json") == std::optional<Beginning>(std::in_place, "{ }\n"));
  CHECK_FALSE(later.take("/home/other.json"));
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
