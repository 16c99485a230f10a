// The caches among the changes of a trial: what is not told one by one. A process of the trial can give a file any name
// and any mark, so a name alone says little.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <sys/stat.h>
#include <vector>

#include "io/file_descriptor.hpp"
#include "io/sandbox/looked_up_files.hpp"
#include "sandbox/tracked_files.hpp"

namespace termhost::io {

/// The status of an entry itself, also if it is a link; nothing: it is not there.
[[nodiscard]] std::optional<struct stat> status_of(int folder, const char* name);

class LeftOutCaches {
 public:
  LeftOutCaches();

  /// The state of the folder around.
  struct Around {
    std::unique_ptr<sandbox::TrackedFiles> tracked;
    bool is_marked = false;
  };

  /// `tree`: a folder that was copied.
  void begin(const std::string& tree);
  /// A folder in it, by its path outside.
  [[nodiscard]] Around enter(const std::string& path);
  void leave(Around around);

  /// True for what a cache holds; that is noted. `upper`: the folder of the copy in which `name` is or was; `path`: of
  /// the entry outside; `inner`: its end in the tree. `now`: of a file that is there; null for a folder, and for what
  /// was removed.
  [[nodiscard]] bool leave_out(const FileDescriptor& upper, const std::string& name, const std::string& path,
                               const std::string& inner, const struct stat* now, bool is_folder);

  /// As in sandbox::Changes.
  [[nodiscard]] std::vector<std::string> take() const { return {caches_.begin(), caches_.end()}; }

 private:
  [[nodiscard]] std::string cache_of(const std::string& path, const std::string& inner);
  [[nodiscard]] std::string named_cache(const std::string& path, const std::string& inner) const;

  LookedUpFiles looked_up_;
  sandbox::Files files_;
  std::string home_;
  std::unique_ptr<sandbox::TrackedFiles> tracked_;  // of the repository around
  std::string marked_;                              // the folder around with the mark of a cache; empty: none
  std::set<std::string> caches_;
};

}  // namespace termhost::io
