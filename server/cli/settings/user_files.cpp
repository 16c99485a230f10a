#include "cli/settings/user_files.hpp"

#include "cli/environment.hpp"
#include "io/own_file_posix.hpp"

namespace termhost::cli {
namespace {

protocol::HandedFile read_file(const char* what, const std::string& path) {
  const auto text = io::read_own_file(what, path);
  if (text) return {.path = path, .text = *text, .problem = {}};
  return {.path = path, .text = std::nullopt, .problem = text.error()};
}

protocol::HandedFile read_if_there(const char* what, const std::string& path) {
  if (is_there(path)) return read_file(what, path);
  return {.path = path, .text = std::nullopt, .problem = {}};
}

}  // namespace

bool is_there(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::symlink_status(path, unknown).type() != std::filesystem::file_type::not_found;
}

std::string settings_file() { return (config_folder() / "settings.json").string(); }

std::string usual_policy_file() { return (config_folder() / "policy.json").string(); }

protocol::HandedFile read_settings_file() { return read_if_there("settings", settings_file()); }

UserFiles read_user_files(const std::string& named) {
  return {.settings = read_settings_file(),
          .policy = named.empty() ? read_if_there("policy", usual_policy_file()) : read_file("policy", named),
          .policy_named = !named.empty()};
}

}  // namespace termhost::cli
