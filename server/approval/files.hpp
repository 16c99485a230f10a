// Facts about the machine's files. A verdict asks for them when it needs them; io answers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sandbox/git_settings.hpp"

namespace termhost::approval {

struct FolderEntry {
  std::string name;
  bool is_link = false;
  bool is_folder = false;  ///< itself, not where a link leads
};

using sandbox::GitSetting;
/// In a list of settings: a hook that git runs when it reads.
inline constexpr std::string_view reading_hook = "hook.post-index-change";
/// In a list of settings: the index could not be read, so the repositories in this one are not known.
inline constexpr std::string_view unknown_submodules = "submodule.unknown";

/// The machine's files, as a port. All paths are absolute.
class Files {
 public:
  virtual ~Files() = default;
  /// From here until the end of a decision, results may be cached.
  virtual void begin_decision() const {}
  virtual void end_decision() const {}
  /// The path with its links followed, as far as it exists; the rest as written.
  [[nodiscard]] virtual std::string real_path(std::string_view path) const = 0;
  /// The nearest repository that git would find from an absolute folder upwards is one without a `.git`: a clone brings
  /// such ones as plain files, with settings that run programs.
  [[nodiscard]] virtual bool in_bare_repository(std::string_view folder) const = 0;
  /// True also for a link that leads nowhere.
  [[nodiscard]] virtual bool is_there(std::string_view path) const = 0;
  [[nodiscard]] virtual bool is_folder(std::string_view path) const = 0;
  /// Ignored by the patterns of its repository, or of the user; false if there is no repository.
  [[nodiscard]] virtual bool is_ignored(std::string_view path) const = 0;
  /// The repository that it lies in keeps it, or something below it.
  [[nodiscard]] virtual bool is_tracked(std::string_view path) const = 0;
  /// The entries of a folder, without `.` and `..`. It has none if it does not exist or cannot be listed. Nullopt: more
  /// than `most`.
  [[nodiscard]] virtual std::optional<std::vector<FolderEntry>> entries(std::string_view folder,
                                                                        std::size_t most) const = 0;
  /// The settings of the repository that git would find from `folder` upwards, without the user's own, and those of its
  /// submodules, which git enters from there.
  [[nodiscard]] virtual std::vector<GitSetting> repository_settings(std::string_view folder) const = 0;
};

}  // namespace termhost::approval
