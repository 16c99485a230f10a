#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/sandbox/copied_trees_linux.hpp"
#include "io/sandbox/left_out_caches_linux.hpp"
#include "io/sandbox/trial_changes.hpp"
#include "sandbox/git_index.hpp"

namespace termhost::io {
namespace {

using sandbox::Access;
using sandbox::Change;
using sandbox::ChangeKind;
using sandbox::Changes;

/// Limits of one reading: a build writes thousands of files, and the host waits.
constexpr std::size_t most_entries = 20'000;
constexpr std::uint64_t most_compared = std::uint64_t{64} << 20;
constexpr std::uint64_t largest_text = std::uint64_t{256} << 10;
/// Of folders whose stamps are kept: those with mounts in them, and some that a program made its own copy of.
constexpr std::size_t most_noted = 16;

/// Nothing that a process of the trial has put there is followed, or waited for.
constexpr int carefully = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

std::vector<std::string> names_in(const FileDescriptor& folder) {
  std::vector<std::string> names;
  const int copy = ::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(copy < 0 ? nullptr : ::fdopendir(copy), ::closedir);
  while (const dirent* entry = directory ? ::readdir(directory.get()) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    if (names.size() > most_entries) break;
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// The mark of a file that was removed (the kernel's overlayfs.rst, "whiteouts and opaque directories").
bool is_whiteout(const struct stat& status) { return S_ISCHR(status.st_mode) && status.st_rdev == makedev(0, 0); }

/// The mark of a folder that took the place of another.
bool hides_lower(const FileDescriptor& folder) {
  std::array<char, 4> value{};
  for (const char* const name : {"user.overlay.opaque", "trusted.overlay.opaque"})
    if (::fgetxattr(folder.get(), name, value.data(), value.size()) > 0 && value[0] == 'y') return true;
  return false;
}

std::optional<std::string> content_of(const FileDescriptor& file, std::uint64_t size) {
  if (!file) return std::nullopt;
  std::string content(size, '\0');
  std::size_t got = 0;
  for (ssize_t more = 1; more > 0 && got < content.size(); got += static_cast<std::size_t>(more))
    if ((more = ::read(file.get(), content.data() + got, content.size() - got)) < 0) return std::nullopt;
  content.resize(got);
  return content;
}

bool equal_content(const FileDescriptor& a, const FileDescriptor& b) {
  constexpr std::size_t part = std::size_t{64} << 10;
  const auto first = std::make_unique<char[]>(part), second = std::make_unique<char[]>(part);
  while (a && b) {
    const ssize_t got = ::read(a.get(), first.get(), part);
    if (got < 0 || ::read(b.get(), second.get(), part) != got) return false;
    if (got == 0) return true;
    if (std::memcmp(first.get(), second.get(), static_cast<std::size_t>(got)) != 0) return false;
  }
  return false;
}

std::string target_of(int folder, const char* name) {
  std::array<char, 4096> text{};
  const ssize_t size = ::readlinkat(folder, name, text.data(), text.size());
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

class Reader {
 public:
  explicit Reader(KnownChanges& known) : known_(known) {}

  /// `tree`: a folder that was copied. `layer`: its folder in the layers.
  void begin(const std::string& tree, std::string layer, const std::string& inner) {
    caches_.begin(tree);
    layer_ = std::move(layer);
    layer_begin_ = inner.size();
  }

  /// `lower`: the folder outside. `inner`: the path in the tree that was copied; empty: the tree itself.
  void read_folder(const FileDescriptor& upper, const std::string& lower, const std::string& inner) {
    note_folder(upper, inner);
    const bool around = replaced_;
    replaced_ = replaced_ || hides_lower(upper);
    if (replaced_) tell_missing(upper, lower, inner);
    for (const std::string& name : names_in(upper)) {
      if (++entries_ > most_entries) {
        changes_.is_complete = false;
        break;
      }
      read_entry(upper, name, lower + "/" + name, inner.empty() ? name : inner + "/" + name);
    }
    replaced_ = around;
  }

  /// A file of a home that is empty otherwise: if it is gone, only its absence says so.
  void read_shown_file(const FileDescriptor& home, const std::string& path, const std::string& inner) {
    if (status_of(home.get(), inner.c_str()) || !is_new(path, {})) return;
    const auto before = status_of(AT_FDCWD, path.c_str());
    if (!before || (S_ISREG(before->st_mode) && ::access(path.c_str(), R_OK) != 0)) return;
    if (!caches_.leave_out(home, inner, path, inner, nullptr, false)) add({ChangeKind::Removed, path});
  }

  Changes take() {
    auto& list = changes_.list;
    std::stable_sort(list.begin(), list.end(), [](const Change& a, const Change& b) { return a.path < b.path; });
    if (list.size() > sandbox::most_changes) {
      changes_.more = list.size() - sandbox::most_changes;
      list.resize(sandbox::most_changes);
    }
    changes_.caches = caches_.take();
    known_.folders = only_folders_ ? std::move(folders_) : std::map<std::string, FileStamp>();
    return std::move(changes_);
  }

 private:
  /// Before a look at what is in it.
  void note_folder(const FileDescriptor& upper, const std::string& inner) {
    const FileStamp stamp = stamp_of(upper.get(), ".");
    only_folders_ = only_folders_ && shows_changes(stamp) && folders_.size() < most_noted;
    if (only_folders_) folders_.emplace(fmt::format("{}/{}", layer_, inner.substr(layer_begin_)), stamp);
  }

  void read_entry(const FileDescriptor& upper, const std::string& name, const std::string& path,
                  const std::string& inner) {
    const auto now = status_of(upper.get(), name.c_str());
    const auto before = now ? status_of(AT_FDCWD, path.c_str()) : std::nullopt;
    if (now && S_ISDIR(now->st_mode) && before && S_ISDIR(before->st_mode)) return read_both(upper, name, path, inner);
    only_folders_ = false;
    if (!now) return;
    if (is_whiteout(*now) && !before) return;
    if (before && is_copy_of(*now, *before)) return;
    if (!is_new(path, *now)) return;
    const bool is_removed = is_whiteout(*now), was_folder = before && S_ISDIR(before->st_mode);
    if (S_ISDIR(now->st_mode)) {
      if (before) add({ChangeKind::Removed, path});
      return read_made(upper, name, path, inner);
    }
    if (caches_.leave_out(upper, name, path, inner, is_removed ? nullptr : &*now, was_folder)) return;
    if (is_removed) return add({ChangeKind::Removed, path, was_folder});
    if (!before) return add({ChangeKind::Made, path, false, 0, lines_of_new(upper, name, *now)});
    compare(upper, name, path, inner, *now, *before);
  }

  /// As it was put into the home.
  static bool is_copy_of(const struct stat& now, const struct stat& before) {
    return S_ISREG(now.st_mode) && now.st_mode == before.st_mode && now.st_size == before.st_size &&
           now.st_mtim.tv_sec == before.st_mtim.tv_sec && now.st_mtim.tv_nsec == before.st_mtim.tv_nsec;
  }

  /// A folder that both have.
  void read_both(const FileDescriptor& upper, const std::string& name, const std::string& path,
                 const std::string& inner) {
    const FileDescriptor folder(::openat(upper.get(), name.c_str(), carefully | O_DIRECTORY));
    if (!folder) return;
    read_below(folder, path, inner);
  }

  void read_below(const FileDescriptor& folder, const std::string& path, const std::string& inner) {
    auto around = caches_.enter(path);
    read_folder(folder, path, inner);
    caches_.leave(std::move(around));
  }

  void read_made(const FileDescriptor& upper, const std::string& name, const std::string& path,
                 const std::string& inner) {
    const FileDescriptor folder(::openat(upper.get(), name.c_str(), carefully | O_DIRECTORY));
    if (!folder) return;
    if (caches_.leave_out(upper, name, path, inner, nullptr, true)) return read_below(folder, path, inner);
    std::size_t files = 0;
    count(folder, path, inner, files);
    add({ChangeKind::Made, path, true, files});
  }

  /// Files in a folder that was made, without caches.
  void count(const FileDescriptor& folder, const std::string& path, const std::string& inner, std::size_t& files) {
    for (const std::string& name : names_in(folder)) {
      if (++counted_ > most_entries) return void(changes_.is_complete = false);
      const auto status = status_of(folder.get(), name.c_str());
      const std::string below = inner + "/" + name;
      if (!status || is_whiteout(*status) || !sandbox::cache_around(name).empty()) continue;
      (void)is_new(path + "/" + name, *status);
      if (!S_ISDIR(status->st_mode)) {
        ++files;
        continue;
      }
      const FileDescriptor next(::openat(folder.get(), name.c_str(), carefully | O_DIRECTORY));
      if (next) count(next, path + "/" + name, below, files);
    }
  }

  /// Everything outside that a folder in the place of another does not have.
  void tell_missing(const FileDescriptor& upper, const std::string& lower, const std::string& inner) {
    const FileDescriptor folder(::open(lower.c_str(), carefully | O_DIRECTORY));
    if (!folder) return;
    for (const std::string& name : names_in(folder)) {
      const auto before = status_of(folder.get(), name.c_str());
      const std::string path = lower + "/" + name;
      if (!before || status_of(upper.get(), name.c_str()) || !is_new(path, {})) continue;
      const bool was_folder = S_ISDIR(before->st_mode);
      if (!caches_.leave_out(upper, name, path, inner.empty() ? name : inner + "/" + name, nullptr, was_folder))
        add({ChangeKind::Removed, path, was_folder});
    }
  }

  void compare(const FileDescriptor& upper, const std::string& name, const std::string& path, const std::string& inner,
               const struct stat& now, const struct stat& before) {
    if ((now.st_mode & S_IFMT) != (before.st_mode & S_IFMT)) return add({ChangeKind::Changed, path});
    const bool same_rights = now.st_mode == before.st_mode;
    if (S_ISLNK(now.st_mode)) {
      if (target_of(upper.get(), name.c_str()) != target_of(AT_FDCWD, path.c_str())) add({ChangeKind::Changed, path});
      return;
    }
    if (!S_ISREG(now.st_mode)) return;
    if (same_content(upper, name, path, now, before)) {
      if (!same_rights) add({ChangeKind::Changed, path});
      return;
    }
    if (is_index(inner) && same_index(upper, name, path, now, before)) return;
    add({ChangeKind::Changed, path, false, 0, lines_between(upper, name, path, now, before)});
  }

  bool same_content(const FileDescriptor& upper, const std::string& name, const std::string& path,
                    const struct stat& now, const struct stat& before) {
    if (now.st_size != before.st_size) return false;
    const bool same_time = now.st_mtim.tv_sec == before.st_mtim.tv_sec && now.st_mtim.tv_nsec == before.st_mtim.tv_nsec;
    if (!may_read(now)) return same_time;
    return equal_content(open_in(upper, name), FileDescriptor(::open(path.c_str(), carefully)));
  }

  /// Outside, and in the copy.
  static std::optional<std::pair<std::string, std::string>> contents(const FileDescriptor& upper,
                                                                     const std::string& name, const std::string& path,
                                                                     const struct stat& now,
                                                                     const struct stat& before) {
    auto outside =
        content_of(FileDescriptor(::open(path.c_str(), carefully)), static_cast<std::uint64_t>(before.st_size));
    auto copy = content_of(open_in(upper, name), static_cast<std::uint64_t>(now.st_size));
    if (!outside || !copy) return std::nullopt;
    return std::pair(*std::move(outside), *std::move(copy));
  }

  static std::optional<sandbox::LineCounts> lines_between(const FileDescriptor& upper, const std::string& name,
                                                          const std::string& path, const struct stat& now,
                                                          const struct stat& before) {
    if (!is_short(now) || !is_short(before)) return std::nullopt;
    const auto texts = contents(upper, name, path, now, before);
    return texts ? sandbox::count_lines(texts->first, texts->second) : std::nullopt;
  }

  std::optional<sandbox::LineCounts> lines_of_new(const FileDescriptor& upper, const std::string& name,
                                                  const struct stat& now) {
    if (!is_short(now)) return std::nullopt;
    const auto content = content_of(open_in(upper, name), static_cast<std::uint64_t>(now.st_size));
    return content ? sandbox::count_lines({}, *content) : std::nullopt;
  }

  /// git writes the times and sizes of files anew when it only reads.
  static bool same_index(const FileDescriptor& upper, const std::string& name, const std::string& path,
                         const struct stat& now, const struct stat& before) {
    const auto texts = contents(upper, name, path, now, before);
    const auto index = texts ? sandbox::read_git_index(texts->second) : std::nullopt;
    return index && index == sandbox::read_git_index(texts->first);
  }

  static FileDescriptor open_in(const FileDescriptor& folder, const std::string& name) {
    return FileDescriptor(::openat(folder.get(), name.c_str(), carefully));
  }

  static bool is_index(std::string_view inner) {
    return (inner.starts_with(".git/") || inner.find("/.git/") != inner.npos) && inner.ends_with("/index");
  }
  static bool is_short(const struct stat& status) {
    return S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) <= largest_text;
  }

  bool may_read(const struct stat& status) {
    compared_ += static_cast<std::uint64_t>(status.st_size);
    return compared_ <= most_compared;
  }

  bool is_new(const std::string& path, const struct stat& now) {
    const FileStamp file = stamp_of(now);
    const auto [known, is_first] = known_.files.try_emplace(path, file);
    if (!is_first && known->second == file) return false;
    known->second = file;
    return true;
  }

  void add(Change change) { changes_.list.push_back(std::move(change)); }

  KnownChanges& known_;
  LeftOutCaches caches_;
  Changes changes_;
  std::size_t entries_ = 0, counted_ = 0;
  std::map<std::string, FileStamp> folders_;
  bool only_folders_ = true;
  std::string layer_;
  std::size_t layer_begin_ = 0;  ///< of its own paths in `inner`
  bool replaced_ = false;        ///< a folder around took the place of another: no folder in it is marked
  std::uint64_t compared_ = 0;
};

}  // namespace

Changes read_changes(const FileDescriptor& layers, const sandbox::Plan& plan, KnownChanges& known) {
  const auto is_same = [&](const auto& folder) {
    return stamp_of(layers.get(), folder.first.c_str()) == folder.second;
  };
  if (!known.folders.empty() && std::all_of(known.folders.begin(), known.folders.end(), is_same)) return {};
  Reader reader(known);
  std::string home;
  FileDescriptor in_home;
  for (std::size_t number = 0; number < plan.places.size(); ++number) {
    const sandbox::Place& place = plan.places[number];
    const bool is_shown = place.access == Access::Shown;
    if (!is_shown && place.access != Access::Copied && place.access != Access::Home) continue;
    const std::string layer = upper_layer(static_cast<int>(number));
    FileDescriptor upper(::openat(layers.get(), layer.c_str(), carefully | O_DIRECTORY));
    const std::string inner = is_shown ? place.path.substr(home.size() + 1) : std::string();
    reader.begin(place.path, layer, inner);
    if (upper) reader.read_folder(upper, place.path == "/" ? "" : place.path, inner);
    if (!upper && is_shown && in_home) reader.read_shown_file(in_home, place.path, inner);
    if (place.access != Access::Home) continue;
    home = place.path;
    in_home = std::move(upper);
  }
  return reader.take();
}

bool has_new_files(const sandbox::Plan& plan, std::chrono::system_clock::time_point begun) {
  const auto is_new = [&](const sandbox::Place& place) {
    struct stat status {};
    if (place.access != sandbox::Access::Shown || ::lstat(place.path.c_str(), &status) != 0) return false;
    const auto since = std::chrono::seconds(status.st_ctim.tv_sec) + std::chrono::nanoseconds(status.st_ctim.tv_nsec);
    return !S_ISDIR(status.st_mode) && since > begun.time_since_epoch();
  };
  return std::any_of(plan.places.begin(), plan.places.end(), is_new);
}

void remove_scratch_file(const FileDescriptor& layers, const std::string& name) {
  const FileDescriptor folder(::openat(layers.get(), scratch_layer, carefully | O_DIRECTORY));
  if (folder) ::unlinkat(folder.get(), name.c_str(), 0);
}

std::optional<std::string> read_scratch_file(const FileDescriptor& layers, const std::string& name) {
  const FileDescriptor folder(::openat(layers.get(), scratch_layer, carefully | O_DIRECTORY));
  const FileDescriptor file(folder ? ::openat(folder.get(), name.c_str(), carefully) : -1);
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  return size <= largest_text ? content_of(file, size) : std::nullopt;
}

}  // namespace termhost::io
