// The start of an interactive shell with our integration: arguments, environment, and the private files that it reads.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::shell {

using Environment = std::map<std::string, std::string>;

struct LaunchRequest {
  ShellKind kind = ShellKind::Bash;
  std::string path;           ///< of the shell, absolute
  std::string folder;         ///< absolute; private to this terminal; the caller writes `Launch::files` there
  bool login = false;         ///< read the files of a login shell
  bool agent = true;          ///< its commands are not the user's, and not for the user's history file
  bool startup_files = true;  ///< read the user's
  std::string state_folder;  ///< the scripts write the shell's state there, see shell_state.hpp; empty: nobody reads it
  std::string nonce_source;  ///< a file with another line, which nobody guesses, at each reading; empty: there is none
  Environment inherited;     ///< the shell's environment without us
  Environment wanted;        ///< the caller's requirements; they win over our defaults
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
  /// Not empty: a command file must say C first, by calling `__termhost_started`, because this shell has no hook that
  /// could (dash, ksh). The mark as such, without a nonce.
  std::string start_mark;
};

/// The pipe in the private folder from which the scripts read the first nonce of their marks. The process that starts
/// the shell makes and fills it. It gives the nonce once.
inline constexpr std::string_view nonce_pipe = "nonce";

[[nodiscard]] Launch plan_launch(const LaunchRequest& request);

/// Our non-interactive defaults, with the caller's changes and additions.
[[nodiscard]] Environment default_environment(const Environment& wanted);

/// `inherited` without the variables of another terminal, with `additions` on top and `git_settings` after git's own
/// list.
[[nodiscard]] Environment merged_environment(Environment inherited, const Environment& additions);

}  // namespace termhost::shell
