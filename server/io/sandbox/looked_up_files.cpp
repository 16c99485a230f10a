#include "io/sandbox/looked_up_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
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
  return {[this](const std::string& path) { return real_path(path); }, link_target,
          [this](const std::string& folder) { return names_in(folder); }, content_of};
}

/// By the real path of its folder, since realpath() would look up each folder above it again.
std::optional<std::string> LookedUpFiles::real_path(const std::string& path) {
  const auto known = real_paths_.find(path);
  if (known != real_paths_.end()) return known->second;
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash + 1);  // all of it if there is no slash
  std::optional<std::string> real;
  if (!path.starts_with('/') || name.empty() || name == "." || name == "..") {
    real = resolved(path);
  } else if (const auto folder = slash == 0 ? std::optional<std::string>("/") : real_path(path.substr(0, slash))) {
    const std::string here = fmt::format("{}/{}", *folder == "/" ? "" : *folder, name);
    if (link_target(here))
      real = resolved(here);
    else if (errno == EINVAL)  // it is there, and not a link
      real = here;
  }
  real_paths_.emplace(path, real);
  return real;
}

const std::vector<std::string>& LookedUpFiles::names_in(const std::string& folder) {
  const auto known = names_.find(folder);
  if (known != names_.end()) return known->second;
  return names_.emplace(folder, io::names_in(folder)).first->second;
}

}  // namespace termhost::io
