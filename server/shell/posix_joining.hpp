// May the lines of a POSIX text be joined without changing what they do?
#pragma once

#include <cstdint>
#include <vector>

#include "shell/shell_kind.hpp"
#include "shell/syntax.hpp"

namespace termhost::shell {

enum class Joining {
  Same,         ///< the joined line does what the lines do
  Differs,      ///< the shell must read the lines as lines
  DiffersEach,  ///< each line changes how the next one is read, and this shell's eval reads all before it runs any
};

/// What in some lines may keep them from being joined with others.
struct JoiningSigns {
  bool reads = false;             ///< a command changes how later text is read
  bool drops = false;             ///< bash may drop the rest of the line
  bool here = false;              ///< a here-document
  bool lines = false;             ///< the line number is looked at
  bool unparsed = false;          ///< something is parsed only when it runs
  bool function = false;          ///< a function's text spans lines
  bool spliced_function = false;  ///< and a word in it does

  void add(const JoiningSigns& others);
  /// Whatever the other lines do. `typeset -f` shows in bash and zsh the tree of a function, but a word in it as
  /// written; in ksh all of it as written.
  [[nodiscard]] bool needs_lines(ShellKind shell) const {
    return here || lines || unparsed || spliced_function || (function && shell == ShellKind::Ksh);
  }
};

/// Finds it out, shown a text piece by piece.
class JoiningFinder {
 public:
  explicit JoiningFinder(ShellKind shell) : shell_(shell) {}

  /// The next statements: all that the tree holds.
  void look(const SyntaxTree& tree);
  /// If the text ended here. What is not Same once is never again.
  [[nodiscard]] Joining found() const;

 private:
  ShellKind shell_;
  JoiningSigns before_;
  JoiningSigns last_line_;
  bool several_lines_ = false;
  std::uint32_t end_ = 0;  // of the last statement; 0: there was none
};

[[nodiscard]] Joining posix_joining(const SyntaxTree& tree, ShellKind shell);

/// Where each group of lines begins that must be read only after the one before it has run: behind what changes how
/// text is read. The first begins at 0.
[[nodiscard]] std::vector<std::uint32_t> posix_groups(const SyntaxTree& tree, ShellKind shell);

}  // namespace termhost::shell
