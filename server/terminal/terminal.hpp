// What is known of one terminal. A value: the registry keeps them, the host changes them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "sandbox/sandbox.hpp"
#include "shell/syntax/shell_kind.hpp"
#include "terminal/completion.hpp"
#include "terminal/holder.hpp"
#include "terminal/job_notices.hpp"
#include "terminal/shell_stream.hpp"

namespace termhost::terminal {

/// Who runs the shell, and what reaches us of it.
enum class Source {
  Events,  ///< the editor runs it and sends events of its shell integration
  Bytes,   ///< the editor runs it and sends its raw output
  Owned,   ///< we run it in a PTY
  Pipes,   ///< we run one plain child with stdout and stderr apart
};

struct Terminal {
  base::TerminalId id;
  std::string name;
  Source source = Source::Events;
  bool ours = false;  ///< created on our request: only in these commands are submitted
  shell::ShellKind shell = shell::ShellKind::Unknown;
  std::string shell_path;
  std::string asked_shell;  ///< what the call that it was created for named; empty: the default one
  std::optional<int> pid;   ///< of the shell, on this machine
  std::string cwd;          ///< as last reported
  std::string kernel_cwd;  ///< Events: what the kernel said when it was last between two commands; empty: it can't tell
  bool cwd_doubtful = false;  ///< Events: a command has ended since, and nobody has told where it left the shell
  Integration integration = Integration::None;
  std::map<std::string, std::string> env;  ///< what its shell was given for the caller
  sandbox::Sandbox sandbox;                ///< that it is in for life
  base::TaskId task;                       ///< whose commands it runs; empty: anybody's
  int columns = 80, rows = 24;
  std::string nonce;         ///< of our integration
  std::string command_file;  ///< path of the private file that a submission may be written to; mirrored: empty until
                             ///< one needs it
  std::string start_mark;    ///< the mark C as text, for shells without a hook for it
  std::optional<ShellStream> stream;               ///< sources Bytes and Owned
  std::optional<std::string> pending_exit_notice;  ///< set: the shell was told to exit; what came since, until it is
                                                   ///< clear whether it is its own word
  JobNotices job_notices;
  bool behind_command = false;       ///< a shell without hooks has said where it is: what follows is the shell's own
  std::string reported_line;         ///< what the shell said it was about to run (mark E)
  std::vector<int> reported_stages;  ///< exit codes of a pipeline, told before its end
  /// Marks of the command's end that came while a program had the terminal: its own, or the prompt starts something.
  std::vector<ShellEvent> deferred_marks;
  bool looked_after = false;  ///< who has the terminal is looked at soon, for the sake of what is doubted

  std::string startup_problem;   ///< why it did without the person's startup files, until its first command tells
  bool ready = false;            ///< a line may be typed: integration or prompt was seen
  bool typed_ahead = false;      ///< the person typed while an agent's command ran that did not wait for it
  bool has_keys = false;         ///< its line editor knows the keys of our integration: shell/launch/line_keys
  bool at_prompt = false;        ///< the shell has shown its prompt, and was given no line since
  bool typed_since_line = true;  ///< something was typed since the shell took its last line
  bool directory_told = false;   ///< since the shell took its last line
  bool line_handed = false;      ///< the line editor was given a line, and has not begun it
  bool modes_repaired = false;   ///< at the last end; the line editor may set them again as they were when it ends
  struct {
    std::string text;  ///< to what programs ask the terminal, until it is known who would read it
    int looks = 0;
  } answers;
  bool resting = false;  ///< ready again in a moment, or gone: its shell was told to exit, perhaps
  bool reports_untrusted =
      false;  ///< its reports can't be trusted any more (an execution that never started is pending)
  /// The person typed while the shell had the terminal: a line of theirs is there, until it was entered and has ended.
  bool line_of_person = false;
  std::string pending_input;  ///< sent by agents since the last line end, and perhaps not read yet
  bool closed = false;
  std::string last_command;  ///< of an agent, that ended last here
  base::TaskId last_task;    ///< whose it was
  std::optional<int> last_exit_code;
  std::vector<Holder> left_behind;  ///< by commands before: they hold the output open, and the agent was told so
  base::ExecutionId current;        ///< the execution that runs in it or was submitted to it; empty: idle
  base::Instant idle_since{};

  [[nodiscard]] bool idle() const { return current.empty() && !closed; }
  [[nodiscard]] bool runs_shell() const { return source != Source::Pipes; }
};

}  // namespace termhost::terminal
