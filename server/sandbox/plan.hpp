// A sandbox on one machine: its writable trees, the protected places in them, and the places that look empty.
// Everything else is read-only.
//
// All of it holds if the terminal has a view of the files of its own. Otherwise there is only a list of allowed trees:
// places in a writable tree can then neither be protected nor hidden.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "sandbox/sandbox.hpp"

namespace termhost::sandbox {

enum class Access : char {
  Writable = 'w',
  Copied = 'c',      ///< written to a copy of the terminal's own, which goes with it
  Empty = 'e',       ///< empty at first and written; goes with the terminal
  Home = 'p',        ///< likewise, but what is written there counts as a change, and has:
  Shown = 'i',       ///< a folder of such a home, copied like others, or a file or link, made there anew
  Repository = 'g',  ///< fixed, but termhost itself writes there what git_names.hpp lets git write
  Fixed = 'r',
  Hidden = 'h',  ///< looks empty
  Shut = 's',    ///< hidden too, but a file can't be opened: git would take one that looks empty for a change
};
/// True if the content of a place cannot be seen.
[[nodiscard]] constexpr bool hides(Access access) { return access == Access::Hidden || access == Access::Shut; }

struct Place {
  Access access = Access::Fixed;
  std::string path;  ///< absolute, without links, and there
  friend bool operator==(const Place&, const Place&) = default;
};

/// True if a process can write there, even if only to a copy.
[[nodiscard]] constexpr bool takes_writes(Access access) {
  return access == Access::Writable || access == Access::Copied || access == Access::Empty || access == Access::Home ||
         access == Access::Shown;
}

/// The scratch folder in the meeting folder of a view: in memory, empty at first.
inline constexpr std::string_view view_scratch = ".scratch";
/// Shared memory; of a view its own.
inline constexpr std::string_view memory_folder = "/dev/shm";

struct Plan {
  Network network = Network::None;
  bool has_view = true;                ///< of the files, in namespaces of its own; reach.hpp
  bool only_reads = false;             ///< nothing that the terminal writes outlives it
  bool is_trial = false;               ///< likewise; unless it only reads, it writes copies, and can't run without them
  std::vector<Place> places;           ///< each once, a folder before what lies in it
  std::string meeting_folder;          ///< of this user's termhosts, shown empty …
  std::string private_folder;          ///< … except for this one in it, read-only; empty: none
  std::string scratch;                 ///< written, and gone with the terminal; empty: none
  std::vector<std::string> workspace;  ///< its folders, without links: in them no process makes what is_auto_loaded() …
  std::vector<std::string> kept;       ///< … and no process makes, moves or removes these names
  std::vector<std::string> readable;  ///< the trees that are read, see readable_trees()
  friend bool operator==(const Plan&, const Plan&) = default;
};

/// The places of this machine; all paths are absolute.
struct MachineFacts {
  std::string home;
  std::string temporary_folder;
  std::string meeting_folder, private_folder;
  std::string outputs;                   ///< the folder of all tasks' outputs
  std::vector<std::string> git_configs;  ///< of git for every repository, whether they are there or not
  std::vector<std::string> caches;       ///< that the environment names, see Cache::variable
  std::vector<std::string> tools;        ///< folders that the environment names, of programs and packages
  std::vector<std::string> mounts;       ///< the places where a file system begins
  std::string scratch;                   ///< of the terminal, where it can have no view; empty: none
  std::vector<std::string> other_homes;  ///< of other users, as far as we may read in them
  bool is_root = false;
  bool has_view = true;  ///< namespaces can be made here
  friend bool operator==(const MachineFacts&, const MachineFacts&) = default;
};

/// The file system, as a port.
struct Files {
  std::function<std::optional<std::string>(const std::string& path)> real_path;  ///< nothing: the file does not exist
  std::function<std::optional<std::string>(const std::string& path)> link;       ///< its target; nothing: not a link
  std::function<std::vector<std::string>(const std::string& folder)> names;      ///< the names in it
  /// The content of a plain file that is not huge; empty for any other file.
  std::function<std::optional<std::string>(const std::string& path)> read;
};

/// The error: the reason why the sandbox would not work, as a sentence without its full stop.
[[nodiscard]] base::Expected<Plan, std::string> make_plan(const Sandbox& sandbox, const MachineFacts& around,
                                                          const Files& files);

/// True if a process in it writes there, even if only to a copy.
[[nodiscard]] constexpr bool takes_writes(const Plan& plan, Access access) {
  return takes_writes(access) && !(access == Access::Shown && plan.only_reads);
}

}  // namespace termhost::sandbox
