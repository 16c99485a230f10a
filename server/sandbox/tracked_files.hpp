// Whether git keeps a file of a working tree. What is in its repository, anybody can read there: to hide it would
// protect nothing. But the index says only what an agent may have written into it, so a content counts as kept where it
// is the very one that the index names: who knows that name has it already.
#pragma once

#include <optional>
#include <string>

#include "sandbox/git_index.hpp"
#include "sandbox/plan.hpp"

namespace termhost::sandbox {

enum class Tracked {
  No,
  Same,     ///< as it is now
  Changed,  ///< otherwise, or nobody can tell: the index can't be read
  Below,    ///< it is a folder, with such files in it
};

/// Of the repository that a folder lies in. Nothing is read before somebody asks.
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
