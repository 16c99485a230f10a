// A driver makes, feeds, stops and ends the terminals of one kind. The kinds differ here and nowhere else. A driver has
// no state, except the facts that it must remember from the request for a terminal until the terminal is there.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expected.hpp"
#include "host/state/host_context.hpp"
#include "shell/launch/submission.hpp"
#include "terminal/executions/execution.hpp"
#include "terminal/shells/terminal.hpp"

namespace termhost::host {

/// A terminal that a call needs.
struct WantedTerminal {
  std::string name;  ///< of the request to an editor, or of the terminal where it is ours
  std::string cwd;
  std::string shell;                       ///< as the call named it; empty: the default one
  std::string shell_path;                  ///< of the shell that this means
  std::map<std::string, std::string> env;  ///< for the caller; only ours have it
  sandbox::Sandbox sandbox;                ///< the same
  base::TaskId task;
  std::string command;          ///< Pipes: what runs there
  bool on_terminal = false;     ///< Pipes: on a PTY of its own all the same
  bool spare = false;           ///< ours: no command has it yet, and no editor shows it
  std::string startup_problem;  ///< ours: why it does without the person's startup files; empty: it reads them
};

class TerminalDriver {
 public:
  virtual ~TerminalDriver() = default;
  /// The open terminal where it is ours. Nothing where an editor was asked: what comes of that is an event. The error:
  /// why not, as a sentence without its full stop.
  [[nodiscard]] virtual base::Expected<std::optional<terminal::Terminal>, std::string> create(
      const WantedTerminal& wanted) = 0;
  /// An editor has opened what was asked of it by this name; adds what only the driver knows.
  virtual void opened(terminal::Identity& /*terminal*/, const std::string& /*request*/) {}
  /// … or could not.
  virtual void refused(const std::string& /*request*/) {}

  /// False: it runs the one command that it was made for, and nothing can be typed.
  [[nodiscard]] virtual bool takes_lines() const { return true; }
  [[nodiscard]] virtual bool run_by_us() const { return false; }
  /// Its output comes as the shell's bytes, marks and all.
  [[nodiscard]] virtual bool tells_bytes() const { return false; }
  [[nodiscard]] virtual shell::Delivery delivery(const terminal::Terminal& terminal) const = 0;
  /// The properties of the output of an execution that only this kind has.
  virtual void describe(const terminal::Terminal& /*terminal*/, terminal::ExecutionOptions& /*options*/) const {}
  [[nodiscard]] virtual std::vector<Holder> holders(const terminal::Terminal& /*terminal*/) const { return {}; }

  /// False while the kernel says that a program, not the shell, has the terminal.
  [[nodiscard]] virtual bool shell_in_foreground(const terminal::Terminal& /*terminal*/) const { return true; }

  virtual void submit(const terminal::Terminal& terminal, const shell::SubmissionPlan& plan,
                      Shim::Submitted submitted) const = 0;
  virtual void type(const terminal::Terminal& terminal, std::string_view text) const = 0;
  /// Typed text that is not read yet is dropped, because it is not for the next reader.
  virtual void drop_unread_input(const terminal::Terminal& /*terminal*/) const {}
  /// True: line ends were not translated, and now are.
  [[nodiscard]] virtual bool repair_output_modes(const terminal::Terminal& /*terminal*/) const { return false; }
  /// Before a stop that ends a program of a line with more on it; nothing where nobody can.
  virtual void drop_rest_of_line(const terminal::Terminal& /*terminal*/) const {}
  virtual void stop(const terminal::Terminal& terminal, StopStep step) const = 0;
  /// In an editor that shows terminals of ours.
  virtual void show(const terminal::Terminal& /*terminal*/) const {}
  virtual void resize(const terminal::Terminal& /*terminal*/, int /*columns*/, int /*rows*/) const {}
  /// It has ended, and is forgotten.
  virtual void gone(const terminal::Terminal& /*terminal*/) const {}
  /// False: it can't be closed from here.
  [[nodiscard]] virtual bool end(const terminal::Terminal& terminal) const = 0;
};

[[nodiscard]] std::unique_ptr<TerminalDriver> make_driver(terminal::Source source, const HostContext& context);

}  // namespace termhost::host
