// Facts of files that only the machine knows. A verdict asks for them as it needs them; io answers.
#pragma once

#include <string>
#include <string_view>

namespace termhost::approval {

/// Every path is absolute.
class Files {
 public:
  virtual ~Files() = default;
  /// With its links followed, as far as it leads to something that is there; the rest as written.
  [[nodiscard]] virtual std::string real_path(std::string_view path) const = 0;
  /// The nearest repository that git would find from an absolute folder upwards is one without a `.git`: a clone brings
  /// such ones as plain files, with settings that run programs.
  [[nodiscard]] virtual bool in_bare_repository(std::string_view folder) const = 0;
  /// Also a link that leads nowhere.
  [[nodiscard]] virtual bool is_there(std::string_view path) const = 0;
  [[nodiscard]] virtual bool is_folder(std::string_view path) const = 0;
  /// The patterns of the repository that it lies in, or of the user, leave it out; false where there is no repository.
  [[nodiscard]] virtual bool is_ignored(std::string_view path) const = 0;
  /// The repository that it lies in keeps it, or something below it.
  [[nodiscard]] virtual bool is_tracked(std::string_view path) const = 0;
};

}  // namespace termhost::approval
