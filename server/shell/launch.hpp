// How to start an interactive shell with our integration: arguments, environment, and the private files it reads.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/shell_kind.hpp"

namespace termhost::shell {

using Environment = std::map<std::string, std::string>;

struct LaunchRequest {
  ShellKind kind = ShellKind::Bash;
  std::string path;       ///< of the shell, absolute
  std::string folder;     ///< absolute; private to this terminal; the caller writes `Launch::files` there
  std::string nonce;      ///< letters, digits and '-'; goes into every mark and is not exported
  bool login = false;     ///< read the files of a login shell
  Environment inherited;  ///< what the shell would get without us
  Environment wanted;     ///< what the caller insists on; wins over our defaults
};

struct LaunchFile {
  std::string name;  ///< in the private folder
  std::string content;
};

struct Launch {
  std::vector<std::string> argv;
  Environment environment;  ///< on top of what it inherits: our defaults, what the caller wants, what the scripts need
  std::vector<LaunchFile> files;
  bool integrated = false;  ///< false: a shell we have no script for; no marks will come
  /// The mark C as text, which an envelope must print first because this shell has no hook that could (dash, ksh).
  /// Empty where the shell says C by itself.
  std::string start_mark;
};

[[nodiscard]] Launch plan_launch(const LaunchRequest& request);

/// Our non-interactive defaults, and what the caller wants in their place or beside them.
[[nodiscard]] Environment default_environment(const Environment& wanted);

/// `inherited` without what speaks of another terminal, with `additions` on top.
[[nodiscard]] Environment merged_environment(Environment inherited, const Environment& additions);

}  // namespace termhost::shell
