#include "approval/places/folders.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "approval/places/paths.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/text.hpp"
#include "approval/variables/names.hpp"

namespace termhost::approval {
namespace {

using shell::SimpleCommand;

constexpr std::size_t max_followed = 64;  ///< commands; past it nothing is sure

bool names_change(const shell::ShellWord& word) {
  static const NameSet programs("cd pushd popd z chdir set-location sl push-location pop-location");
  return programs.has(word.text) || programs.has(lower(word.text));
}

/// `Set-Location -Path src`.
bool names_its_folder(const SimpleCommand& command) {
  static const NameSet cmdlets("set-location sl push-location"), parameters("-path -literalpath");
  return command.words.size() == 3 && command.words[1].known() && cmdlets.has(lower(command.words[0].text)) &&
         parameters.has(lower(command.words[1].text));
}

/// A builtin may be `cd` under another name, a name that is not known a function; a wrapper may run it.
bool may_change_folder(const SimpleCommand& command) {
  if (!command.unprovable_code.empty()) return true;
  if (command.words.empty()) return false;
  const shell::ShellWord& name = command.words[0];
  if (!name.known() || names_change(name)) return true;
  const Program* program = find_program(name.text);
  if (is_builtin(name.text)) return program == nullptr || !(program->has(NoSideEffects) || program->has(Reads));
  if (program == nullptr) return true;
  return program->has(Wraps) &&
         std::ranges::any_of(command.words, [](const auto& word) { return !word.known() || names_change(word); });
}

bool changes_known_folder(const SimpleCommand& command) {
  const shell::ShellWord* const to = folder_word(command);
  return command.after_success && !command.stage && to != nullptr && command.words[0].text == "cd" && to->known() &&
         !to->text.starts_with('-');
}

}  // namespace

bool changes_folder(const SimpleCommand& command) { return !command.words.empty() && names_change(command.words[0]); }

const shell::ShellWord* folder_word(const SimpleCommand& command) {
  const std::size_t at = names_its_folder(command) ? 2 : 1;
  if (command.words.size() != at + 1 || may_leave(command.words[at].text)) return nullptr;
  return &command.words[at];
}

std::optional<std::string> sure_folder(const SimpleCommand& command, const shell::SimpleCommands& line,
                                       std::string_view cwd) {
  if (!command.after_success || cwd.empty() || !line.functions.empty()) return std::nullopt;
  const auto [begin, end] = *command.after_success;
  if (end > max_followed) return std::nullopt;
  const auto* const first = line.commands.data();
  const std::size_t place = static_cast<std::size_t>(&command - first);
  if (command.stage &&
      (place >= line.commands.size() || std::ranges::any_of(std::span(first + end, first + place), may_change_folder)))
    return std::nullopt;  // of fish, also what a stage before it does
  const std::span done(first, end);
  if (std::ranges::any_of(done.first(begin), may_change_folder)) return std::nullopt;
  std::optional<std::string> folder;
  for (const SimpleCommand& each : done.subspan(begin)) {
    if (changes_known_folder(each))
      folder = normal_path(folder_word(each)->text, folder ? *folder : cwd);
    else if (may_change_folder(each))
      return std::nullopt;
  }
  return folder;
}

}  // namespace termhost::approval
