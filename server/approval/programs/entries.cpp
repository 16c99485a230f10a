#include "approval/programs/entries.hpp"

#include <utility>

#include "approval/text.hpp"

namespace termhost::approval {

std::vector<Entry> read_entries(std::string_view table) {
  std::vector<Entry> entries;
  bool names_go_on = false;
  for_each_part(table_text(table), '\n', [&](std::string_view line) {
    if (line[0] == '#') return;
    if (line[0] == ' ') return entries.back().lines.push_back(line.substr(line.find_first_not_of(' ')));
    if (!std::exchange(names_go_on, line.back() == ',')) entries.emplace_back();
    for_each_part(line, ',', [&](std::string_view name) {
      entries.back().names.push_back(name.substr(name.find_first_not_of(' ')));
    });
  });
  return entries;
}

}  // namespace termhost::approval
