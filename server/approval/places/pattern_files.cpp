#include "approval/places/pattern_files.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "approval/normal_path.hpp"
#include "approval/text.hpp"
#include "secrets/harmless_places.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {
namespace {

constexpr std::size_t most_entries = 100'000;  ///< that are looked at for a pattern, about a tenth of a second
constexpr std::size_t most_folders = 10'000;

/// Compares in small letters, because some file systems do not distinguish.
bool fits_pattern(std::string_view pattern, std::string_view name) {
  std::size_t at = 0;
  std::size_t place = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resumed = 0;
  while (at < name.size()) {
    if (place < pattern.size() && pattern[place] == shell::unknown_part) {
      star = place++;
      resumed = at;
    } else if (place < pattern.size() && pattern[place] == name[at]) {
      ++place;
      ++at;
    } else if (star != std::string_view::npos) {
      place = star + 1;
      at = ++resumed;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of(shell::unknown_part, place) == std::string_view::npos;
}

class Walk {
 public:
  Walk(const Files& files, const std::function<bool(const PatternFile&)>& holds) : files_(files), holds_(holds) {}

  /// `rest`: of the pattern, seen from `folder`.
  bool step(const std::string& folder, std::string_view rest, bool over_link) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, end);
    const bool last = end == rest.size();
    const std::string_view behind = rest.substr(std::min(end + 1, rest.size()));
    if (part.find(std::string(2, shell::unknown_part)) != std::string_view::npos) return below(folder, rest, over_link);
    if (part.find(shell::unknown_part) != std::string_view::npos) return each(folder, part, last, behind, over_link);
    const std::string path = part.empty() || part == "." ? folder : folder + '/' + std::string(part);
    if (!last) return step(path, behind, over_link || begun_);
    return !files_.is_there(path) || holds_({path, over_link || begun_});
  }

 private:
  bool each(const std::string& folder, std::string_view part, bool last, std::string_view behind, bool over_link) {
    begun_ = true;
    const std::string small = lower(part);
    const auto entries = list(folder);
    if (!entries) return false;
    return std::ranges::all_of(*entries, [&](const FolderEntry& entry) {
      const bool seen = !entry.name.starts_with('.') || part.starts_with('.');
      if (!seen || !fits_pattern(small, lower(entry.name))) return true;
      const std::string path = folder + '/' + entry.name;
      const bool linked = over_link || entry.is_link;
      if (last) return holds_({path, linked});
      if (!entry.is_folder && !entry.is_link) return true;
      return step(path, behind, linked);
    });
  }

  /// Visits all files below whose path from `top` on matches.
  bool below(const std::string& top, std::string_view rest, bool over_link) {
    const std::string pattern = lower(rest);
    const bool follows = rest.find(std::string(3, shell::unknown_part)) != std::string_view::npos;
    std::vector<std::string> folders{top};
    for (std::size_t at = 0; at < folders.size(); ++at) {
      const std::string folder = folders[at];
      const auto entries = at < most_folders ? list(folder) : std::nullopt;
      if (!entries) return false;
      for (const FolderEntry& entry : *entries) {
        std::string path = folder + '/' + entry.name;
        const std::string name = lower(std::string_view(path).substr(top.size()));  // `/x` fits `**/x` as well
        const bool fits = fits_pattern(pattern, name) || fits_pattern(pattern, std::string_view(name).substr(1));
        const bool followed = follows && entry.is_link && files_.is_folder(path);
        if ((fits || followed) && !holds_({path, over_link || entry.is_link})) return false;
        if (entry.is_folder && is_searched(path, entry.name)) folders.push_back(std::move(path));
      }
    }
    return true;
  }

  [[nodiscard]] bool is_searched(const std::string& folder, const std::string& name) const {
    return name != ".git" &&
           !(secrets::is_harmless_place(name) && files_.is_ignored(folder) && !files_.is_tracked(folder));
  }

  std::optional<std::vector<FolderEntry>> list(const std::string& folder) {
    auto entries = files_.entries(folder, most_entries - seen_);
    seen_ += entries ? entries->size() : 0;
    return entries;
  }

  const Files& files_;
  const std::function<bool(const PatternFile&)>& holds_;
  std::size_t seen_ = 0;
  bool begun_ = false;  ///< the first part that is a pattern is done
};

}  // namespace

bool holds_for_files(const Files& files, std::string_view folder, std::string_view pattern,
                     const std::function<bool(const PatternFile&)>& holds) {
  const std::size_t first = std::min(pattern.find(shell::unknown_part), pattern.size());
  const std::size_t begins = pattern.substr(0, first).rfind('/');
  const std::size_t rest = begins == std::string_view::npos ? 0 : begins + 1;
  return Walk(files, holds).step(normal_path(pattern.substr(0, rest), folder), pattern.substr(rest), false);
}

}  // namespace termhost::approval
