#include "approval/programs/powershell_names.hpp"

#include <algorithm>
#include <utility>

#include "approval/entries.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
std::vector<std::string_view> powershell_synonyms(std::string_view name) {
  static const std::vector<Entry> groups = read_entries("aliases");
  const auto group =
      std::ranges::find_if(groups, [&](const Entry& one) { return std::ranges::count(one.names, name) > 0; });
  if (group == groups.end()) return {};
  std::vector<std::string_view> names = group->names;
  std::erase(names, name);
  return names;
}

std::vector<shell::ShellWord> given_to_program(std::span<const shell::ShellWord> words, shell::ShellKind shell) {
  if (shell != shell::ShellKind::PowerShell || find_cmdlet(lower(words[0].text)) != nullptr) return {};
  std::vector<shell::ShellWord> given(words.begin(), words.end());
  for (shell::ShellWord& word : std::span(given).subspan(1)) {
    if (word.quoted || !word.known() || word.text.find_first_of("*?[") == std::string::npos) continue;
    word = with_patterns(std::move(word));
    word.splits = word.keeps_start = true;
  }
  return given;
}

bool gives_block_to_program(std::span<const shell::ShellWord> words, shell::ShellKind shell) {
  return shell == shell::ShellKind::PowerShell && find_cmdlet(lower(words[0].text)) == nullptr &&
         std::ranges::any_of(words,
                             [](const shell::ShellWord& word) { return !word.known() && word.text.starts_with('{'); });
}

shell::ShellWord with_patterns(shell::ShellWord word) {
  if (word.text.find_first_of("*?[") == std::string::npos) return word;
  std::string text;
  for (std::size_t at = 0; at < word.text.size(); ++at) {
    const char c = word.text[at];
    if (c == '[') at = std::min(word.text.find(']', at), word.text.size());
    text += c == '*' || c == '?' || c == '[' ? shell::unknown_part : c;
  }
  word.text = std::move(text);
  if (word.unknown != shell::UnknownPart::Text) word.unknown = shell::UnknownPart::Files;
  return word;
}

}  // namespace termhost::approval
