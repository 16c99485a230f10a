// The bytes of a terminal, read as the shell's story: output, and the beginnings and ends of commands. For terminals
// whose bytes we see.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "terminal/shells/boundary_arbiter.hpp"
#include "vt/segmenter.hpp"

namespace termhost::terminal {

enum class ShellEventKind {
  Output,       ///< bytes, in a command or outside of one (prompt, echo), as the caller knows
  CommandLine,  ///< E: the shell says what it is about to run
  Started,      ///< C
  Ended,        ///< D, with or without a code
  PromptStart,  ///< A
  PromptReady,  ///< B: a line may be typed
  Directory,    ///< the shell's current directory
  Stages,       ///< exit codes of the pipeline that has ended, told before Ended
  Exiting,      ///< the shell was told to exit and may say so
  Editor,       ///< the line editor's answer to our keys: shell/launch/line_keys
  State,        ///< the name of the file to which the shell has written its state: shell/launch/shell_state
  ReadOnly,     ///< a variable that our integration needs
  Continuation  ///< the line that it was given wants more lines
};

struct ShellEvent {
  ShellEventKind kind = ShellEventKind::Output;
  std::string_view data;         ///< Output; valid until the next call
  std::optional<int> exit_code;  ///< Ended
  std::string text;              ///< CommandLine; the value of a property; Output that was kept
};

class ShellStream {
 public:
  explicit ShellStream(BoundaryArbiter arbiter) : arbiter_(std::move(arbiter)) {}

  /// The next event in `bytes`, which is advanced past it; nothing when all is consumed or held back.
  [[nodiscard]] std::optional<ShellEvent> next(std::string_view& bytes);
  /// The nonce that the next mark must have; empty: none needs one.
  [[nodiscard]] const std::string& nonce() const { return arbiter_.nonce(); }
  /// The one that the marks of the prompt may have instead; empty: none.
  [[nodiscard]] const std::string& prompt_nonce() const { return arbiter_.prompt_nonce(); }
  /// A mark that counts has come: the shell is done with its start.
  [[nodiscard]] bool has_marks() const { return has_marks_; }

 private:
  vt::Segmenter segmenter_;
  BoundaryArbiter arbiter_;
  bool has_marks_ = false;
};

}  // namespace termhost::terminal
