#include "io/sandbox/left_out_caches_linux.hpp"

#include <algorithm>
#include <fcntl.h>
#include <utility>

#include <fmt/format.h>

#include "io/sandbox/machine_posix.hpp"
#include "sandbox/changes.hpp"
#include "sandbox/reach.hpp"

namespace termhost::io {
namespace {

bool has_mark(const std::string& folder) {
  const auto tag = status_of(AT_FDCWD, fmt::format("{}/{}", folder, sandbox::cache_tag).c_str());
  return tag && S_ISREG(tag->st_mode);
}

/// The end of a part of git's folder whose content alone is nothing; npos: the path is not below one.
std::size_t passing_in_git(std::string_view path) {
  constexpr std::string_view git = "/.git/";
  const std::size_t at = path.find(git);
  if (at == path.npos || !sandbox::is_nothing_in_git(path.substr(at + git.size()))) return path.npos;
  return std::min(path.find('/', at + git.size()), path.size());
}

/// A cache that only its name makes one holds no program, and no link.
bool is_held(const FileDescriptor& upper, const std::string& name, const std::string& path, const std::string& cache,
             const struct stat& now) {
  const bool only_named = !sandbox::cache_around(cache.substr(cache.rfind('/') + 1)).empty();
  if (!only_named) return S_ISREG(now.st_mode) || (S_ISLNK(now.st_mode) && path != cache);
  constexpr mode_t runs = S_IXUSR | S_IXGRP | S_IXOTH;
  if (!S_ISREG(now.st_mode) || (now.st_mode & runs) != 0 || !sandbox::is_held(cache, name)) return false;
  const auto sources = sandbox::sources_of(cache, name);
  const std::string folder = path.substr(0, path.rfind('/'));
  const std::string parent = folder.substr(0, folder.rfind('/'));  // not "folder/..": outside there may be no folder
  return !sources || std::any_of(sources->begin(), sources->end(), [&](const std::string& source) {
    const auto made = status_of(upper.get(), ("../" + source).c_str());
    return made ? S_ISREG(made->st_mode) : status_of(AT_FDCWD, (parent + "/" + source).c_str()).has_value();
  });
}

}  // namespace

std::optional<struct stat> status_of(int folder, const char* name) {
  struct stat status {};
  if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return status;
}

LeftOutCaches::LeftOutCaches() : files_(looked_up_.port()), home_(files_.real_path(home_of_user()).value_or("")) {}

void LeftOutCaches::begin(const std::string& tree) {
  tracked_ = std::make_unique<sandbox::TrackedFiles>(files_, tree);
  marked_.clear();
}

/// A repository has its own tracked files. A mark counts only if it is there outside: the trial itself can make one.
LeftOutCaches::Around LeftOutCaches::enter(const std::string& path) {
  Around around;
  if (status_of(AT_FDCWD, (path + "/.git").c_str()))
    around.tracked = std::exchange(tracked_, std::make_unique<sandbox::TrackedFiles>(files_, path));
  around.is_marked = marked_.empty() && has_mark(path);
  if (around.is_marked) marked_ = path;
  return around;
}

void LeftOutCaches::leave(Around around) {
  if (around.is_marked) marked_.clear();
  if (around.tracked) tracked_ = std::move(around.tracked);
}

bool LeftOutCaches::leave_out(const FileDescriptor& upper, const std::string& name, const std::string& path,
                              const std::string& inner, const struct stat* now, bool is_folder) {
  const std::string cache = cache_of(path, inner);
  if (cache.empty() || (now != nullptr && !is_held(upper, name, path, cache, *now))) return false;
  caches_.insert(cache == path && !is_folder ? cache : cache + "/");
  return true;
}

/// Empty: the entry is none of a cache, or a program outside obeys it.
std::string LeftOutCaches::cache_of(const std::string& path, const std::string& inner) {
  if (const std::size_t end = passing_in_git(path); end != path.npos) return path.substr(0, end);
  if (sandbox::is_obeyed(path, inner)) return {};
  const std::string cache = named_cache(path, inner);
  return !cache.empty() && tracked_->state_of(path) == sandbox::Tracked::No ? cache : std::string();
}

std::string LeftOutCaches::named_cache(const std::string& path, const std::string& inner) const {
  if (const auto named = sandbox::cache_around(inner); !named.empty())
    return path.substr(0, path.size() - inner.size() + named.size());
  if (home_.size() > 1 && path != home_ && sandbox::lies_in(path, home_)) {
    const auto in_home = sandbox::home_cache_around(std::string_view(path).substr(home_.size() + 1));
    if (!in_home.empty()) return path.substr(0, home_.size() + 1 + in_home.size());
  }
  return marked_;
}

}  // namespace termhost::io
