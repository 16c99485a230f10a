#include "approval/decision/judge_names.hpp"

#include <vector>

#include <fmt/format.h>

#include "approval/places/paths.hpp"
#include "approval/programs/program_kinds.hpp"
#include "approval/programs/program_table.hpp"
#include "approval/text.hpp"
#include "approval/variables/names.hpp"

namespace termhost::approval {

const std::string& ProgramPlaces::of(std::string_view name) {
  const auto known = found_.find(name);
  return known != found_.end() ? known->second : found_.emplace(name, question_.locate(name)).first->second;
}

bool ProgramPlaces::runs_what_a_file_names(std::string_view name) {
  if (!question_.locate || (name != "cargo" && name != "rustc")) return false;
  const std::string& place = of(name);
  return !place.empty() && !is_system_place(place);
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
