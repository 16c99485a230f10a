// The files of this machine, as a verdict asks for them. What was read of a repository is kept until it changes.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/files.hpp"
#include "sandbox/git_ignore.hpp"
#include "sandbox/git_index.hpp"

namespace termhost::io {

class MachineFiles final : public approval::Files {
 public:
  [[nodiscard]] std::string real_path(std::string_view path) const override;
  /// As git looks (gitrepository-layout(5)): a `.git` first, then HEAD beside objects and refs, or beside a file that
  /// names where these are.
  [[nodiscard]] bool in_bare_repository(std::string_view folder) const override;
  [[nodiscard]] bool is_there(std::string_view path) const override;
  [[nodiscard]] bool is_folder(std::string_view path) const override;
  [[nodiscard]] bool is_ignored(std::string_view path) const override;
  [[nodiscard]] bool is_tracked(std::string_view path) const override;
  [[nodiscard]] std::optional<std::vector<approval::FolderEntry>> entries(std::string_view folder,
                                                                          std::size_t most) const override;
  [[nodiscard]] std::vector<approval::GitSetting> repository_settings(std::string_view folder) const override;

 private:
  /// The content of a file, made into something once for each of its versions; null: there is no such file.
  template <class Made>
  using Kept = std::map<std::string, std::pair<std::string, std::shared_ptr<const Made>>>;

  [[nodiscard]] const sandbox::IgnorePatterns* patterns(const std::string& file) const;
  /// The file of the user's own patterns.
  [[nodiscard]] std::string patterns_of_user(const std::string& git) const;
  [[nodiscard]] const sandbox::GitIndex* index_of(const std::string& top) const;

  mutable Kept<sandbox::IgnorePatterns> patterns_;
  mutable Kept<std::string> excludes_;  ///< which file of patterns settings name
  mutable Kept<sandbox::GitIndex> indexes_;
  mutable Kept<std::vector<approval::GitSetting>> settings_;
};

}  // namespace termhost::io
