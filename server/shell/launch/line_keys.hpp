// The keys by which our integration hands a command to a shell's line editor. No keyboard has them: Ctrl+Alt+
// Shift+F12 and a letter, which line editors and terminals of all kinds pass on. The scripts bind them in every keymap.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "shell/syntax/shell_kind.hpp"

namespace termhost::shell {

/// Reports the state of the editor (property "Editor") and changes nothing. An answer proves that the line editor of
/// our shell reads, and not in the middle of another key.
inline constexpr std::string_view ask_key = "\x1B[24;8~p";
/// Makes the command in the private file the whole line, and enters it.
inline constexpr std::string_view take_key = "\x1B[24;8~g";

/// The keys typed until the editor answers: first only the question; then keys that close an open paste and leave a
/// search or a menu; then keys that continue a stopped output and answer a question.
struct EditorCall {
  std::string_view keys_before;
  int patience_ms;
};
inline constexpr std::array editor_calls{EditorCall{"", 150}, EditorCall{"", 150}, EditorCall{"\x1B[201~\x07", 200},
                                         EditorCall{"\x11n\x07", 1500}};

/// .NET's console lets the terminal send keys only while it reads one, so the modes at other moments prove nothing. It
/// asks the terminal for the cursor's position, and takes a key that comes before the answer for a part of it. So the
/// editor is asked before each command: a lost question can be repeated, a lost command could not.
[[nodiscard]] constexpr bool edits_by_dotnet(ShellKind shell) { return shell == ShellKind::PowerShell; }

/// The line editor's reports, as values of the property.
namespace editor_word {
inline constexpr std::string_view has_keys = "keys";    ///< once, when the script was read
inline constexpr std::string_view ready = "ready";      ///< a line of the prompt is read
inline constexpr std::string_view taken = "taken";      ///< the command is the line, and was entered
inline constexpr std::string_view refused = "refused";  ///< the file is not of this moment, or no prompt's line is read
inline constexpr std::string_view another = "another";  ///< it is not the shell's own line editor that reads
inline constexpr std::string_view incomplete = "incomplete";  ///< the shell would wait for more lines
}  // namespace editor_word

/// The private file, in the terminal's folder.
inline constexpr std::string_view line_file = "next";
/// Text above this is put into a file that the line reads: line editors become slow. PowerShell's never gets the text.
[[nodiscard]] constexpr std::size_t longest_loaded_line(ShellKind shell) {
  if (shell == ShellKind::PowerShell) return std::size_t(-1);
  return shell == ShellKind::Fish ? 8 * 1024 : 64 * 1024;
}

/// The first line of the file is the beginning of the nonce of that prompt. So an old file is not taken, and a reader
/// of the file does not learn the nonce. Then comes `modes` if the shell must set the terminal's output modes before
/// the command, because its line editor may have kept those of an earlier command. For bash, the `programs` come last:
/// it does not tell its state after the command if none of these names is a function or an alias.
[[nodiscard]] inline std::string line_file_content(std::string_view nonce, std::string_view line, bool modes = false,
                                                   std::string_view programs = {}) {
  constexpr std::size_t ticket_bytes = 8;
  std::string content(nonce.substr(0, ticket_bytes));
  if (modes || !programs.empty()) content.append(modes ? " modes" : " -");
  if (!programs.empty()) content.append(" ").append(programs);
  return content.append("\n").append(line);
}

}  // namespace termhost::shell
