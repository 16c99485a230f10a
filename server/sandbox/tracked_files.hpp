// The state of a file in git. A file in the repository needs no hiding, because anyone can read its content there. An
// agent may have written the index, so a file counts as tracked only if its content has the hash in the index: a
// process that knows this hash has the content already.
#pragma once

#include <optional>
#include <string>

#include "sandbox/git_index.hpp"
#include "sandbox/plan.hpp"

namespace termhost::sandbox {

enum class Tracked {
  No,
  Same,     ///< with the present content
  Changed,  ///< with other content, or unknown: the index can't be read
  Below,    ///< it is a folder, with such files in it
};

/// The tracked files of the repository around a folder. Nothing is read before the first question.
class TrackedFiles {
 public:
  TrackedFiles(const Files& files, std::string folder) : files_(files), folder_(std::move(folder)) {}

  /// `path`: absolute, without links.
  [[nodiscard]] Tracked state_of(const std::string& path);

 private:
  void find_index();

  const Files& files_;
  std::string folder_;
  bool looked_ = false;
  std::string top_;                // of the working tree; empty: there is none
  std::optional<GitIndex> index_;  // nothing: it can't be read
};

}  // namespace termhost::sandbox
