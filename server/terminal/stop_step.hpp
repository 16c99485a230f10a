// Steps of stopping a command, each given its grace before the next.
#pragma once

namespace termhost::terminal {

enum class StopStep {
  Interrupt,  ///< what Ctrl+C does: SIGINT to the foreground group
  Terminate,  ///< SIGTERM (and SIGCONT) to every process of the tree but the shell
  Kill,       ///< SIGKILL to every process of the tree but the shell; to the shell too where it runs the command itself
  EndShell,   ///< SIGKILL to the shell and its tree, all at once: nothing that stands behind on its line runs
};

}  // namespace termhost::terminal
