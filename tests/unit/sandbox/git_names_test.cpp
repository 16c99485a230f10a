// What git may write in a repository, and what nobody may.
#include "sandbox/git_names.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace termhost::sandbox;

TEST_CASE("git writes what a commit, a merge, a stash or a fetch needs, and nothing that it heeds later") {
  for (const char* path : {"index",
                           "index.lock",
                           "HEAD.lock",
                           "COMMIT_EDITMSG",
                           "objects/ab/cdef",
                           "objects/pack/tmp_pack_XXXX",
                           "refs/heads/topic.lock",
                           "logs/HEAD",
                           "logs",
                           "packed-refs.lock",
                           "packed-refs.new",
                           "FETCH_HEAD",
                           "MERGE_HEAD",
                           "AUTO_MERGE.lock",
                           "index.stash.4711.lock",
                           "next-index-4711.lock",
                           "sharedindex.0123",
                           "shallow.lock",
                           "gc.pid.lock",
                           "info/refs",
                           "info/refs_AbCdEf",
                           "BISECT_LOG",
                           "worktrees/tree/HEAD.lock",
                           "worktrees/tree/logs/HEAD",
                           "modules/sub/index.lock",
                           "modules/sub/modules/inner/refs/heads/x"}) {
    CAPTURE(path);
    CHECK(git_write(path) == GitWrite::Yes);
  }
  for (const char* path : {"commondir",
                           "commondir.lock",
                           "config",
                           "config.lock",
                           "config.worktree",
                           "gitdir",
                           "hooks",
                           "hooks/post-commit",
                           "info/attributes",
                           "info/exclude",
                           "info/sparse-checkout",
                           "info/grafts",
                           "modules",
                           "modules/sub",
                           "modules/sub/config",
                           "modules/sub/hooks/x",
                           "modules/sub/commondir",
                           "worktrees/tree/commondir",
                           "worktrees/tree/config.worktree",
                           "worktrees/tree/gitdir",
                           "rebase-merge",
                           "rebase-merge/git-rebase-todo",
                           "rebase-apply/x",
                           "sequencer/todo",
                           "remotes/origin",
                           "branches/x",
                           "Objects/x",
                           "head",
                           "x",
                           "svn/x",
                           ""}) {
    CAPTURE(path);
    CHECK(git_write(path) == GitWrite::No);
  }
  CHECK(git_write("worktrees/tree") == GitWrite::NewWorktree);
}

TEST_CASE("the vital files of a repository can be replaced only by valid ones") {
  for (const char* path : {"HEAD", "refs", "objects", "modules/sub/HEAD"}) CHECK(is_vital_to_git(path));
  for (const char* path : {"logs/HEAD", "refs/heads", "HEAD.lock", "refs/remotes/origin/HEAD"})
    CHECK_FALSE(is_vital_to_git(path));
  for (const char* head : {"ref: refs/heads/master\n", "0123456789abcdef0123456789abcdef01234567\n"})
    CHECK(is_git_head(head));
  for (const char* head : {"", "x", "ref: x\n", "ref: refs/", "0123\n", "ref: refs/heads/a\nx\n"})
    CHECK_FALSE(is_git_head(head));
}
