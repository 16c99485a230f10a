// The form in which a command line goes to a shell, so that it becomes exactly one shell execution with one exit code.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

enum class SubmitMode {
  Execute,  ///< the editor's own shell-integration call; `text` is the command line alone
  Plain,    ///< typed; `text` is every keystroke, the clearing of the prompt line and Enter included
  Paste,    ///< typed as one bracketed paste; `text` is every keystroke, brackets and Enter included
};

enum class RewriteKind { None, Flattened, Grouped, Eval, Prefix, CommandFile, Edited };

[[nodiscard]] std::string_view to_string(SubmitMode mode);
[[nodiscard]] std::string_view to_string(RewriteKind kind);

/// The way of delivery. It also decides which of the shell's reports can be trusted.
enum class Delivery {
  EditorExecute,  ///< a mirrored terminal with shell integration of the editor: one simple command on one line only
  EditorTyped,    ///< a mirrored terminal; the text is typed into the user's own line editor
  Owned,          ///< our integration: C by PS0 or preexec, history expansion off, interactive comments on; typed
  Loaded,         ///< the same, and the line editor takes the line from a private file by a key of ours
};

struct SubmissionFacts {
  ShellKind shell = ShellKind::Bash;
  Delivery delivery = Delivery::Owned;
  bool bracketed_paste = false;  ///< the shell has said `CSI ? 2004 h`
  std::size_t max_line_bytes =
      4095;                  ///< the terminal's limit of a line (canonical mode: 4,095 on Linux, 1,023 on macOS)
  std::string command_file;  ///< path of the private file that a command may be written to; empty: there is none
  /// The mark C as text, where the shell has no hook for it (dash, ksh): then every command goes by file, which
  /// calls the integration script's `__termhost_started` first.
  std::string start_mark;
  int command_delay_ms = 0;  ///< setting commandDelay (milliseconds)
};

struct SubmissionPlan {
  std::string text;  ///< the delivered text, every keystroke of it; Loaded: the line for the line editor
  std::string line;  ///< the command line in it, as the shell reads it
  SubmitMode mode = SubmitMode::Plain;
  RewriteKind kind = RewriteKind::None;
  std::string reason;  ///< one sentence for the result; empty for RewriteKind::None
  std::optional<std::string>
      file_content;       ///< for the private file at `command_file`, to be written before the text is sent
  bool too_long = false;  ///< longer than the terminal takes, and there is no `command_file`
  std::string refusal;  ///< not empty: it can't be given to this shell, and why, as one sentence without its full stop
};

[[nodiscard]] SubmissionPlan plan_submission(std::string_view command, const SubmissionFacts& facts);
/// For a command that is already parsed, for that shell.
[[nodiscard]] SubmissionPlan plan_submission(const SyntaxTree& tree, const SubmissionFacts& facts);

}  // namespace termhost::shell
