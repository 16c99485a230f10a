// Typing errors in the tables of programs: a row with one would be read, and mean something else.
#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include <catch2/catch_test_macros.hpp>

#include "approval/entries.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

constexpr std::array<std::string_view, 7> keys{"does", "operands", "reading", "only", "takes", "more", "also"};

void check_row_line(std::string_view line) {
  CAPTURE(line);
  const std::string_view key = line.substr(0, line.find(' '));
  const bool begins_well = line[0] == '-' || line[0] == '+' || option_effect(key) != 0 ||
                           std::find(keys.begin(), keys.end(), key) != keys.end();
  CHECK(begins_well);
  if (key != "does") return;
  for_each_part(line.substr(key.size()), ' ', [](std::string_view word) {
    CAPTURE(word);
    CHECK(is_program_flag(word));
  });
}

}  // namespace

TEST_CASE("each line of a table of programs begins with an option or a known word, and no program has two rows") {
  std::set<std::string_view> programs;
  for (const std::string_view table : {"system", "git", "project", "runners", "powershell"}) {
    if (table == "powershell") programs.clear();  // its names are not those of programs
    CAPTURE(table);
    for (const Entry& row : read_entries(table)) {
      for (const std::string_view name : row.names) {
        CAPTURE(name);
        CHECK(programs.insert(name).second);
        for (const std::string_view line : row.lines) check_row_line(line);
      }
    }
  }
  CHECK(programs.size() > 50);
}

}  // namespace termhost::approval
