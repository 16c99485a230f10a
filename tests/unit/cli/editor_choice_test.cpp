// The choice among the editors that listen for agents.
#include "cli/serving/editor_choice.hpp"

#include <catch2/catch_test_macros.hpp>

#include "protocol/attach.hpp"

namespace termhost::cli {
namespace {

FoundEditor editor(std::string socket, std::vector<std::string> folders, unsigned long long started = 1) {
  return {.socket = std::move(socket),
          .protocol = protocol::attach_protocol,
          .asks = true,
          .folders = std::move(folders),
          .started = started};
}

std::string chosen(const std::vector<FoundEditor>& editors, const std::string& cwd) {
  const auto choice = choose_editor(editors, cwd);
  return choice ? choice->socket : "none: " + choice.error();
}

}  // namespace

TEST_CASE("a folder is held by itself and by those above it, by whole names") {
  CHECK(holding_folder({"/home/ann/work"}, "/home/ann/work") == "/home/ann/work");
  CHECK(holding_folder({"/home/ann/work"}, "/home/ann/work/sub") == "/home/ann/work");
  CHECK_FALSE(holding_folder({"/home/ann/work"}, "/home/ann/workshop"));
  CHECK_FALSE(holding_folder({"/home/ann/work"}, "/home/ann"));
  CHECK_FALSE(holding_folder({""}, "/home/ann"));
  CHECK(holding_folder({"/"}, "/home/ann") == "/");
  CHECK(holding_folder({"/", "/home/ann", "/home"}, "/home/ann/x") == "/home/ann");
}

TEST_CASE("the nearest folder wins, then the newest editor") {
  const std::vector<FoundEditor> editors{editor("wide", {"/w"}, 9), editor("near", {"/other", "/w/project"}, 1),
                                         editor("elsewhere", {"/v"}, 99)};
  CHECK(chosen(editors, "/w/project/src") == "near");
  CHECK(chosen(editors, "/w/another") == "wide");
  CHECK(chosen({editor("old", {"/w"}, 1), editor("new", {"/w"}, 2)}, "/w") == "new");
  CHECK(chosen({editor("new", {"/w"}, 2), editor("old", {"/w"}, 1)}, "/w") == "new");
}

TEST_CASE("an editor that can be used comes before a nearer one that cannot") {
  FoundEditor mute = editor("mute", {"/w/project"}, 9), other = editor("other", {"/w/project"}, 9);
  mute.asks = false;
  other.protocol = protocol::attach_protocol + 1;
  CHECK(chosen({mute, other, editor("usable", {"/w"})}, "/w/project") == "usable");
  CHECK(chosen({mute}, "/w/project") == "none: the editor that has /w/project open cannot ask its user about agents");
  CHECK(chosen({other}, "/w/project") ==
        "none: the editor that has /w/project open runs another version of termhost; restart the older one of the two");
}

TEST_CASE("without one the reason is said") {
  CHECK(chosen({}, "/w") == "none: no editor that accepts agents has the folder /w open");
  CHECK(chosen({editor("elsewhere", {"/v"})}, "/w") == "none: no editor that accepts agents has the folder /w open");
  CHECK(chosen({{.socket = "old"}}, "/w") ==
        "none: no editor that accepts agents has the folder /w open, but one editor runs an older termhost, which "
        "cannot report its folders; restart that editor");
}

}  // namespace termhost::cli
