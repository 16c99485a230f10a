#include "approval/session.hpp"

#include "approval/text.hpp"
#include "approval/unwrap.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {
namespace {

constexpr std::string_view definers =
    "alias abbr hash enable disable function autoload set-alias new-alias sal nal set-item si new-item ni rehash "
    "unalias funcsave functions";

/// `ls=x` and `ls` both speak of `ls`; PowerShell's `function:ls` too.
std::string_view defined_name(std::string_view word) {
  word = word.substr(0, word.find('='));
  const std::size_t colon = word.find_last_of(":\\");
  return colon == std::string_view::npos ? word : word.substr(colon + 1);
}

}  // namespace

void SessionState::note_submitted(std::string_view text, shell::ShellKind shell) { note(text, shell, 0); }

void SessionState::note(std::string_view text, shell::ShellKind shell, int depth) {
  if (depth > 4) return;
  const shell::SimpleCommands found = shell::simple_commands(text, shell);
  redefined_.insert(found.functions.begin(), found.functions.end());
  for (const shell::SimpleCommand& command : found.commands) {
    if (command.words.empty()) continue;
    if (listed(definers, program_name(command.words[0].text, shell))) {
      for (const shell::ShellWord& word : command.words) {
        if (&word != &command.words[0] && word.known() && !word.text.starts_with('-'))
          redefined_.emplace(defined_name(word.text));
      }
    }
    for (const NestedCommand& inner : unwrap({command.words, shell, nullptr, command.piped}))
      if (inner.kind == NestedCommand::Kind::Code) note(inner.code, inner.shell, depth + 1);
  }
}

}  // namespace termhost::approval
