// All simple commands that a line would run, at any depth, with their words as the shell would see them. Approval rules
// decide on them. Nothing is left out: a part that cannot be proven from the text is marked as unprovable code, and a
// text that cannot be read is the problem.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/syntax/shell_kind.hpp"
#include "shell/syntax/tree.hpp"

namespace termhost::shell {

/// A placeholder in a word for a part that only the run knows: an expansion, a glob or `~`. No word can contain it.
inline constexpr char unknown_part = '\0';

/// The most that the unknown parts of a word can be.
enum class UnknownPart : std::uint8_t {
  Digits,  ///< `$?`, `$#`
  Number,  ///< digits, perhaps after a dash: `$((1 - 2))`
  Folder,  ///< the current folder, after `./`
  Files,   ///< names of files, by a pattern
  Text,    ///< anything
};

struct ShellWord {
  std::string text;     ///< quotes and escapes resolved; each part not known before the run is one `unknown_part`
  bool splits = false;  ///< may become no word at all, or several: an expansion or a glob outside quotes
  UnknownPart unknown = UnknownPart::Text;
  bool keeps_start = false;  ///< each word that it becomes begins with the known text before the first unknown part

  bool no_option = false;  ///< nothing that it may become begins with a dash
  bool of_list = false;    ///< it becomes one of `loop_words` that are known
  bool quoted =
      false;  ///< PowerShell: a part of it is, so it is neither a parameter of a cmdlet nor a pattern for a program
  static constexpr std::size_t no_command = static_cast<std::size_t>(-1);
  /// The place of the command that prints all of it: `$(git ls-files)`, or a part of that.
  std::size_t printed_by = no_command;
  bool printed_line = false;  ///< it is a whole line of that, and not what blanks part

  [[nodiscard]] bool known() const { return text.find(unknown_part) == std::string::npos && !splits; }
  /// The known beginning of the word, or of each word that it becomes.
  [[nodiscard]] std::string_view start() const {
    if (splits && !keeps_start) return {};
    return std::string_view(text).substr(0, text.find(unknown_part));
  }
};

/// Something in a command that the grammar cannot prove harmless.
struct UnprovableCode {
  bool runs_code = false;  ///< the run may execute code that is not in the text; else: the meaning may change
  std::string reason;      ///< for the user: "expands ${x@P}, which runs what x holds"
};

struct VariableAssignment {
  std::string name;
  ShellWord value;  ///< of an array: its elements, joined by blanks
};

struct FileRedirection {
  enum class Access { Read, Write };
  Access access = Access::Read;
  ShellWord target;

  /// bash and ksh open a connection where such a file is named (bash manual, "Redirections").
  [[nodiscard]] bool connects() const {
    return target.text.starts_with("/dev/tcp/") || target.text.starts_with("/dev/udp/");
  }
};

struct SimpleCommand {
  std::string text;              ///< as written, here-document bodies left out
  std::vector<ShellWord> words;  ///< braces expanded. Empty: only assignments, redirections or unprovable_code
  std::vector<VariableAssignment> assignments;
  std::vector<FileRedirection> redirections;  ///< of files only; /dev/null and descriptor copies are none
  std::vector<UnprovableCode> unprovable_code;
  std::optional<ShellWord> input;  ///< the text of a here-document or here-string
  bool piped = false;              ///< reads a pipe
  bool stage = false;              ///< of a pipeline of several: what it does to the shell may not last
  bool mixes_errors = false;       ///< its errors may go where its output does
  std::size_t producer =
      ShellWord::no_command;  ///< place of the one simple command that writes that pipe, if it is one
  /// For an element, or a stage of one, of an `a && b` that is the line or in its list: the places, from first to
  /// second, of the commands in the elements before it, which have all just succeeded.
  std::optional<std::pair<std::size_t, std::size_t>> after_success;
};

struct SimpleCommands {
  std::vector<SimpleCommand> commands;   ///< in source order, the body of a function too, called or not
  std::vector<std::string> functions;    ///< names the line defines as functions
  std::vector<std::string> bound_names;  ///< variables set by other than assignments: `for x`, ${x:=…}, {x}>file
  std::vector<ShellWord> loop_words;     ///< the words of loops
  std::string problem;                   ///< one sentence; not empty: the commands are not all
};

/// Total, and linear in the text. An unknown shell is read as bash, and that is a problem.
[[nodiscard]] SimpleCommands simple_commands(std::string_view line, ShellKind shell);
/// For a line that is already parsed, for that shell.
[[nodiscard]] SimpleCommands simple_commands(const SyntaxTree& tree, ShellKind shell);

}  // namespace termhost::shell
