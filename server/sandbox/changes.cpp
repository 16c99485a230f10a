#include "sandbox/changes.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sandbox/auto_loaded_names.hpp"
#include "sandbox/known_places.hpp"
#include "sandbox/reach.hpp"

namespace termhost::sandbox {
namespace {

struct CacheName {
  std::string_view name;
  std::string_view made_by;
  std::string_view endings{};  ///< of the files in it, if their names have a dot; empty: any
};

/// Names of caches, wherever they lie.
constexpr std::array cache_names{
    CacheName{"__pycache__", "Python", ".pyc"},
    CacheName{".pytest_cache", "pytest", ".md .gitignore .TAG"},
    CacheName{".mypy_cache", "mypy", ".json .db .db-journal .db-wal .db-shm .ff .gitignore .TAG"},
    CacheName{".ruff_cache", "ruff", ".gitignore .TAG"},
    CacheName{".hypothesis", "hypothesis", ".gz .json .gitignore"},
    CacheName{".eslintcache", "eslint --cache"},
    CacheName{".stylelintcache", "stylelint"},
    CacheName{".phpunit.result.cache", "PHPUnit"},
    CacheName{".nyc_output", "nyc", ".json"},
    CacheName{".parcel-cache", "Parcel"},
    CacheName{".turbo", "Turborepo"},
    CacheName{".cache", "XDG, and many programs in node_modules"},
    CacheName{".vite", "Vite"},
    CacheName{".vite-temp", "Vite 6"},
    CacheName{".vitest", "Vitest"},
    CacheName{".swc", "swc"},
    CacheName{".pylint.d", "pylint"},
};

/// Paths below the home folder.
constexpr std::array home_caches{
    CacheName{".bash_history", "bash"},
    CacheName{".zsh_history", "zsh"},
    CacheName{".zhistory", "zsh"},
    CacheName{".zsh_sessions", "zsh"},
    CacheName{".local/share/fish/fish_history", "fish"},
    CacheName{".config/fish/fish_variables", "fish"},
    CacheName{".python_history", "Python"},
    CacheName{".node_repl_history", "Node.js"},
    CacheName{".lesshst", "less"},
    CacheName{".viminfo", "vim"},
    CacheName{".wget-hsts", "wget"},
    CacheName{".cargo/.package-cache", "cargo"},
    CacheName{".cargo/.package-cache-mutate", "cargo"},
    CacheName{".cargo/.global-cache", "cargo"},
    CacheName{".config/go/telemetry", "go"},
    CacheName{".config/configstore", "npm packages"},
};

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return lines;
}

/// The number of lines that are removed or added on the shortest way from `a` to `b` (Myers, "An O(ND) Difference
/// Algorithm"); nothing if it is longer than `most`.
std::optional<std::size_t> edit_distance(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b,
                                         std::size_t most) {
  const auto n = static_cast<std::ptrdiff_t>(a.size()), m = static_cast<std::ptrdiff_t>(b.size());
  const auto limit = static_cast<std::ptrdiff_t>(std::min(most, a.size() + b.size()));
  std::vector<std::ptrdiff_t> furthest(static_cast<std::size_t>(2 * limit + 3), 0);
  const auto at = [&](std::ptrdiff_t diagonal) -> std::ptrdiff_t& {
    return furthest[static_cast<std::size_t>(diagonal + limit + 1)];
  };
  for (std::ptrdiff_t distance = 0; distance <= limit; ++distance) {
    for (std::ptrdiff_t diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const bool down = diagonal == -distance || (diagonal != distance && at(diagonal - 1) < at(diagonal + 1));
      std::ptrdiff_t x = down ? at(diagonal + 1) : at(diagonal - 1) + 1;
      std::ptrdiff_t y = x - diagonal;
      while (x < n && y < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(y)]) ++x, ++y;
      at(diagonal) = x;
      if (x >= n && y >= m) return static_cast<std::size_t>(distance);
    }
  }
  return std::nullopt;
}

std::string_view seen_from(std::string_view folder, std::string_view path) {
  if (path != folder && lies_in(path, folder)) path.remove_prefix(folder == "/" ? 1 : folder.size() + 1);
  return path;
}

const CacheName* named(std::string_view name) {
  const auto* found =
      std::find_if(cache_names.begin(), cache_names.end(), [&](const CacheName& cache) { return cache.name == name; });
  return found == cache_names.end() ? nullptr : found;
}

bool names_cache(std::string_view name) { return named(name) != nullptr || name.ends_with(".tsbuildinfo"); }

/// The caches, with how many more there are.
std::string told_caches(const Changes& changes, std::string_view folder, std::size_t most) {
  std::string text;
  const std::size_t shown = std::min(changes.caches.size(), most);
  for (std::size_t i = 0; i < shown; ++i)
    text += fmt::format("{}'{}'", i == 0 ? "" : ", ", seen_from(folder, changes.caches[i]));
  if (changes.caches.size() > shown) text += fmt::format(" and {} more", changes.caches.size() - shown);
  return text;
}

std::string told(const Change& change, std::string_view folder) {
  std::string text =
      fmt::format("{} '{}{}'", to_string(change.kind), seen_from(folder, change.path), change.is_folder ? "/" : "");
  if (change.kind == ChangeKind::Made && change.is_folder)
    text += fmt::format(" ({} file{})", change.files, change.files == 1 ? "" : "s");
  if (!change.lines) return text;
  const auto& [added, removed] = *change.lines;
  return text + (removed == 0 ? fmt::format(" (+{})", added) : fmt::format(" (+{} -{})", added, removed));
}

}  // namespace

std::string_view to_string(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::Made: return "made";
    case ChangeKind::Changed: return "changed";
    case ChangeKind::Removed: return "removed";
  }
  return "changed";
}

std::string_view cache_around(std::string_view path) {
  for (std::size_t begin = 0, end = 0; begin <= path.size(); begin = end + 1) {
    end = std::min(path.find('/', begin), path.size());
    if (names_cache(path.substr(begin, end - begin))) return path.substr(0, end);
  }
  return {};
}

std::string_view home_cache_around(std::string_view path) {
  if (path.starts_with(".zcompdump")) return path.substr(0, path.find('/'));
  for (const CacheName& cache : home_caches)
    if (lies_in(path, cache.name)) return path.substr(0, cache.name.size());
  for (const Cache& cache : caches)
    if (lies_in(path, cache.path)) return path.substr(0, cache.path.size());
  return {};
}

bool is_held(std::string_view cache, std::string_view name) {
  const CacheName* row = named(last_part(cache));
  if (row == nullptr || row->endings.empty() || name.find('.') == name.npos) return true;
  for (std::string_view left = row->endings; !left.empty();) {
    const std::size_t end = std::min(left.find(' '), left.size());
    if (name.ends_with(left.substr(0, end))) return true;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return false;
}

std::optional<std::vector<std::string>> sources_of(std::string_view cache, std::string_view name) {
  if (last_part(cache) != "__pycache__") return std::nullopt;
  std::vector<std::string> sources;  // "a.b.cpython-312.pyc" is of "a.py" or of "a.b.py"
  for (std::size_t dot = name.find('.'); dot != name.npos && dot > 0; dot = name.find('.', dot + 1))
    sources.push_back(fmt::format("{}.py", name.substr(0, dot)));
  return sources;
}

bool is_obeyed(std::string_view path, std::string_view inner) {
  if (path.ends_with("/.git") || path.find("/.git/") != path.npos) return true;
  for (std::size_t begin = 0; begin < inner.size(); begin = std::min(inner.find('/', begin), inner.size()) + 1)
    if (is_auto_loaded(inner.substr(begin))) return true;
  return false;
}

bool is_nothing_in_git(std::string_view path) {
  if (path.starts_with("worktrees/"))
    path.remove_prefix(std::min(path.find('/', path.find('/') + 1), path.size() - 1) + 1);
  if (path == "objects" || path == "objects/info/alternates") return false;
  constexpr std::array<std::string_view, 7> passing{"objects",    "logs",   "COMMIT_EDITMSG", "ORIG_HEAD",
                                                    "FETCH_HEAD", "gc.log", "gc.pid"};
  return std::any_of(passing.begin(), passing.end(), [&](std::string_view name) { return lies_in(path, name); });
}

std::optional<LineCounts> count_lines(std::string_view before, std::string_view after) {
  constexpr std::size_t most_edits = 4000;
  if (before.find('\0') != before.npos || after.find('\0') != after.npos) return std::nullopt;
  const std::vector<std::string_view> old_lines = lines_of(before), new_lines = lines_of(after);
  const auto distance = edit_distance(old_lines, new_lines, most_edits);
  if (!distance) return std::nullopt;
  const std::size_t kept = (old_lines.size() + new_lines.size() - *distance) / 2;
  return LineCounts{new_lines.size() - kept, old_lines.size() - kept};
}

std::string to_string(const Changes& changes, std::string_view folder, std::size_t most) {
  const std::size_t shown = std::min(changes.list.size(), most);
  const std::size_t left = changes.list.size() - shown + changes.more;
  const bool has_end = left == 0 && changes.is_complete;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == shown && has_end;
    text += i == 0 ? "" : last ? " and " : ", ";
    text += told(changes.list[i], folder);
  }
  if (left > 0) text += fmt::format(" and {}{} more", changes.is_complete ? "" : "at least ", left);
  if (left == 0 && !has_end) text += " and perhaps more";
  return text;
}

std::string summary(const Changes& changes, std::string_view folder, std::size_t most) {
  const std::string written = told_caches(changes, folder, most);
  if (!changes.list.empty())
    return to_string(changes, folder, most) + (written.empty() ? "" : fmt::format(", and caches: {}", written));
  const std::string_view end = changes.is_complete ? "" : " and perhaps more";
  return written.empty() ? changes.is_complete ? "changed nothing" : "made more changes than were read"
                         : fmt::format("changed only caches: {}{}", written, end);
}

}  // namespace termhost::sandbox
