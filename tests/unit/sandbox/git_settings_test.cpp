// Settings as git reads them: what is hidden from a reader of single lines.
#include "sandbox/git_settings.hpp"

#include <string>
#include <string_view>

#include <catch2/catch_test_macros.hpp>

namespace {

std::string read(std::string_view text) {
  std::string all;
  for (const auto& [name, value] : termhost::sandbox::read_git_settings(text)) all += name + "=" + value + "|";
  return all;
}

}  // namespace

TEST_CASE("git settings are read with git's own grammar") {
  struct Row {
    std::string_view text, settings;
  };
  const Row rows[] = {
      {"", ""},
      {"[core]\n\tfsmonitor = ./x\n", "core.fsmonitor=./x|"},
      {"\xEF\xBB\xBF[CORE]\r\nFsMonitor=./x\r\n", "core.fsmonitor=./x|"},
      {"[core] fsmonitor = ./x", "core.fsmonitor=./x|"},
      {"[core]\nbare\nfsmonitor ; yes\n", "core.bare=true|include.unreadable=|"},
      {"[core]\nbare\n# x = y \\\nfsmonitor = a # b\n", "core.bare=true|core.fsmonitor=a|"},
      {"[core]\nx = a \\\n[user]\nfsmonitor = ./x\n", "core.x=a [user]|core.fsmonitor=./x|"},
      {"[core]\nx = \"a # b\" c ; d\n", "core.x=a # b c|"},
      {"[core]\nx = \"\\\"\\\\\\t\"\n", "core.x=\"\\\t|"},
      {"[diff \"a]\\\"b\"]\ntextconv = x\n", "diff.a]\"b.textconv=x|"},
      {"[diff.pdf]\ntextconv = x\n", "diff.pdf.textconv=x|"},
      {"[a]\nb = c\n[x y]\nz = 1\n", "a.b=c|include.unreadable=|"},
      {"[a]\nb = \"c\nd = e\n", "include.unreadable=|"},
      {"[a]\nb = \\x\n", "include.unreadable=|"},
      {"[a\n]b = c\n", "include.unreadable=|"},
      {"[a]\n=c\n", "include.unreadable=|"},
  };
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(read(row.text) == row.settings);
  }
}
