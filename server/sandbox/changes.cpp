#include "sandbox/changes.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "sandbox/known_places.hpp"
#include "sandbox/reach.hpp"

namespace termhost::sandbox {
namespace {

struct CacheName {
  std::string_view name;
  std::string_view made_by;
};

/// Names of caches, wherever they lie.
constexpr std::array cache_names{
    CacheName{"__pycache__", "Python"},
    CacheName{".pytest_cache", "pytest"},
    CacheName{".mypy_cache", "mypy"},
    CacheName{".ruff_cache", "ruff"},
    CacheName{".hypothesis", "hypothesis"},
    CacheName{".eslintcache", "eslint --cache"},
    CacheName{".stylelintcache", "stylelint"},
    CacheName{".phpunit.result.cache", "PHPUnit"},
    CacheName{".nyc_output", "nyc"},
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
    CacheName{".local/share/fish", "fish"},
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
    CacheName{".pyenv/shims", "pyenv"},
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

std::string told(const Change& change, std::string_view folder) {
  std::string_view path = change.path;
  if (path != folder && lies_in(path, folder)) path.remove_prefix(folder == "/" ? 1 : folder.size() + 1);
  std::string text = fmt::format("{} '{}{}'", to_string(change.kind), path, change.is_folder ? "/" : "");
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

bool is_cache(std::string_view path) {
  const std::string_view name = last_part(path);
  const auto is_named = [&](const CacheName& cache) { return cache.name == name; };
  return std::any_of(cache_names.begin(), cache_names.end(), is_named) || name.ends_with(".tsbuildinfo") ||
         path.starts_with(".zcompdump") ||
         std::any_of(home_caches.begin(), home_caches.end(),
                     [&](const CacheName& cache) { return lies_in(path, cache.name); }) ||
         std::any_of(caches.begin(), caches.end(), [&](const Cache& cache) { return lies_in(path, cache.path); });
}

bool is_nothing_in_git(std::string_view path) {
  if (path.starts_with("worktrees/"))
    path.remove_prefix(std::min(path.find('/', path.find('/') + 1), path.size() - 1) + 1);
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

}  // namespace termhost::sandbox
