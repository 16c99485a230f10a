// The settings files: what they may say, what wins, and where a mistake stands.
#include "cli/settings/settings_files.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "cli/settings/policy_file.hpp"
#include "protocol/codec/encode.hpp"
#include "unit/io/storage_fixture.hpp"

namespace termhost::cli {
namespace {

std::string problem_of_person(std::string_view json) {
  return parse_person_settings(json, {}, "settings.json").problem;
}
std::string problem_of_workspace(std::string_view json) {
  return parse_workspace_settings(json, "settings.json").confinement.problem;
}

/// In force, as JSON: only what differs from the defaults.
nlohmann::json effective(std::string_view person, std::string_view workspace) {
  const auto settings = parse_person_settings(person, {}, "p").settings;
  const auto all =
      nlohmann::json(protocol::encode(confined(settings, parse_workspace_settings(workspace, "w").confinement)));
  const auto defaults = nlohmann::json(protocol::encode(host::Settings{}));
  auto differs = nlohmann::json::object();
  for (const auto& [name, value] : all.items())
    if (value != defaults.at(name)) differs[name] = value;
  return differs;
}

void check_schema(const std::string& name, const std::string& schema) {
  const std::string path = std::string(TERMHOST_SOURCE_DIR "/docs/") + name;
  if (std::getenv("TERMHOST_UPDATE") != nullptr) std::ofstream(path, std::ios::binary) << schema;
  std::ifstream file(path, std::ios::binary);
  const bool is_current = std::string(std::istreambuf_iterator<char>(file), {}) == schema;
  CHECK(is_current);
}

}  // namespace

TEST_CASE("settings files: the person's, and what the workspace takes away") {
  using nlohmann::json;
  struct Row {
    const char *person, *workspace, *effective;
  };
  for (
      const Row& row : {
          Row{"{}", "{}", "{}"},
          Row{R"({"maxTerminals": 9, "yieldOnInput": false})", "{}", R"({"maxTerminals": 9, "yieldOnInput": false})"},
          Row{R"({"maxTerminals": null} // none)", "{}", "{}"},
          Row{R"({"maxTerminals": 9})", R"({"maxTerminals": 3})", R"({"maxTerminals": 3})"},
          Row{R"({"maxTerminals": 2})", R"({"maxTerminals": 3})", R"({"maxTerminals": 2})"},
          Row{R"({"deniedCommands": ["rm"]})", R"({"deniedCommands": ["git push"], "askedCommands": ["make"]})",
              R"({"deniedCommands": ["rm", "git push"], "askedCommands": ["make"]})"},
          Row{R"({"autoApprove": true})", R"({"autoApprove": false})", "{}"},
          Row{"{}", R"({"autoApprove": true})", "{}"},
          Row{R"({"builtinRules": "none"})", R"({"builtinRules": "readOnly"})", R"({"builtinRules": "none"})"},
          Row{"{}", R"({"builtinRules": "none"})", R"({"builtinRules": "none"})"},
          Row{"{}", R"({"commandExecutionTimeout": 60})", R"({"commandExecutionTimeout": 60})"},
          Row{R"({"commandExecutionTimeout": 30})", R"({"commandExecutionTimeout": 60})",
              R"({"commandExecutionTimeout": 30})"},
          Row{R"({"commandExecutionTimeout": 30})", R"({"commandExecutionTimeout": 0})",
              R"({"commandExecutionTimeout": 30})"},
          Row{"{}", R"({"artifactMaxBytes": 10, "storageMaxBytes": 20, "storageMinFreeBytes": 1})",
              R"({"artifactMaxBytes": 10, "storageMaxBytes": 20})"},
          Row{"{}", R"({"secretFiles": ["keys"]})", R"({"secretFiles": ["keys"]})"},
          Row{"{}", R"({"sandbox": {"level": "workspace", "hidden": ["/data"]}})",
              R"({"sandbox": {"hidden": ["/data"], "level": "workspace", "network": "none", "readable": [], "writable": []}})"},
          Row{R"({"sandbox": {"level": "readOnly", "network": "all"}})",
              R"({"sandbox": {"level": "workspace", "network": "loopback"}})",
              R"({"sandbox": {"hidden": [], "level": "readOnly", "network": "loopback", "readable": [], "writable": []}})"},
          Row{R"({"sandbox": {"level": "workspace"}})", R"({"sandbox": {"level": "off", "network": "all"}})",
              R"({"sandbox": {"hidden": [], "level": "workspace", "network": "none", "readable": [], "writable": []}})"},
          Row{R"({"sandbox": {"level": "workspace", "askInside": false}})", R"({"sandbox": {"level": "readOnly"}})",
              R"({"sandbox": {"askInside": false, "hidden": [], "level": "readOnly", "network": "none", "readable": [], "writable": []}})"},
      }) {
    CAPTURE(row.person, row.workspace);
    CHECK(effective(row.person, row.workspace) == json::parse(row.effective));
  }
}

TEST_CASE("settings files: a mistake is told with its place, and nothing of the file counts") {
  CHECK(problem_of_person("{").starts_with("settings.json: line 1, column 2: this is not valid JSON"));
  CHECK(problem_of_person("{\n  \"maxTerminal\": 3\n}")
            .starts_with("settings.json: line 2, column 3: the file has the unknown field `maxTerminal`; did you mean "
                         "`maxTerminals`?"));
  CHECK(problem_of_person("{\n  \"maxTerminals\": 300\n}") ==
        "settings.json: line 2, column 3: settings.maxTerminals: expected an integer from 1 to 256, found 300");
  CHECK(problem_of_person(R"({"deniedCommands": ["ls 'x"]})").starts_with("settings.json: line 1, column 21: "));
  CHECK(
      problem_of_person(R"({"trustedWorkspaces": ["src"]})") ==
      "settings.json: line 1, column 24: 'src' is neither an absolute path nor one in the home folder, such as `~/x`");
  CHECK(problem_of_person("{\"sandbox\": {\n\"writable\": [\"/x\", \"relative\"]}}") ==
        "settings.json: line 2, column 20: 'relative' is neither an absolute path nor one in the home folder, such as "
        "`~/x`");
  CHECK(problem_of_person(R"({"sandbox": {"hidden": ["~other/x"]}})").find("'~other/x' is neither an absolute path") !=
        std::string::npos);
  CHECK(problem_of_workspace(R"({"sandbox": {"hidden": ["x"]}})")
            .find("line 1, column 25: 'x' is neither an absolute path") != std::string::npos);
  CHECK(problem_of_person(R"({"deniedCommands": ["rm"], "deniedCommands": []})") ==
        "settings.json: line 1, column 28: this name is used twice");
  CHECK(problem_of_workspace(R"({"allowedCommands": ["ls"]})") ==
        "settings.json: line 1, column 2: a workspace can only add restrictions; `allowedCommands` belongs in the "
        "user's settings.json");
  CHECK(problem_of_person(R"({"sandbox": {"levl": "workspace"}})") ==
        "settings.json: line 1, column 14: `sandbox` has the unknown field `levl`; did you mean `level`?");
  CHECK(
      problem_of_workspace(R"({"sandbox": {"writable": ["/"]}})").find("`sandbox` has the unknown field `writable`") !=
      std::string::npos);
  CHECK(
      problem_of_workspace(R"({"sandbox": {"readable": ["/"]}})").find("`sandbox` has the unknown field `readable`") !=
      std::string::npos);
  CHECK(problem_of_workspace(R"({"sandbox": {"askInside": false}})")
            .find("`sandbox` has the unknown field `askInside`") != std::string::npos);
  for (const std::string name : {"trustedWorkspaces", "machines"}) {
    CHECK(problem_of_workspace("{\"" + name + "\": []}") ==
          "settings.json: line 1, column 2: a workspace can only add restrictions; `" + name +
              "` belongs in the user's settings.json");
  }
  CHECK(parse_person_settings(R"({"maxTerminals": 9, "x": 1})", {}, "").settings.max_terminals == 5);
}

TEST_CASE("settings files: folders may be written from the home") {
  const std::string home = std::getenv("HOME");
  const PersonSettings person =
      parse_person_settings(R"({"sandbox": {"writable": ["~/cache/", "/x"], "hidden": ["~"]}})", {}, "");
  CHECK(person.problem.empty());
  CHECK(person.settings.sandbox.writable == std::vector<std::string>{home + "/cache", "/x"});
  CHECK(person.settings.sandbox.hidden == std::vector{home});
}

TEST_CASE("settings files: machines have a folder of this machine, a value of --on, and perhaps a folder there") {
  const std::string home = std::getenv("HOME");
  const PersonSettings person = parse_person_settings(
      R"({"machines": [{"workspace": "~/big/", "on": "ssh:build", "folder": "~/x/"}, {"workspace": "/y", "on": "local"}]})",
      {}, "");
  REQUIRE(person.problem.empty());
  REQUIRE(person.machines.size() == 2);
  CHECK(person.machines[0].workspace == home + "/big");
  CHECK(person.machines[0].on == "ssh:build");
  CHECK(person.machines[0].folder == "~/x");
  CHECK(!person.machines[1].folder);
  CHECK(person.named.empty());
  CHECK(problem_of_person(R"({"machines": [{"workspace": "big", "on": "ssh:build"}]})") ==
        "settings.json: line 1, column 16: 'big' is neither an absolute path nor one in the home folder, such as "
        "`~/x`");
  CHECK(problem_of_person(R"({"machines": [{"workspace": "/big", "on": "ssh:build", "folder": "big"}]})") ==
        "settings.json: line 1, column 56: 'big' is neither an absolute path of the other machine nor one in the home "
        "folder there, such as `~/x`");
  CHECK(problem_of_person(R"({"machines": [{"workspace": "/big", "machine": "ssh:build"}]})")
            .find("an entry of `machines` has the unknown field `machine`") != std::string::npos);
  CHECK(problem_of_person(R"({"machines": [{"workspace": "/big"}]})") != "");
  CHECK(problem_of_person(R"({"machines": {"/big": "ssh:build"}})") != "");
}

TEST_CASE("settings files: the innermost folder with a machine decides, through links too") {
  const io::TemporaryFolder folder;
  const std::filesystem::path root = std::filesystem::canonical(folder.path());
  std::filesystem::create_directories(root / "big/here/sub");
  std::filesystem::create_directories(root / "bigger");
  std::filesystem::create_directory_symlink(root / "big", root / "link");
  const auto set = [&](const char* in) {
    return machine_set_for((root / in).string(), {{(root / "link").string(), "ssh:build", "/srv"},
                                                  {(root / "big/here").string(), "local", std::nullopt}});
  };
  REQUIRE(set("big"));
  CHECK(set("big")->machine.on == "ssh:build");
  CHECK(set("big")->rest.empty());
  CHECK(set("big")->workspace == std::vector{(root / "link").string(), (root / "big").string()});
  CHECK(set("link/src/a")->rest == "src/a");
  CHECK(set("big/here")->machine.on == "local");
  CHECK(set("link/here/sub")->machine.on == "local");
  CHECK(!set("bigger"));
  CHECK(!set("."));
  CHECK(machine_set_for("/usr", {{"/", "ssh:build", std::nullopt}})->rest == "usr");
}

TEST_CASE("settings files: a command's own default holds where the person says nothing") {
  host::Settings defaults;
  defaults.max_terminals = 16;
  CHECK(parse_person_settings("{}", defaults, "").settings.max_terminals == 16);
  CHECK(parse_person_settings(R"({"maxTerminals": 7})", defaults, "").settings.max_terminals == 7);
}

TEST_CASE("settings files: a workspace's own counts where its folder is trusted, there and below") {
  const io::TemporaryFolder folder;
  const std::filesystem::path root = std::filesystem::canonical(folder.path());
  std::filesystem::create_directories(root / "trusted/project/src");
  std::filesystem::create_directories(root / "trusted-not/project");
  for (const char* project : {"trusted/project", "trusted-not/project"}) {
    std::filesystem::create_directories(root / project / ".termhost");
    std::ofstream(root / project / ".termhost/settings.json") << R"({"deniedCommands": ["make"]})";
  }
  PersonSettings person;
  person.trusted_workspaces = {(root / "trusted").string()};
  const auto denied_in = [&](const std::filesystem::path& where) {
    return confinement_of({(root / where).string()}, person).denied_commands;
  };
  const std::vector<std::string> make{"make"};
  CHECK(denied_in("trusted/project") == make);
  CHECK(denied_in("trusted/project/src") == make);
  CHECK(denied_in("trusted").empty());
  CHECK(denied_in("trusted-not/project").empty());
  CHECK_FALSE(read_workspace_settings((root / "trusted-not/project").string(), person).at(0).trusted);
  // One within another takes nothing away, nor does one that is not trusted within one that is.
  std::filesystem::create_directories(root / "trusted/project/src/.termhost");
  std::ofstream(root / "trusted/project/src/.termhost/settings.json") << "{}";
  CHECK(denied_in("trusted/project/src") == make);
  person.trusted_workspaces = {(root / "trusted/project").string()};
  CHECK(denied_in("trusted/project/src") == make);
  person.trusted_workspaces = {(root / "trusted").string()};
  std::filesystem::remove_all(root / "trusted/project/src/.termhost");
  // A link into a trusted folder leads there; one out of it leads away.
  std::filesystem::create_directory_symlink(root / "trusted-not/project", root / "trusted/away");
  CHECK(denied_in("trusted/away").empty());
  std::filesystem::remove(root / "trusted/project/.termhost/settings.json");
  std::filesystem::create_symlink("/nonexistent", root / "trusted/project/.termhost/settings.json");
  CHECK_FALSE(confinement_of({(root / "trusted/project").string()}, person).problem.empty());
}

TEST_CASE("settings files: a workspace's file that is none is told, and never waited for") {
  const io::TemporaryFolder folder;
  const std::filesystem::path root = std::filesystem::canonical(folder.path());
  const std::filesystem::path file = root / ".termhost/settings.json";
  std::filesystem::create_directories(file.parent_path());
  PersonSettings person;
  person.trusted_workspaces = {root.string()};
  const auto problem = [&] { return confinement_of({root.string()}, person).problem; };
  REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
  CHECK(problem().ends_with("cannot be read"));
  std::filesystem::remove(file);
  std::filesystem::create_symlink("/dev/zero", file);
  CHECK(problem().ends_with("cannot be read"));
  std::filesystem::remove(file);
  std::ofstream(file) << std::string(5 << 20, ' ') << "{}";
  CHECK(problem().ends_with("is larger than 4 MiB"));
  std::filesystem::resize_file(file, 0);
  std::ofstream(file) << R"({"deniedCommands": ["rm"]})";
  CHECK(problem().empty());
}

TEST_CASE("settings files: what a workspace asks for in vain is not of it") {
  const auto persons = parse_person_settings(R"({"maxTerminals": 3})", {}, "p").settings;
  const auto workspace = parse_workspace_settings(
      R"({"maxTerminals": 9, "autoApprove": true, "deniedCommands": ["rm"], "sandbox": {"level": "readOnly"}})", "w");
  CHECK(confined_names(workspace, persons) == std::vector<std::string>{"deniedCommands", "sandbox"});
}

TEST_CASE("settings files: rules of the settings, the policy and the workspace together") {
  PersonSettings person = parse_person_settings(
      R"({"allowedCommands": ["make"], "deniedCommands": ["rm"], "builtinRules": "none"})", {}, "settings.json");
  const io::TemporaryFolder folder;
  const std::string policy = (folder.path() / "policy.json").string();
  std::ofstream(policy) << R"({"allowedCommands": ["ls"]})";
  const auto named = persons_policy(policy, person).rules;
  CHECK(named.allowed == std::vector<std::string>{"ls"});  // what is named is all that is allowed
  CHECK(policy_in({"/"}, policy, person).denied == std::vector<std::string>{"rm"});
  ::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
  std::filesystem::create_directory(folder.path() / "termhost");
  std::filesystem::rename(policy, folder.path() / "termhost/policy.json");
  const auto both = persons_policy("", person).rules;
  ::unsetenv("XDG_CONFIG_HOME");
  CHECK(both.allowed == std::vector<std::string>{"ls", "make"});
  CHECK(both.denied == std::vector<std::string>{"rm"});
  CHECK(both.builtin == approval::BuiltinRules::None);
}

TEST_CASE("settings files: what others may have written does not count") {
  namespace fs = std::filesystem;
  const io::TemporaryFolder folder;
  const fs::path file = folder.path() / "policy.json";
  std::ofstream(file) << R"({"allowedCommands": ["make"]})";
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  CHECK(read_policy_file(file.string()).rules.problem.empty());
  fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
  CHECK(read_policy_file(file.string()).rules.problem.ends_with("can be written by others; run `chmod go-w` on it"));
  fs::permissions(file, fs::perms::others_write, fs::perm_options::remove);
  if (::geteuid() != 0) return;  // who can't give files away can't be given them here
  REQUIRE(::chown(file.c_str(), 65534, 65534) == 0);
  CHECK(read_policy_file(file.string()).rules.problem.find("belongs to another user") != std::string::npos);
  REQUIRE(::chown(file.c_str(), 0, 65534) == 0);
  fs::permissions(file, fs::perms::group_write, fs::perm_options::add);
  CHECK_FALSE(read_policy_file(file.string()).rules.problem.empty());
}

TEST_CASE("settings files: the schemas in docs are those of the field lists; scripts/generate writes them",
          "[generated]") {
  check_schema("settings.schema.json", settings_schema());
  check_schema("workspace-settings.schema.json", workspace_settings_schema());
}

}  // namespace termhost::cli
