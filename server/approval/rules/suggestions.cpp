#include "approval/rules/suggestions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "approval/entries.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/text.hpp"

namespace termhost::approval {
namespace {

/// Among the first words, whatever the program.
bool does_harm(const std::vector<shell::ShellWord>& words) {
  constexpr std::array<std::string_view, 8> parts{"drop",     "destroy", "delete", "reset",
                                                  "rollback", "deploy",  "--prod", "publish"};
  return std::any_of(words.begin() + 1, words.begin() + std::min<std::ptrdiff_t>(std::ssize(words), 4),
                     [&](const shell::ShellWord& word) {
                       return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
                         return word.text.find(part) != std::string::npos;
                       });
                     });
}

/// Plain enough to be the name of a subcommand, a script or a target.
bool is_name(const shell::ShellWord& word) {
  return word.known() && !word.text.empty() && is_name_start(word.text[0]) && has_only(word.text, "-:@");
}

bool is_program(const shell::ShellWord& word) {
  const bool relative = word.text.starts_with("./") && word.text.find("..") == std::string::npos;
  const std::string_view name = relative ? std::string_view(word.text).substr(2) : std::string_view(word.text);
  return word.known() && !name.empty() && (is_name_char(name[0]) || name == "[") &&
         has_only(name, relative ? "-+.[/" : "-+.[");
}

}  // namespace

std::string safe_prefix(const shell::SimpleCommand& command) {
  const auto& words = command.words;
  if (words.empty() || !is_program(words[0])) return {};
  std::string name = lower(program_name(words[0].text));
  if (is_too_wide(name)) return {};
  name.resize(name.find_last_not_of("0123456789.-") + 1);  // pip3.11 is pip
  const bool parted = ((kinds_of(name) | kinds_of(words[0].text)) & HasSubcommands) != 0;
  const bool named = words.size() > 1 && is_name(words[1]);
  const std::uint32_t pair = named ? kinds_of(fmt::format("{} {}", name, words[1].text)) : 0;
  const bool nested = (pair & HasTwoSubcommands) != 0;
  if (does_harm(words) || (named && !parted && in_list("wide-verbs", words[1].text))) return {};
  if (!parted && (!named || find_program(name) != nullptr || words[0].text.starts_with('.'))) return words[0].text;
  if (!named || (pair & NeverOffered) != 0) return {};
  if (!nested && in_list("wide-first-verbs", words[1].text)) return {};
  std::string prefix = words[0].text + ' ' + words[1].text;
  if (!nested) return prefix;
  if (words.size() < 3 || !is_name(words[2]) || in_list("wide-verbs", words[2].text)) return {};
  return prefix + ' ' + words[2].text;
}

}  // namespace termhost::approval
