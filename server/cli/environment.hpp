// Variables of the environment as values: one, or all.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <unistd.h>

namespace termhost::cli {

/// Empty where it is not set.
[[nodiscard]] inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

[[nodiscard]] inline std::map<std::string, std::string> whole_environment() {
  std::map<std::string, std::string> all;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable = *entry;
    const std::size_t equals = std::min(variable.find('='), variable.size() - 1);
    all.emplace(variable.substr(0, equals), variable.substr(equals + 1));
  }
  return all;
}

/// Where the person's files about termhost are: in $XDG_CONFIG_HOME, else in ~/.config.
[[nodiscard]] inline std::filesystem::path config_folder() {
  const std::filesystem::path named = environment("XDG_CONFIG_HOME");
  return (named.is_absolute() ? named : std::filesystem::path(environment("HOME")) / ".config") / "termhost";
}

}  // namespace termhost::cli
