// Files that git writes in a repository for work that needs no question: commits, branches, merges, stashes, fetches.
// All other files of a repository are configuration, or are run or obeyed later.
#pragma once

#include <string_view>

namespace termhost::sandbox {

enum class GitWrite {
  No,
  Yes,
  NewWorktree,  ///< the folder of a linked worktree: its creator may write all of it
};

/// `path`: below the folder of a repository, such as "index.lock" or "modules/sub/refs/heads/x".
[[nodiscard]] GitWrite git_write(std::string_view path);

/// Without this file, or if it cannot be read, git takes the folder around the repository for a bare one, whose
/// configuration anyone may have written. It may be replaced by content that is_git_head(), but not removed.
[[nodiscard]] bool is_vital_to_git(std::string_view path);

/// The content of a `HEAD`: the name of a branch or of a commit.
[[nodiscard]] bool is_git_head(std::string_view content);

}  // namespace termhost::sandbox
