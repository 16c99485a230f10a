#include "approval/session.hpp"

#include <algorithm>

#include "approval/text.hpp"
#include "approval/unwrap.hpp"
#include "approval/word_proof.hpp"
#include "shell/analysis/simple_commands.hpp"

namespace termhost::approval {
namespace {

using shell::ShellKind;

constexpr std::string_view definers =
    "alias abbr hash enable disable function autoload set-alias new-alias sal nal set-item si new-item ni rehash "
    "unalias funcsave functions";

/// `ls=x` and `ls` both speak of `ls`; PowerShell's `function:ls` too.
std::string_view defined_name(std::string_view word) {
  word = word.substr(0, word.find('='));
  const std::size_t colon = word.find_last_of(":\\");
  return colon == std::string_view::npos ? word : word.substr(colon + 1);
}

/// `shopt -s dotglob`, but not `set -e`: what is not proven to leave words and patterns as they are.
bool sets_options(const shell::SimpleCommand& command, ShellKind shell) {
  if (!listed("set setopt unsetopt shopt emulate zmodload", command.words[0].text)) return false;
  if (shell == ShellKind::Fish || shell == ShellKind::PowerShell) return false;
  return prove_words(command.words, know(command.words, shell), {.shell = shell, .spelled = {true}})
      .objection.has_value();
}

/// Code for another shell changes nothing here.
bool starts_shell(std::string_view program) { return shell::shell_kind_of(base_name(program)) != ShellKind::Unknown; }

}  // namespace

void SessionState::note_submitted(std::string_view terminal, const shell::SyntaxTree& command, ShellKind shell) {
  Changes changes;
  note(changes, shell::simple_commands(command, shell), shell, 0);
  if (changes.names.empty() && !changes.options) return;
  Changes& all = terminals_[std::string(terminal)];
  all.names.merge(changes.names);
  all.options |= changes.options;
}

void SessionState::forget(std::string_view terminal) {
  if (const auto found = terminals_.find(terminal); found != terminals_.end()) terminals_.erase(found);
}

bool SessionState::is_redefined(std::string_view name) const {
  return std::any_of(terminals_.begin(), terminals_.end(),
                     [&](const auto& one) { return one.second.names.contains(name); });
}

bool SessionState::options_changed() const {
  return std::any_of(terminals_.begin(), terminals_.end(), [](const auto& one) { return one.second.options; });
}

void SessionState::note(Changes& changes, const shell::SimpleCommands& found, ShellKind shell, int depth) {
  if (depth > 4) return;
  changes.names.insert(found.functions.begin(), found.functions.end());
  for (const shell::SimpleCommand& command : found.commands) {
    if (command.words.empty()) continue;
    changes.options |= sets_options(command, shell);
    if (listed(definers, program_name(command.words[0].text, shell))) {
      for (const shell::ShellWord& word : command.words) {
        if (&word != &command.words[0] && word.known() && !word.text.starts_with('-'))
          changes.names.emplace(defined_name(word.text));
      }
    }
    for (const NestedCommand& inner : unwrap({command.words, shell, nullptr, command.piped}))
      if (inner.kind == NestedCommand::Kind::Code && !starts_shell(command.words[0].text))
        note(changes, shell::simple_commands(inner.code, inner.shell), inner.shell, depth + 1);
  }
}

}  // namespace termhost::approval
