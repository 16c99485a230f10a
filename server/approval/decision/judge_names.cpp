#include "approval/decision/judge_names.hpp"

#include <fmt/format.h>

#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/text.hpp"
#include "approval/variables/names.hpp"

namespace termhost::approval {

const std::string& ProgramNames::place_of(std::string_view name) {
  const auto known = found_.find(name);
  return known != found_.end() ? known->second : found_.emplace(name, question_.locate(name)).first->second;
}

bool ProgramNames::runs_what_a_file_names(std::string_view name) {
  if (!question_.locate || (name != "cargo" && name != "rustc")) return false;
  const std::string& place = place_of(name);
  return !place.empty() && !is_system_place(place);
}

std::string ProgramNames::objection(std::string_view name, const ReadablePlaces& places, bool moved) {
  const std::string defined = question_.shell == shell::ShellKind::PowerShell ? lower(name) : std::string(name);
  if (functions_.contains(name)) return fmt::format("the line makes `{}` a function", name);
  if (question_.session != nullptr && question_.session->is_redefined(defined))
    return fmt::format("an earlier command redefined `{}`", name);
  if (question_.session != nullptr && question_.session->options_changed())
    return "an earlier command changed how the shell reads lines";
  const bool path = name.find('/') != std::string_view::npos;
  if (path && name.front() != '/' && moved && !(places.stands_surely() && places.in_workspace(name)))
    return fmt::format("an earlier command changes the folder, so `{}` may be another program", name);
  if (!question_.locate || path || is_builtin(name)) return {};
  const std::string& place = place_of(name);
  if (place.empty() || is_system_place(place) || (place.front() == '/' && !places.in_workspace(place))) return {};
  const Program* program = find_program(name);
  if (place.front() == '/' && (program == nullptr || !program->has(Reads))) return {};
  return fmt::format("`{}` is not the system's program: PATH finds {}", name, place);
}

std::string function_objection(const std::string& name, const Policy& policy) {
  const std::vector<shell::ShellWord> words{{name}};
  const RuleMatch rule = policy.allowed().longest(words, LetterCase::Ignored);
  if (policy.allowed().match_all() != nullptr) return {};
  const bool known = find_program(name) != nullptr || is_builtin(name);
  if (!known && rule.certain == nullptr && rule.possible == nullptr) return {};
  return fmt::format("it redefines `{}` as a function", name);
}

std::string binding_objection(const std::string& name, const Question& question) {
  if (question.session != nullptr && question.session->options_changed())
    return "an earlier command changed how the shell reads lines";
  if (may_be_bound(name, question.shell)) return {};
  return fmt::format("it sets {}, which a shell or a program may act on", name);
}

}  // namespace termhost::approval
