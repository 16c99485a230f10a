// The file system, as one plan sees it: a plan asks for the same folders many times, and each is looked up once. Later
// it is known whether the plan would see the same again.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "io/sandbox/file_stamp.hpp"
#include "sandbox/plan.hpp"

namespace termhost::io {

class LookedUpFiles {
 public:
  /// Must not outlive this object.
  [[nodiscard]] sandbox::Files port();

  /// See sandbox::Files.
  [[nodiscard]] std::optional<std::string> real_path(const std::string& path);
  [[nodiscard]] const std::vector<std::string>& names_in(const std::string& folder);
  [[nodiscard]] std::optional<std::string> content(const std::string& path);

  /// True: each look would have the same result now. False also for a file that had just changed: a clock's tick may
  /// hide a second change. The names in a folder that has changed are looked up again, once for each change.
  [[nodiscard]] bool are_same();

 private:
  struct Stamped {
    FileStamp stamp;
    bool sure = false;
    [[nodiscard]] bool is_same(const std::string& path) const;
  };
  /// The result of a look at a name. `folder`: real; if it is the same, so is the result: the one of the name, or the
  /// last one on the way that exists. Empty: a link is on the way.
  struct Found {
    std::optional<std::string> path;
    std::string folder;
  };

  /// The result of a look at `path`, which is absolute; each is looked up once.
  [[nodiscard]] const Found& find(const std::string& path);
  /// By the real path of its folder.
  [[nodiscard]] Found look_up(const std::string& path);
  [[nodiscard]] std::optional<std::string> link(const std::string& path);
  /// Taken before the look.
  [[nodiscard]] static Stamped stamped(const std::string& path);

  std::map<std::string, Found> real_paths_;
  std::map<std::string, std::optional<std::string>> links_;
  std::map<std::string, std::vector<std::string>> names_;
  std::map<std::string, Stamped> stamps_;   // of folders and files whose content was read
  std::map<std::string, Stamped> folders_;  // of folders in which names were looked up
};

/// Sorted.
[[nodiscard]] std::vector<std::string> names_in(const std::string& folder);

}  // namespace termhost::io
