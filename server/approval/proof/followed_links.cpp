#include "approval/proof/followed_links.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "approval/text.hpp"

namespace termhost::approval {
namespace {

struct Follower {
  std::string_view programs;
  std::string_view letters;     ///< any of them, anywhere in a word with one dash
  std::string_view beginnings;  ///< of long options
  std::string_view whole = "";
};

constexpr std::array followers{
    Follower{"grep egrep fgrep zgrep", "R", "--der"},
    Follower{"rg fd fdfind", "L", "--follow"},
    Follower{"ag ack", "f", "--follow"},
    Follower{"find gfind bfs", "", "", "-L -follow"},
    Follower{"tree", "l", ""},
    Follower{"ls dir vdir du", "L", "--der"},
};

bool follows(const Follower& row, const shell::ShellWord& word) {
  const std::string_view text = word.text;
  if (!text.starts_with('-')) return false;
  if (listed(row.whole, text)) return true;
  if (!text.starts_with("--")) return text.find_first_of(row.letters) != std::string_view::npos;
  bool found = false;
  for_each_part(row.beginnings, ' ', [&](std::string_view begin) { found = found || text.starts_with(begin); });
  return found;
}

}  // namespace

Objection followed_links_objection(Words words, std::string_view program, const ReadablePlaces& places) {
  const auto* const row =
      std::ranges::find_if(followers, [&](const Follower& each) { return listed(each.programs, program); });
  const Words rest = words.subspan(1);
  if (row == followers.end() || std::ranges::none_of(rest, [&](const auto& word) { return follows(*row, word); }))
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
