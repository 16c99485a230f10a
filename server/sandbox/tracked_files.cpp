#include "sandbox/tracked_files.hpp"

#include <algorithm>

#include "sandbox/reach.hpp"

namespace termhost::sandbox {
namespace {

constexpr std::string_view leads_to = "gitdir: ";

std::string folder_of(const std::string& path) { return path.substr(0, std::max<std::size_t>(path.rfind('/'), 1)); }

/// The folder for the data of one working tree. `.git` is a file in another worktree and in a submodule.
std::string git_folder(const std::string& top, const Files& files) {
  const std::string git = top + "/.git";
  if (!files.names(git).empty()) return git;
  const std::string text = files.read(git).value_or("");
  if (!text.starts_with(leads_to)) return git;
  const std::string path = text.substr(leads_to.size(), text.find_last_not_of("\r\n") + 1 - leads_to.size());
  return path.starts_with('/') ? path : top + "/" + path;
}

}  // namespace

void TrackedFiles::find_index() {
  looked_ = true;
  std::string top = files_.real_path(folder_).value_or("");
  while (top.size() > 1 && !files_.real_path(top + "/.git")) top = folder_of(top);
  if (top.size() <= 1) return;
  const auto path = files_.real_path(git_folder(top, files_) + "/index");
  if (!path) return;  // nothing was ever added
  top_ = top;
  if (const auto bytes = files_.read(*path)) index_ = read_git_index(*bytes);
}

Tracked TrackedFiles::state_of(const std::string& path) {
  if (!looked_) find_index();
  if (top_.empty() || path == top_ || !lies_in(path, top_)) return Tracked::No;
  if (!index_) return Tracked::Changed;
  const std::string name = path.substr(top_.size() + 1);
  if (const auto entry = index_->find(name); entry != index_->end()) {
    const auto content = files_.read(path);
    return content && git_name_of(*content) == entry->second ? Tracked::Same : Tracked::Changed;
  }
  const auto below = index_->lower_bound(name + "/");
  return below != index_->end() && below->first.starts_with(name + "/") ? Tracked::Below : Tracked::No;
}

}  // namespace termhost::sandbox
