#include "approval/decision/redirections_and_assignments.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "approval/proof/arguments.hpp"
#include "approval/proof/operands.hpp"
#include "approval/variables/names.hpp"

namespace termhost::approval {
namespace {

using shell::FileRedirection;
using shell::VariableAssignment;

/// `PYTHONPATH=src:lib pytest`: where code of the project is that the program runs anyway.
bool names_own_folders(const VariableAssignment& assignment, const ReadablePlaces& places) {
  if (assignment.name != "PYTHONPATH" && assignment.name != "NODE_PATH") return false;
  if (!assignment.value.known()) return places.may_read(assignment.value, false);
  for (std::string_view rest = assignment.value.text; !rest.empty();) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (!places.in_workspace(rest.substr(0, colon))) return false;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return true;
}

bool may_be_set(const VariableAssignment& assignment, const shell::SimpleCommand& command, const ReadablePlaces& places,
                const Program* ruled) {
  if (assignment.name == "IFS" && command.words[0].text == "read") return true;
  if (is_harmless_environment(assignment.name, assignment.value)) return true;
  if (assignment.name == "CARGO_TARGET_DIR")
    return assignment.value.known() && fits(ArgumentKind::Output, {assignment.value.text});
  const bool runs_project = ruled != nullptr && ruled->has(RunsProject | RestAny | AnyWord);
  return runs_project &&
         (is_project_setting(assignment.name, assignment.value) || names_own_folders(assignment, places));
}

}  // namespace

std::string objection_outside_words(const shell::SimpleCommand& command, const ReadablePlaces& places,
                                    const CommandPermissions& facts) {
  for (const VariableAssignment& assignment : command.assignments)
    if (!may_be_set(assignment, command, places, facts.ruled)) return fmt::format("it sets {}", assignment.name);
  for (const FileRedirection& redirection : command.redirections) {
    if (redirection.access == FileRedirection::Access::Write) {
      if (facts.may_log && places.is_log(redirection.target)) continue;
      return "its output goes to a file";
    }
    if (redirection.connects()) return "it opens a network connection";
    if (facts.ruled != nullptr && names_log(redirection.target.text))
      return fmt::format("it may run text of the log `{}` as code", shown(redirection.target));
    if (facts.reads_freely && !places.may_read(redirection.target, true))
      return "a file that it reads is outside of the workspace or may hold a secret";
  }
  return {};
}

bool keeps_pipes(std::string_view line) {
  return line.find('<') == std::string_view::npos && line.find("0>") == std::string_view::npos;
}

bool is_stdin_redirected(const shell::SimpleCommand& command) {
  return command.piped || command.input ||
         std::any_of(command.redirections.begin(), command.redirections.end(),
                     [](const FileRedirection& r) { return r.access == FileRedirection::Access::Read; });
}

}  // namespace termhost::approval
