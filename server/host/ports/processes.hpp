// Port: the kernel's knowledge about the processes of a terminal, whoever runs it, and the signals to those below a
// shell of somebody else. Implemented by io; the class itself is the port of a system that can't tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "terminal/holder.hpp"
#include "terminal/input_reader.hpp"
#include "terminal/process_tree.hpp"
#include "terminal/stop_step.hpp"

namespace termhost::host {

/// A shell at this moment, whoever runs it.
struct ShellView {
  bool has_children = false;          ///< it runs something, or has something in the background
  bool program_awaits_input = false;  ///< a program that is not the shell has its terminal, and waits for input there
  bool shell_awaits_input = false;    ///< the shell itself waits there: at its prompt, or in a `read`
  bool ignores_interrupt = false;     ///< the shell does: an interrupt takes nothing from its line
  std::string cwd;                    ///< empty: it can't be told
};

/// The reader of the text that is typed into a terminal of ours at this moment.
struct InputSide {
  bool reads_keys = false;     ///< its modes hand over each key, not lines
  bool shell_has_it = true;    ///< the shell, not a program of its own group, is in the foreground
  bool output_unread = false;  ///< seen after the two above
  std::uint64_t unread = 0;    ///< bytes that were typed, in the kernel
};

class Processes {
 public:
  virtual ~Processes() = default;
  /// Nothing if the system can't tell, or there is no such process.
  [[nodiscard]] virtual std::optional<ShellView> look_at_shell(int /*shell_pid*/) { return std::nullopt; }
  /// True if the shell's directory is this one, by another name too; false for another one by the same name. Nothing if
  /// the system can't tell.
  [[nodiscard]] virtual std::optional<bool> stands_in(int /*shell_pid*/, const std::string& /*directory*/) {
    return std::nullopt;
  }
  /// The process that waits for typed text there; nothing if none does, or the system can't tell.
  [[nodiscard]] virtual std::optional<terminal::InputReader> input_reader(int /*shell_pid*/) { return std::nullopt; }
  /// The processes of the terminal now; empty if the system can't tell.
  [[nodiscard]] virtual terminal::SeenTree process_tree(const base::TerminalId&, int /*shell_pid*/,
                                                        bool /*with_ports*/) {
    return {};
  }
  /// Nothing if there is no terminal.
  [[nodiscard]] virtual std::optional<InputSide> input_side(const base::TerminalId&) { return std::nullopt; }
  /// False while the kernel says that a program of its own process group, not the shell, has the terminal. An end mark
  /// then comes from that program, or from a shell that has started the next command since. True if nothing can be told
  /// (pipes, ended, unknown).
  [[nodiscard]] virtual bool foreground_is_shell(const base::TerminalId&) { return true; }
  /// Processes of the terminal's tree, the shell not counted, that have its output open for more than to read from it.
  [[nodiscard]] virtual std::vector<terminal::Holder> holders(const base::TerminalId&) { return {}; }
  /// Signals the processes below a shell that somebody else runs; the shell itself by EndShell only.
  virtual void stop_tree_below(int /*shell_pid*/, terminal::StopStep) {}
  /// OwnedTerminals::drop_rest_of_line() for a shell that somebody else runs.
  virtual void drop_rest_of_line_of(int /*shell_pid*/) {}
};

}  // namespace termhost::host
