// Ignored files of a working tree: the patterns of a .gitignore (gitignore(5)), read without git.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::sandbox {

/// The patterns of one file. They speak of what lies in its folder and below.
class IgnorePatterns {
 public:
  explicit IgnorePatterns(std::string_view text);

  /// The result of the last pattern that matches `path`, relative to the file's folder; nothing: none matches. The
  /// folders above it are not checked.
  [[nodiscard]] std::optional<bool> ignores(std::string_view path, bool is_folder) const;

 private:
  struct Pattern {
    std::string glob;
    bool negated = false, of_folders = false;
    bool anchored = false;  ///< it is of the whole path, not of a name at any depth
  };
  void add(std::string_view line);

  std::vector<Pattern> patterns_;
};

/// Does a pattern fit all of `text`? `*`, `?` and `[…]` take no slash; `**/`, `/**/` and `/**` take folders.
[[nodiscard]] bool fits_git_glob(std::string_view glob, std::string_view text);

}  // namespace termhost::sandbox
