#include "sandbox/git_names.hpp"

#include <algorithm>
#include <array>

namespace termhost::sandbox {
namespace {

using Names = std::string_view;

/// Folders with all of their content. `rebase-merge`, `rebase-apply` and `sequencer` are missing: git runs their
/// content.
constexpr std::array<Names, 5> folders{"objects", "refs", "logs", "rr-cache", "lost-found"};
constexpr std::array<Names, 31> files{"HEAD",
                                      "index",
                                      "packed-refs",
                                      "packed-refs.new",
                                      "shallow",
                                      "COMMIT_EDITMSG",
                                      "TAG_EDITMSG",
                                      "NOTES_EDITMSG",
                                      "ORIG_HEAD",
                                      "FETCH_HEAD",
                                      "MERGE_HEAD",
                                      "MERGE_MSG",
                                      "MERGE_MODE",
                                      "MERGE_RR",
                                      "MERGE_AUTOSTASH",
                                      "AUTO_MERGE",
                                      "SQUASH_MSG",
                                      "CHERRY_PICK_HEAD",
                                      "REVERT_HEAD",
                                      "BISECT_START",
                                      "BISECT_LOG",
                                      "BISECT_NAMES",
                                      "BISECT_TERMS",
                                      "BISECT_EXPECTED_REV",
                                      "BISECT_ANCESTORS_OK",
                                      "BISECT_FIRST_PARENT",
                                      "BISECT_RUN",
                                      "BISECT_HEAD",
                                      "gc.pid",
                                      "gc.log",
                                      "addp-hunk-edit.diff"};
/// Beginnings of the names of files that end in a number.
constexpr std::array<Names, 5> beginnings{"index.stash.", "next-index-", "sharedindex", "packed-refs.", "info/refs"};
constexpr std::array<Names, 2> empty_folders{"info", "worktrees"};
constexpr std::string_view locked = ".lock";

template <class List>
bool has(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

/// The path in the own folder of a worktree or submodule.
std::string_view in_its_own(std::string_view path) {
  while (path.starts_with("worktrees/") || path.starts_with("modules/")) {
    const std::size_t name = path.find('/') + 1;
    const std::size_t end = path.find('/', name);
    if (end == path.npos) break;
    path.remove_prefix(end + 1);
  }
  return path;
}

bool is_hexadecimal(std::string_view text) {
  return text.size() >= 40 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

}  // namespace

GitWrite git_write(std::string_view path) {
  constexpr std::string_view worktrees = "worktrees/";
  if (path.starts_with(worktrees) && path.find('/', worktrees.size()) == path.npos) return GitWrite::NewWorktree;
  path = in_its_own(path);
  const auto begins = [&](std::string_view beginning) { return path.starts_with(beginning); };
  if (has(folders, path.substr(0, path.find('/'))) || has(empty_folders, path) ||
      std::any_of(beginnings.begin(), beginnings.end(), begins))
    return GitWrite::Yes;
  if (path.ends_with(locked)) path.remove_suffix(locked.size());
  return has(files, path) ? GitWrite::Yes : GitWrite::No;
}

bool is_vital_to_git(std::string_view path) {
  constexpr std::array<Names, 3> vital{"HEAD", "refs", "objects"};
  return has(vital, in_its_own(path));
}

bool is_git_head(std::string_view content) {
  while (content.ends_with('\n')) content.remove_suffix(1);
  if (content.find('\n') != content.npos) return false;
  constexpr std::string_view branch = "ref: refs/";
  return is_hexadecimal(content) || (content.starts_with(branch) && content.size() > branch.size());
}

}  // namespace termhost::sandbox
