#include "approval/programs/powershell_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "approval/programs/program_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// Each row: one command and its aliases (about_Aliases; those of Windows too).
constexpr std::array<std::string_view, 46> groups{
    "remove-item ri rm rmdir del erase rd",
    "copy-item cpi cp copy",
    "move-item mi mv move",
    "rename-item rni ren",
    "new-item ni",
    "set-item si",
    "clear-item cli",
    "get-item gi",
    "get-childitem gci ls dir",
    "get-content gc cat type",
    "set-content sc",
    "add-content ac",
    "clear-content clc",
    "get-location gl pwd",
    "set-location sl cd chdir",
    "push-location pushd",
    "pop-location popd",
    "get-process gps ps",
    "stop-process spps kill",
    "start-process saps start",
    "get-service gsv",
    "start-service sasv",
    "stop-service spsv",
    "invoke-expression iex",
    "invoke-command icm",
    "invoke-webrequest iwr curl wget",
    "invoke-restmethod irm",
    "invoke-item ii",
    "invoke-history ihy r",
    "foreach-object % foreach",
    "where-object ? where",
    "select-object select",
    "select-string sls",
    "sort-object sort",
    "measure-object measure",
    "tee-object tee",
    "write-output echo write",
    "get-command gcm",
    "get-help help man",
    "get-history ghy h history",
    "get-variable gv",
    "set-variable sv set",
    "remove-variable rv",
    "set-alias sal",
    "new-alias nal",
    "start-job sajb",
};

}  // namespace

std::vector<std::string_view> powershell_synonyms(std::string_view name) {
  const auto* group =
      std::find_if(groups.begin(), groups.end(), [&](std::string_view row) { return listed(row, name); });
  std::vector<std::string_view> names;
  if (group == groups.end()) return names;
  for (std::string_view rest = *group; !rest.empty();) {
    const std::size_t blank = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, blank) != name) names.push_back(rest.substr(0, blank));
    rest.remove_prefix(std::min(blank + 1, rest.size()));
  }
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
