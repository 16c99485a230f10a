#include "approval/entries.hpp"

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

WordLists::WordLists(std::string_view table) {
  for (const Entry& entry : read_entries(table))
    for (const std::string_view name : entry.names)
      for (const std::string_view line : entry.lines)
        for_each_part(line, ' ', [&](std::string_view word) { lists_[name].insert(word); });
}

const WordLists::Words* WordLists::find(std::string_view name) const {
  const auto found = lists_.find(name);
  return found == lists_.end() ? nullptr : &found->second;
}

bool all_in(const WordLists::Words& list, std::string_view text) {
  bool all = true;
  for_each_part(text, ' ', [&](std::string_view word) { all = all && list.contains(word); });
  return all;
}

namespace {

const WordLists::Words& list_of(std::string_view name) {
  static const WordLists lists("lists");
  return *lists.find(name);
}

}  // namespace

bool all_in_list(std::string_view list, std::string_view text) { return all_in(list_of(list), text); }

bool in_list(std::string_view list, std::string_view word) { return list_of(list).contains(word); }

}  // namespace termhost::approval
