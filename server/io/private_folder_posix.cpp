#include "io/private_folder_posix.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "io/file_descriptor.hpp"
#include "io/handle.hpp"
#include "io/own_file_posix.hpp"

namespace termhost::io {
namespace {

std::string problem(std::string_view what, const std::string& path) {
  return "cannot " + std::string(what) + " " + path + ": " + std::strerror(errno);
}

/// A directory, no link, of ours, and closed to everyone else.
bool is_private_directory(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() &&
         (status.st_mode & 077) == 0;
}

/// True if it is there and ours alone, made or found. One that others may read is closed to them: another program may
/// have made it. One that they may write stays refused, since its content can be theirs.
bool make_private_directory(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return false;
  const FileDescriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!folder || ::fstat(folder.get(), &status) != 0 || status.st_uid != ::geteuid()) return false;
  if ((status.st_mode & 077) == 0) return true;
  return (status.st_mode & 022) == 0 && ::fchmod(folder.get(), 0700) == 0;
}

/// An absolute path that says the same wherever it stands: shells expand the one in ENV.
bool is_usable(const char* path) {
  return path != nullptr && path[0] == '/' && std::strpbrk(path, "$`\\\"'\n\r") == nullptr;
}

bool is_ours(const char* path) {
  struct stat status {};
  return ::stat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid();
}

/// `$XDG_RUNTIME_DIR` where that is ours alone, else nothing.
std::string runtime_of_session() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  return is_usable(runtime) && is_private_directory(runtime) ? runtime : "";
}

/// `$XDG_CACHE_HOME`, or ~/.cache, made where it is missing; nothing where the home is not ours: `sudo` may keep it.
std::string caches() {
  const char* home = std::getenv("HOME");
  if (!is_usable(home) || !is_ours(home)) return {};
  const char* named = std::getenv("XDG_CACHE_HOME");
  std::string folder = is_usable(named) ? named : std::string(home) + "/.cache";
  ::mkdir(folder.c_str(), 0700);
  return is_ours(folder.c_str()) ? folder : std::string();
}

/// The path of private folders up to the beginning of their names. They are in one folder, so that a sandbox can hide
/// them all.
std::string folder_prefix() {
  const auto folder = runtime_folder();
  return folder ? *folder + "/" : temporary_directory() + "/termhost-";
}

}  // namespace

std::string temporary_directory() {
  const char* temporary = std::getenv("TMPDIR");
  return is_usable(temporary) ? temporary : "/tmp";
}

base::Expected<std::string, std::string> runtime_folder() {
  for (std::string (*const above)() : {runtime_of_session, caches})
    if (std::string folder = above(); !folder.empty() && make_private_directory(folder += "/termhost")) return folder;
  std::string folder = temporary_directory() + "/termhost-" + std::to_string(::geteuid());
  if (!make_private_directory(folder)) return base::unexpected(folder + " is not a folder that only this user can use");
  return folder;
}

std::vector<std::string> runtime_folders() {
  const std::string usual = "/run/user/" + std::to_string(::geteuid());
  std::vector<std::string> folders;
  for (std::string folder : {runtime_of_session(), is_private_directory(usual) ? usual : std::string(), caches()}) {
    if (folder.empty() || !is_private_directory(folder += "/termhost")) continue;
    if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(std::move(folder));
  }
  return folders;
}

base::Expected<std::string, std::string> make_scratch_folder() {
  std::string path = temporary_directory() + "/termhost-scratch-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return base::unexpected(problem("create the folder", path));
  return path;
}

/// Folders are opened up on the way down: Go closes those of its modules.
void remove_scratch_folder(const std::string& path) {
  namespace fs = std::filesystem;
  if (path.empty() || !is_private_directory(path)) return;
  std::error_code ignored;
  std::vector<fs::path> folders{path};
  while (!folders.empty()) {
    const fs::path folder = std::move(folders.back());
    folders.pop_back();
    fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, ignored);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
      if (entry.symlink_status(ignored).type() == fs::file_type::directory) folders.push_back(entry.path());
  }
  fs::remove_all(path, ignored);
}

base::Expected<PrivateFolder, std::string> PrivateFolder::make() {
  std::string path = folder_prefix() + "XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) return base::unexpected(problem("create the private folder", path));
  return PrivateFolder(std::move(path));
}

std::optional<std::string> PrivateFolder::read(const std::string& name) const {
  auto text = read_plain_file("private", path_of(name));
  return text ? std::optional(*std::move(text)) : std::nullopt;
}

base::Expected<void, std::string> PrivateFolder::write(const std::string& name, std::string_view content) const {
  const FileDescriptor file(::open(path_of(name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file || !write_whole(file.get(), content)) return base::unexpected(problem("write", path_of(name)));
  return {};
}

void remove_private_folder(const std::string& path) {
  if (path.empty() || !is_private_directory(path)) return;
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR* directory = fd < 0 ? nullptr : ::fdopendir(fd);
  if (directory == nullptr) return;
  while (const dirent* entry = ::readdir(directory)) ::unlinkat(::dirfd(directory), entry->d_name, 0);
  ::closedir(directory);
  ::rmdir(path.c_str());
}

}  // namespace termhost::io
