#include "approval/decision/session.hpp"

#include <algorithm>

#include "approval/nested/unwrap.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/proof/word_proof.hpp"
#include "approval/text.hpp"
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

/// Variables that are the shell's tables of names, or how it parts words.
constexpr std::string_view tables =
    "IFS functions aliases galiases saliases commands options dis_functions dis_aliases dis_galiases dis_saliases";

bool has_letter(Words words, std::string_view letters) {
  return std::any_of(words.begin() + 1, words.end(), [&](const shell::ShellWord& word) {
    return word.text.starts_with('-') && word.text.find_first_of(letters, 1) != std::string::npos;
  });
}

/// `shopt -s dotglob`, but not `set -e`: what is not proven to leave words and patterns as they are. `alias -g` changes
/// any word, `declare -i` and `-n` what a later assignment does.
bool sets_options(Words words, ShellKind shell) {
  const std::string& name = words[0].text;
  if (shell == ShellKind::Fish || shell == ShellKind::PowerShell) return false;
  if (listed("integer float nameref", name)) return true;
  if (listed("declare typeset local", name)) return has_letter(words, "inluEF");
  if (name == "alias") return has_letter(words, "gs");
  if (name == "builtin") return has_letter(words, "f");
  if (!listed("set setopt unsetopt shopt emulate zmodload", name)) return false;
  return prove_words(words, match_program(words, shell), {.shell = shell, .spelled = {true}}).objection.has_value();
}

/// `functions[ls]=…`, `$function:ls = …`, and the values that PowerShell gives to parameters of any command
bool sets_table(const shell::SimpleCommand& command, ShellKind shell) {
  const std::string text = shell == ShellKind::PowerShell ? lower(command.text) : std::string();
  return text.find("function:") != std::string::npos || text.find("alias:") != std::string::npos ||
         text.find("psdefaultparametervalues") != std::string::npos ||
         std::any_of(command.assignments.begin(), command.assignments.end(),
                     [](const shell::VariableAssignment& a) { return listed(tables, a.name); });
}

/// `cd env:`: paths are names of variables from there on.
bool enters_drive(Words words, ShellKind shell) {
  return shell == ShellKind::PowerShell &&
         listed("cd chdir sl set-location pushd push-location", lower(words[0].text)) &&
         std::any_of(words.begin() + 1, words.end(), [](const shell::ShellWord& word) {
           return !word.text.starts_with('-') && word.text.find(':') != std::string::npos;
         });
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
  const bool any_case = shell == ShellKind::PowerShell;
  for (const std::string& name : found.functions) changes.names.emplace(any_case ? lower(defined_name(name)) : name);
  for (const shell::SimpleCommand& command : found.commands) {
    changes.options |= sets_table(command, shell);
    note(changes, command.words, shell, depth);
  }
}

void SessionState::note(Changes& changes, std::span<const shell::ShellWord> words, ShellKind shell, int depth) {
  if (words.empty() || depth > 4) return;
  changes.options |= sets_options(words, shell) || enters_drive(words, shell);
  if (listed(definers, program_name(words[0].text, shell))) {
    for (const shell::ShellWord& word : words.subspan(1))
      if (word.known() && !word.text.starts_with('-'))
        changes.names.emplace(shell == ShellKind::PowerShell ? lower(defined_name(word.text))
                                                             : defined_name(word.text));
  }
  for (const NestedCommand& inner : unwrap({words, shell})) {
    if (inner.kind == NestedCommand::Kind::Code && !starts_shell(words[0].text))
      note(changes, shell::simple_commands(inner.code, inner.shell), inner.shell, depth + 1);
    if (inner.kind == NestedCommand::Kind::Command) note(changes, inner.words, shell, depth + 1);
  }
}

}  // namespace termhost::approval
