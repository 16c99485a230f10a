// The confinement of commands in a terminal of termhost's own. A terminal keeps it for life, because the kernel
// enforces it and no process can undo that.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace termhost::sandbox {

/// The later, the stricter.
enum class Level {
  Off,        ///< as far as the user
  Trial,      ///< writes a copy of the workspace and the home folder, which is thrown away
  Workspace,  ///< writes the workspace, the temporary folder and caches; reads all but secrets
  ReadOnly,   ///< writes nothing that outlives the terminal
};
[[nodiscard]] std::string_view to_string(Level level);  ///< "off", "trial", "workspace", "readOnly"

/// The level of a command that a rule allows without naming one, if `set` is the level of all others. A trial keeps
/// nothing that could lead an allowed program astray, so a rule leads out of it.
[[nodiscard]] constexpr Level level_of_rules(Level set) { return set == Level::Trial ? Level::Off : set; }

enum class Network {
  None,
  Loopback,  ///< one of the terminal's own: not the machine's
  All,
};
[[nodiscard]] std::string_view to_string(Network network);  ///< "none", "loopback", "all"

struct Sandbox {
  Level level = Level::Off;
  Network network = Network::None;
  std::vector<std::string> writable;        ///< absolute, in addition to the level's
  std::vector<std::string> hidden;          ///< absolute, in addition to the known secrets
  std::vector<std::string> workspace;       ///< its folders, absolute
  std::vector<std::string> secret_files{};  ///< as the user names them: a name, or a path, below the workspace too
  std::vector<std::string> readable{};      ///< absolute, in addition to what a trial sees of the home
  /// True for a trial whose commands only read: they see the files themselves, and their shell serves the next command.
  bool only_reads = false;

  [[nodiscard]] bool is_on() const { return level != Level::Off; }
  friend bool operator==(const Sandbox&, const Sandbox&) = default;
};

/// A machine's means to enforce a sandbox.
struct Enforcement {
  std::vector<std::string> by;    ///< "namespaces", "landlock 7", "seccomp"
  std::vector<std::string> gaps;  ///< parts that nothing here can enforce, as phrases
  std::string problem;            ///< not empty: nothing runs confined here, and why: a sentence without its full stop
  bool has_view = true;           ///< a terminal's own, of the files; else namespaces can't be made …
  std::string why_no_view;        ///< … likewise
  std::vector<std::string> hidden;   ///< places, absolute
  std::vector<std::string> missing;  ///< likewise, of the home of a trial
};

}  // namespace termhost::sandbox
