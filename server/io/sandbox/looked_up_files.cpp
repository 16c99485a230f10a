#include "io/sandbox/looked_up_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <fmt/format.h>

#include "io/file_descriptor.hpp"

namespace termhost::io {
namespace {

std::optional<std::string> resolved(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(path.empty() ? nullptr : ::realpath(path.c_str(), nullptr),
                                                    std::free);
  return real ? std::optional<std::string>(real.get()) : std::nullopt;
}

std::optional<std::string> link_target(const std::string& path) {
  std::array<char, PATH_MAX> text{};
  const ssize_t size = ::readlink(path.c_str(), text.data(), text.size());
  return size > 0 ? std::optional(std::string(text.data(), static_cast<std::size_t>(size))) : std::nullopt;
}

constexpr off_t most_read = off_t{64} << 20;

/// A pipe that an agent has put there waits for a writer: it is not a plain file.
std::optional<std::string> content_of(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > most_read)
    return std::nullopt;
  std::string content(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t got = 0;
  for (ssize_t more = 1; more > 0 && got < content.size(); got += static_cast<std::size_t>(more))
    if ((more = ::read(file.get(), content.data() + got, content.size() - got)) < 0) return std::nullopt;
  content.resize(got);
  return content;
}

}  // namespace

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  DIR* directory = folder.empty() ? nullptr : ::opendir(folder.c_str());
  if (directory == nullptr) return names;
  while (const dirent* entry = ::readdir(directory)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(directory);
  std::sort(names.begin(), names.end());
  return names;
}

sandbox::Files LookedUpFiles::port() {
  return {[this](const std::string& path) { return real_path(path); },
          [this](const std::string& path) { return link(path); },
          [this](const std::string& folder) { return names_in(folder); },
          [this](const std::string& path) { return content(path); }};
}

std::optional<std::string> LookedUpFiles::real_path(const std::string& path) { return find(path).path; }

const LookedUpFiles::Found& LookedUpFiles::find(const std::string& path) {
  const auto known = real_paths_.find(path);
  return (known != real_paths_.end() ? known : real_paths_.emplace(path, look_up(path)).first)->second;
}

/// By the real path of its folder, since realpath() would look up each folder above it again.
LookedUpFiles::Found LookedUpFiles::look_up(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash + 1);  // the whole path if it has no slash
  if (!path.starts_with('/') || name.empty() || name == "." || name == "..") return {resolved(path), {}};
  const Found above = slash == 0 ? Found{"/", {}} : find(path.substr(0, slash));
  if (!above.path) return above;
  const std::string& folder = *above.path;
  if (!folders_.contains(folder)) folders_.emplace(folder, stamped(folder));
  std::string here = fmt::format("{}/{}", folder == "/" ? "" : folder, name);
  if (link_target(here)) return {resolved(here), {}};
  if (errno == EINVAL) return {std::move(here), folder};  // it is there, and not a link
  return {std::nullopt, errno == ENOENT ? folder : std::string()};
}

std::optional<std::string> LookedUpFiles::link(const std::string& path) {
  const auto known = links_.find(path);
  return known != links_.end() ? known->second : links_.emplace(path, link_target(path)).first->second;
}

const std::vector<std::string>& LookedUpFiles::names_in(const std::string& folder) {
  const auto known = names_.find(folder);
  if (known != names_.end()) return known->second;
  stamps_.try_emplace(folder, stamped(folder));
  return names_.emplace(folder, io::names_in(folder)).first->second;
}

std::optional<std::string> LookedUpFiles::content(const std::string& path) {
  const bool exists = stamps_.try_emplace(path, stamped(path)).first->second.stamp.exists;
  if (!exists) (void)find(path);  // the folder tells later that it is missing still
  return content_of(path);
}

LookedUpFiles::Stamped LookedUpFiles::stamped(const std::string& path) {
  const FileStamp now = stamp_of(AT_FDCWD, path.c_str());
  return {now, shows_changes(now)};
}

bool LookedUpFiles::Stamped::is_same(const std::string& path) const {
  return sure && stamp_of(AT_FDCWD, path.c_str()) == stamp;
}

bool LookedUpFiles::are_same() {
  for (const auto& [path, target] : links_)
    if (link_target(path) != target) return false;
  std::set<std::string_view> same;
  for (const auto& [folder, stamp] : folders_)
    if (stamp.is_same(folder)) same.insert(folder);
  const auto is_missing_still = [&](const std::string& path) {
    const auto known = real_paths_.find(path);
    return known != real_paths_.end() && !known->second.path && same.contains(known->second.folder);
  };
  for (const auto& [path, stamp] : stamps_)
    if (stamp.stamp.exists ? !same.contains(path) && !stamp.is_same(path)
                           : !is_missing_still(path) && !stamp.is_same(path))
      return false;
  LookedUpFiles now;
  for (auto& [path, found] : real_paths_) {
    if (same.contains(found.folder)) continue;
    const Found& again = now.find(path);
    if (again.path != found.path) return false;
    found = again;  // the name may be a link now, or not any more
  }
  for (const auto& [folder, stamp] : now.folders_) folders_.insert_or_assign(folder, stamp);
  return true;
}

}  // namespace termhost::io
