#include "io/git_repository.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

namespace termhost::io {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 64U << 20U;  ///< of a file that is read

std::string folder_of(std::string_view path) { return std::string(path.substr(0, path.rfind('/'))); }

std::string first_line_of(const std::string& file) {
  std::string line = version_of(file) ? content_of(file) : std::string();
  line.resize(line.find_last_not_of("\r\n") + 1);
  return line;
}

std::string from(const std::string& folder, const std::string& path) {
  return path.starts_with('/') ? path : folder + '/' + path;
}

/// The form in which git writes it: git itself takes more, which are then looked beyond as well.
bool is_plain_head(const std::string& file) {
  constexpr std::size_t name_size = 40;  // of a commit, in hexadecimal digits
  std::error_code failed;
  if (fs::is_symlink(file, failed)) return false;
  const std::string head = first_line_of(file);
  return head.starts_with("ref: refs/") ||
         (head.size() >= name_size && head.find_first_not_of("0123456789abcdef") == std::string::npos);
}

std::string home_folder() {
  const char* home = std::getenv("HOME");
  return home == nullptr ? std::string() : std::string(home);
}

}  // namespace

bool is_present(const std::string& path) {
  std::error_code failed;  // what cannot be looked at is nothing that git reads
  return fs::exists(fs::symlink_status(path, failed));
}

std::optional<std::string> version_of(const std::string& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed) || failed) return std::nullopt;
  const auto written = fs::last_write_time(file, failed);
  const std::uintmax_t size = failed ? 0 : fs::file_size(file, failed);
  if (failed || size > most_bytes) return std::nullopt;
  return fmt::format("{} {}", written.time_since_epoch().count(), size);
}

std::string content_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool is_working_tree(const std::string& folder) {
  const std::string git = folder + "/.git";
  std::error_code failed;
  const fs::file_type type = fs::status(git, failed).type();
  if (type == fs::file_type::regular) return true;  // git follows it or gives up
  if (type != fs::file_type::directory || !is_plain_head(git + "/HEAD")) return false;
  const std::string common = common_folder(git);  // `x/.`: a folder that may be entered, as git asks too
  return is_present(common + "/objects/.") && is_present(common + "/refs/.");
}

std::string top_of(std::string_view path) {
  for (std::string folder = folder_of(path); !folder.empty(); folder = folder_of(folder))
    if (is_working_tree(folder)) return folder;
  return {};
}

std::string git_folder(const std::string& top) {
  constexpr std::string_view leads_to = "gitdir: ";
  std::string git = top + "/.git";
  const std::string line = first_line_of(git);
  return line.starts_with(leads_to) ? from(top, line.substr(leads_to.size())) : git;
}

std::string common_folder(const std::string& git) {
  const std::string line = first_line_of(git + "/commondir");
  return line.empty() ? git : from(git, line);
}

std::string worktree_of(const std::string& git) {
  const std::string line = first_line_of(git + "/gitdir");
  std::error_code failed;
  return line.empty() ? std::string() : fs::weakly_canonical(folder_of(from(git, line)), failed).string();
}

std::string path_in(const std::vector<sandbox::GitSetting>& settings, std::string_view name) {
  std::string found;
  for (const sandbox::GitSetting& setting : settings)
    if (setting.name == name) found = setting.value;
  if (found.starts_with("~/")) found.replace(0, 1, home_folder());
  return found;
}

std::vector<std::string> settings_of_user() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const bool named = config != nullptr && *config == '/';
  return {home_folder() + "/.gitconfig",
          named ? std::string(config) + "/git/config" : home_folder() + "/.config/git/config"};
}

}  // namespace termhost::io
