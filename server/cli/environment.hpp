// Variables of the environment as values.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

extern "C" char** environ;  // as POSIX asks: not each system's header names it

namespace termhost::cli {

/// Empty where it is not set.
[[nodiscard]] inline std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

/// The folder of the user's files about termhost: in $XDG_CONFIG_HOME, else in ~/.config.
[[nodiscard]] inline std::filesystem::path config_folder() {
  const std::filesystem::path named = environment("XDG_CONFIG_HOME");
  return (named.is_absolute() ? named : std::filesystem::path(environment("HOME")) / ".config") / "termhost";
}

}  // namespace termhost::cli
