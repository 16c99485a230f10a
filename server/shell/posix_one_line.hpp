// Form `tokens` of the POSIX shells: the same tokens on one line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "shell/joined_line.hpp"
#include "shell/parse.hpp"
#include "shell/shell_kind.hpp"
#include "shell/syntax.hpp"

namespace termhost::shell {

/// Put together piece by piece.
class PosixOneLine {
 public:
  /// `bytes`: how long the text is.
  PosixOneLine(ShellKind shell, std::size_t bytes) : shell_(shell), line_(bytes) {}

  /// The next piece, without error. False where a control character stands in a place that has no one-line form, or the
  /// line would not parse to the same tree.
  [[nodiscard]] bool add(const Piece& piece);
  /// Empty if there was no command.
  [[nodiscard]] std::string take() && { return std::move(line_).take(); }

 private:
  ShellKind shell_;
  JoinedLine line_;
};

/// Of a whole text; nullopt where `add` is false.
[[nodiscard]] std::optional<std::string> posix_one_line(const SyntaxTree& tree, ShellKind shell);

}  // namespace termhost::shell
