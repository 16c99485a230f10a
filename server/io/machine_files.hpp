// The files of this machine, as a verdict asks for them. What was read of a repository is kept until it changes.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "approval/files.hpp"
#include "sandbox/git_ignore.hpp"
#include "sandbox/git_index.hpp"

namespace termhost::io {

class MachineFiles final : public approval::Files {
 public:
  void begin_decision() const override;
  void end_decision() const override;
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
  using Settings = std::vector<approval::GitSetting>;
  template <class Made>
  using Shared = std::shared_ptr<const Made>;
  /// The content of a file, made into something once for each of its versions; null: there is no such file.
  template <class Made>
  using Kept = std::map<std::string, std::pair<std::string, Shared<Made>>>;

  struct Source {
    std::size_t below;  ///< where in a path what the patterns speak of begins
    Shared<sandbox::IgnorePatterns> patterns;
  };
  /// Git's verdict on everything in a folder.
  struct FolderState {
    std::string top;  ///< of the working tree; empty: there is none
    bool ignored = false;
    std::vector<Source> sources;  ///< the last one that speaks of a path has the last word
  };
  /// Looks of one decision.
  struct Looked {
    std::map<std::string, Shared<FolderState>> folders;
    std::map<std::string, Shared<sandbox::GitIndex>> indexes;
  };

  [[nodiscard]] Shared<sandbox::IgnorePatterns> patterns(const std::string& file) const;
  [[nodiscard]] Shared<Settings> settings(const std::string& file) const;
  [[nodiscard]] Shared<sandbox::GitIndex> index_of(const std::string& top) const;
  /// The file of the user's own patterns.
  [[nodiscard]] std::string patterns_of_user(const std::string& common) const;
  [[nodiscard]] Shared<FolderState> state_of(const std::string& folder) const;
  [[nodiscard]] FolderState look_at(const std::string& folder) const;
  [[nodiscard]] static std::optional<bool> ignored_by(const FolderState& state, std::string_view path, bool is_folder);
  void add_settings(const std::string& top, std::set<std::string>& seen, Settings& found) const;
  /// Adds the repository that git follows `.git` to, if it does not lead back to the working tree, and objects of
  /// others.
  void add_places(const std::string& top, const std::string& git, Settings& found) const;
  void add_hook(const std::string& top, const std::string& common, Settings& found) const;

  mutable Kept<sandbox::IgnorePatterns> patterns_;
  mutable Kept<sandbox::GitIndex> indexes_;
  mutable Kept<Settings> settings_;
  mutable std::optional<Looked> looked_;  ///< nothing: no decision is made
};

}  // namespace termhost::io
