#include "approval/proof/followed_links.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/programs/invocation.hpp"
#include "approval/programs/program_table.hpp"

namespace termhost::approval {
namespace {

bool follows(const shell::ShellWord& word, const OptionTable& options) {
  bool found = false;
  read_option({&word, 1}, 0, options, [&](const Option& option) { found |= option.has(FollowsLinks); });
  return found;
}

}  // namespace

Objection followed_links_objection(Words words, const Program& program, const ReadablePlaces& places) {
  const Words rest = words.subspan(1);
  if (std::ranges::none_of(rest, [&](const shell::ShellWord& word) { return follows(word, program.options); }))
    return std::nullopt;
  std::vector<std::string_view> folders;
  for (const shell::ShellWord& word : rest)
    if (word.known() && !word.text.starts_with('-') && places.is_folder(word.text)) folders.push_back(word.text);
  const bool all_known = std::ranges::all_of(rest, [](const shell::ShellWord& word) { return word.known(); });
  if (folders.empty() || !all_known) folders.emplace_back(".");
  for (const std::string_view folder : folders)
    if (!places.keeps_links_inside(folder))
      return fmt::format("it follows links, and one below `{}` may lead out of the workspace or to a secret", folder);
  return std::nullopt;
}

}  // namespace termhost::approval
