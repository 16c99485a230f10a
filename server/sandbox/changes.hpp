// The changes that a trial has made in its copies, compared by content with the files outside.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace termhost::sandbox {

enum class ChangeKind { Made, Changed, Removed };
[[nodiscard]] std::string_view to_string(ChangeKind kind);  ///< "made", "changed", "removed"

/// Lines of a text, as a diff counts them.
struct LineCounts {
  std::size_t added = 0, removed = 0;
  friend bool operator==(const LineCounts&, const LineCounts&) = default;
};

struct Change {
  ChangeKind kind = ChangeKind::Changed;
  std::string path;                   ///< absolute, outside
  bool is_folder = false;             ///< made or removed with all that lies in it
  std::size_t files = 0;              ///< in a folder that was made
  std::optional<LineCounts> lines{};  ///< of a text that is not large
  friend bool operator==(const Change&, const Change&) = default;
};

struct Changes {
  std::vector<Change> list;           ///< in the order of their paths; without caches and histories
  std::size_t more = 0;               ///< that did not fit
  bool is_complete = true;            ///< false: the copies hold more changes than were read
  std::vector<std::string> caches{};  ///< what was written and left out: files, and folders with a slash at the end
  friend bool operator==(const Changes&, const Changes&) = default;
};

/// The limit of changes that are told one by one.
inline constexpr std::size_t most_changes = 64;

/// The file or folder of a cache that `path` is or lies in, as the start of `path`; empty: there is none. Programs make
/// caches to be quicker the next time, or to remember what was typed; a result does not depend on them. The names of
/// some say so wherever they lie.
[[nodiscard]] std::string_view cache_around(std::string_view path);
/// Likewise, of a path below the home folder.
[[nodiscard]] std::string_view home_cache_around(std::string_view path);
/// True if a file with this name is what such a cache, around it, holds. Any process can make a folder with its name.
[[nodiscard]] bool is_held(std::string_view cache, std::string_view name);
/// The names of sources of which this may be the compiled form, in the folder around its cache; nothing: it needs none.
[[nodiscard]] std::optional<std::vector<std::string>> sources_of(std::string_view cache, std::string_view name);

/// True for a file that git, editors or shells obey. It is not a cache, wherever it lies. `path` is absolute, `inner`
/// the part of it in the folder that was copied.
[[nodiscard]] bool is_obeyed(std::string_view path, std::string_view inner);

/// A file that says so of the folder that it lies in (bford.info/cachedir).
inline constexpr std::string_view cache_tag = "CACHEDIR.TAG";

/// A path in `.git` whose change alone is nothing: objects that no reference names, logs, notes of the last command.
[[nodiscard]] bool is_nothing_in_git(std::string_view path);

/// Nothing where a diff would take too long, or one of them is not a text.
[[nodiscard]] std::optional<LineCounts> count_lines(std::string_view before, std::string_view after);

/// "changed 'src/z.ts' (+3 -1), made 'dist' (12 files) and removed 'old.txt'"; of more than `most` how many more there
/// are. Paths in `folder` are relative to it.
[[nodiscard]] std::string to_string(const Changes& changes, std::string_view folder, std::size_t most = 6);
/// Likewise with the caches: "changed nothing", "changed only caches: '__pycache__/'".
[[nodiscard]] std::string summary(const Changes& changes, std::string_view folder, std::size_t most = 6);

}  // namespace termhost::sandbox
